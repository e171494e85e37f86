/** `GET /read/{id}`: a text without JavaScript. */
import { markup, type PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { readText } from '../access.ts'
import { textDataOf } from '../content/text-fields.ts'
import { t } from '../i18n.ts'
import { isPublicSite } from '../settings.ts'
import { renderText } from './render.ts'
import type { Reading } from '#generated/cms/server.ts'

export const authorName = async (query: Reading, userId: number | null): Promise<string | null> =>
  userId === null
    ? null
    : ((await query.selectFrom('user').select('nickname').where('id', '=', userId).executeTakeFirst())?.nickname ??
      null)

const addressOf = /^(\d{1,15})(-.*)?$/

export const readPage: PublicPage<Database> = {
  path: '/read/:id',
  label: { 'zh-cn': '阅读内容', en: 'Read a text' },
  isOpen: (settings) => isPublicSite({ settings }),
  async render({ scope, params }) {
    const [, digits, rest] = addressOf.exec(params['id'] ?? '') ?? []
    if (digits === undefined) return null
    const id = Number(digits)
    // Guard T15: the address of a text shows what the lists show.
    const readable = await readText(scope, id, null)
    if (!readable) return null
    if (rest !== undefined || String(id) !== digits) return { redirect: `/read/${id}` }
    const { row, html, isLocked } = readable
    const author = await authorName(scope.database.query, row.user_id)
    const data = textDataOf(row)
    const description = row.description ?? (row.public_text ?? '').slice(0, 150)
    return {
      document: {
        title: row.seotitle ?? row.title,
        navigation: markup`<a href="/">${t(scope.language, 'read.home')}</a>`,
        head: markup`${description !== '' && markup`<meta name="description" content="${description}">`}`,
        body: await renderText(scope, { data, html, isLocked, author }),
      },
      ...(row.offline_time !== null && { expires: row.offline_time }),
    }
  },
}
