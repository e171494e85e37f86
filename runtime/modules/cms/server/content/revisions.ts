/** Revisions of a text: every state that was saved, and what waits for approval. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { t } from '../i18n.ts'
import { isSameText, stringify, type TextData } from './text-fields.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/cms/server.ts'

/** Notes of revisions that readers see translated: it saved itself; whoever approved it corrected it. */
export const autosaveNote = 'autosave'
export const correctedNote = 'corrected'

export type Revision = Row<'cms/revision'>
type State = Revision['state']

export const dataOf = ({ data }: Pick<Revision, 'data'>): TextData =>
  // Only this module writes the column.
  JSON.parse(data ?? '{}') as TextData

/** The author of what is done: an administrator, a member, or nobody. */
export const authorOf = ({
  actor,
}: Pick<Scope, 'actor'>): { readonly admin_id: number | null; readonly user_id: number | null } => ({
  admin_id: actor?.id ?? null,
  user_id: actor?.member?.id ?? null,
})

/** @throws an OperationError `not_found` */
export async function findRevision(
  { language }: Pick<Scope, 'language'>,
  query: Reading,
  contentId: number,
  seq: number,
): Promise<Revision> {
  const row = await query
    .selectFrom('cms_content_revision')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!row) throw new OperationError('not_found', { sentence: t(language, 'revision.none', { seq }) })
  return row
}

export const latestRevision = (query: Reading, contentId: number, state?: State): Promise<Revision | undefined> => {
  const rows = query.selectFrom('cms_content_revision').selectAll().where('content_id', '=', contentId)
  return (state === undefined ? rows : rows.where('state', '=', state))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Adds a revision of a text that is locked. @returns its number */
export async function addRevision(
  scope: Pick<Scope, 'actor'>,
  trx: Transaction,
  contentId: number,
  { data, state, note = null }: { readonly data: TextData; readonly state: State; readonly note?: string | null },
): Promise<number> {
  const latest = await latestRevision(trx, contentId)
  const seq = (latest?.seq ?? 0) + 1
  await trx
    .insertInto('cms_content_revision')
    .values({
      content_id: contentId,
      seq,
      title: data.title,
      data: stringify(data),
      state,
      note,
      ...authorOf(scope),
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
  return seq
}

/** A state that became the text: not stored twice in a row. */
export async function addApplied(
  scope: Pick<Scope, 'actor'>,
  trx: Transaction,
  contentId: number,
  data: TextData,
  note: string | null = null,
): Promise<void> {
  const latest = await latestRevision(trx, contentId, 'applied')
  if (latest && isSameText(dataOf(latest), data)) return
  await addRevision(scope, trx, contentId, { data, state: 'applied', note })
}

/** The changes that waited do so no more. */
export async function endPending(
  trx: Transaction,
  contentId: number,
  state: Exclude<State, 'pending'>,
  note: string | null = null,
): Promise<void> {
  await trx
    .updateTable('cms_content_revision')
    .set({ state, ...(note !== null && { note }) })
    .where('content_id', '=', contentId)
    .where('state', '=', 'pending')
    .execute()
}
