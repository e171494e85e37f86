/** Tags: how many published texts each has. */
import { sql } from 'kysely'
import { lockRows } from 'tablewright/server'
import { idsIn } from './content/text-fields.ts'
import type { Reading, Transaction, Scope } from '#generated/cms/server.ts'

export interface TagCount {
  readonly id: number
  readonly before: number | null
  readonly count: number
}

/** How many published texts have each tag, where that is not what is stored. @param among absent = all tags */
export async function wrongCounts(query: Reading, among?: readonly number[]): Promise<readonly TagCount[]> {
  if (among?.length === 0) return []
  const tags = query.selectFrom('cms_tags').select(['id', 'document_count']).orderBy('id')
  const rows = await (among ? tags.where('id', 'in', among) : tags).execute()
  const counts = new Map<number, number>()
  const texts = await query
    .selectFrom('cms_content')
    .select('tags')
    .where('status', '=', 'normal')
    .where('delete_time', 'is', null)
    .where('tags', 'is not', null)
    .$if(among !== undefined, (select) =>
      select.where((eb) => eb.or((among ?? []).map((id) => hasId(sql.ref('tags'), id)))),
    )
    .execute()
  for (const { tags: column } of texts) for (const id of idsIn(column)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return rows
    .map(({ id, document_count: before }) => ({ id, before, count: counts.get(id) ?? 0 }))
    .filter(({ before, count }) => before !== count)
}

/** The list of ids in a column contains this one. */
export const hasId = (column: ReturnType<typeof sql.ref>, id: number) =>
  sql<boolean>`replace(replace(${column}, '[', ','), ']', ',') like ${`%,${id},%`}`

/** Stores the counts of tags that are locked. */
export async function refreshCounts(trx: Transaction, ids: Iterable<number>): Promise<void> {
  for (const { id, count } of await wrongCounts(trx, [...new Set(ids)]))
    await trx.updateTable('cms_tags').set({ document_count: count }).where('id', '=', id).execute()
}

/** Locks the tags that texts have or get: their counts change together with the texts. */
export async function lockTags(scope: Scope, trx: Transaction, ids: Iterable<number>): Promise<void> {
  await lockRows(scope, trx, 'cms/tags', ids, 'write')
}
