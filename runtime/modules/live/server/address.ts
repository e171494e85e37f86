/** `/ailive` and `/ailive/5`, as people type them, lead to the classroom in the client. */
import type { PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'

const label = { 'zh-cn': 'AI直播课堂', en: 'AI live classroom' }

export const classroomAddress: readonly PublicPage<Database>[] = [
  { path: '/ailive', label, render: async () => ({ redirect: '/#/ailive', isTemporary: true }) },
  {
    path: '/ailive/:id',
    label,
    render: async ({ params }) =>
      /^[1-9]\d{0,15}$/.test(params['id'] ?? '')
        ? { redirect: `/#/ailive/${params['id'] ?? ''}`, isTemporary: true }
        : null,
  },
]
