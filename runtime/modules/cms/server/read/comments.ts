/** Comments as a page without JavaScript shows them: answers below what they answer. */
import { markup, type Markup } from 'tablewright/server'
import { t } from '../i18n.ts'
import { timeOf } from '../site/frame.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

/** A comment as the public part of its row has it. */
export interface ShownComment {
  readonly id?: number | undefined
  readonly pid?: number | null | undefined
  readonly user_id?: number | null | undefined
  readonly guest_name?: string | null | undefined
  readonly text?: string | undefined
  readonly create_time?: number | null | undefined
}

/** The names of members, by id. */
export async function namesOfMembers(
  query: Reading,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly avatar: string }>> {
  const members = [...new Set(ids.flatMap((id) => id ?? []))]
  if (members.length === 0) return new Map()
  const rows = await query.selectFrom('user').select(['id', 'nickname', 'avatar']).where('id', 'in', members).execute()
  return new Map(rows.map((row) => [row.id, { name: row.nickname ?? '', avatar: row.avatar ?? '' }]))
}

export async function commentList(scope: Scope, comments: readonly ShownComment[]): Promise<Markup | false> {
  if (comments.length === 0) return false
  const names = await namesOfMembers(
    scope.database.query,
    comments.map((comment) => comment.user_id),
  )
  const ids = new Set(comments.map(({ id }) => id))
  const item = (comment: ShownComment, depth = 0): Markup => {
    const name =
      comment.user_id === null || comment.user_id === undefined
        ? comment.guest_name || t(scope.language, 'site.guest')
        : (names.get(comment.user_id)?.name ?? '')
    const answers = depth > 3 ? [] : comments.filter(({ pid }) => pid === comment.id)
    const below = answers.map((answer) => item(answer, depth + 1))
    return markup`<li><p class="facts"><strong>${name}</strong>${timeOf(scope, comment.create_time ?? 0)}</p>
<p>${comment.text}</p>${below.length > 0 && markup`<ul class="said">${below}</ul>`}</li>`
  }
  // An answer to a comment that is not shown stands by itself.
  const roots = comments.filter(({ pid }) => !pid || !ids.has(pid))
  return markup`<ul class="said">${roots.map((comment) => item(comment))}</ul>`
}
