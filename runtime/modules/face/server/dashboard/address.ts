/** `/faceid`, as people type it, leads to the display in the client. */
import type { PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'

export const displayAddress: PublicPage<Database> = {
  path: '/faceid',
  label: { 'zh-cn': '消防数据眼', en: 'Fire safety data eye' },
  render: async () => ({ redirect: '/#/faceid', isTemporary: true }),
}
