/** Tags: how many published texts each has, and those that are named before they are there. */
import { sql } from 'kysely'
import { insertMissing, lockRows, nowSeconds } from 'tablewright/server'
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

/**
 * The tags of these names, in their order; those that are missing are added. Names that differ in case alone are one.
 * @param areOn whether added ones are shown at once
 */
export async function namedTags(
  trx: Transaction,
  names: readonly string[],
  areOn: boolean,
): Promise<readonly number[]> {
  // The first of equal names is written.
  const byKey = new Map(names.toReversed().map((name) => [keyOf(name), name.trim()]))
  byKey.delete('')
  if (byKey.size === 0) return []
  const find = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await trx
      .selectFrom('cms_tags')
      .select(['id', 'name'])
      // Not every engine knows the small letters beyond ASCII.
      .where((eb) => eb.or([eb('name', 'in', [...byKey.values()]), eb(sql`lower(name)`, 'in', [...byKey.keys()])]))
      .orderBy('id', 'desc')
      .execute()
    return new Map(rows.map(({ id, name }) => [keyOf(name), id]))
  }
  const before = await find()
  const now = nowSeconds()
  await insertMissing(
    trx,
    'cms_tags',
    // In one order, so that two who add the same wait for each other and not in a circle.
    [...byKey]
      .filter(([key]) => !before.has(key))
      .map(([, name]) => name)
      .toSorted()
      .map((name) => ({
        name,
        type: 'default' as const,
        document_count: 0,
        inner_chain: 0 as const,
        status: areOn ? (1 as const) : (0 as const),
        weigh: 0,
        create_time: now,
        update_time: now,
        version: 1,
      })),
  )
  const all = await find()
  return [...new Set(names.map(keyOf))].flatMap((key) => all.get(key) ?? [])
}

const keyOf = (name: string): string => name.trim().toLowerCase()
