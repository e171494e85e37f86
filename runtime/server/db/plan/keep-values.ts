/**
 * Values that a change of the schemas rewrites: copied beside their table before it, so that taking the change back
 * restores them.
 */
import type { Database } from '../database.ts'
import { quoted } from '../ddl.ts'
import { isExpired, isFormerValues, type FormerValues } from '../former-values.ts'
import { runText } from '../run-text.ts'

type FormerDatabase = Pick<Database, 'adapter' | 'query' | 'write'>

/** Copies the values as they are, before the change. Copies that are there already are made anew. */
export async function keepFormerValues(database: FormerDatabase, values: readonly FormerValues[]): Promise<void> {
  await database.write(async (trx) => {
    for (const { table, column, copy } of values) {
      await runText(trx, `drop table if exists ${quoted(copy)}`)
      await runText(
        trx,
        `create table ${quoted(copy)} as select "id", "version", ${quoted(column)} as "value" from ${quoted(table)}`,
      )
      await runText(trx, `create unique index ${quoted(`${copy}_id`)} on ${quoted(copy)} ("id")`)
    }
  })
}

/** Records that were not edited since: a record that was says what its editor meant. */
const unedited = ({ table, copy }: FormerValues): string =>
  `${quoted(copy)}."id" = ${quoted(table)}."id" and ${quoted(copy)}."version" = ${quoted(table)}."version"`

const countOf = (values: FormerValues): string =>
  `select count(*) as "_count" from ${quoted(values.table)} join ${quoted(values.copy)} on ${unedited(values)}`

/** The statements that restore the values and drop the copy. */
const restoringSql = (values: FormerValues): readonly string[] => [
  `update ${quoted(values.table)} set ${quoted(values.column)} = ${quoted(values.copy)}."value" ` +
    `from ${quoted(values.copy)} where ${unedited(values)}`,
  `drop table ${quoted(values.copy)}`,
]

/** The names of all copies that the database has. */
const copiesIn = async ({ adapter, query }: FormerDatabase): Promise<readonly string[]> =>
  (await adapter.catalogue(query)).map(({ name }) => name).filter(isFormerValues)

/** @returns for each copy whose column is there, how many records get their former value */
export async function countFormerValues(
  database: FormerDatabase,
  values: readonly FormerValues[],
): Promise<readonly (FormerValues & { readonly rows: number })[]> {
  const tables = await database.adapter.catalogue(database.query)
  const has = (table: string, column: string): boolean =>
    tables.some(({ name, columns }) => name === table && columns.some((candidate) => candidate.name === column))
  const counted: (FormerValues & { readonly rows: number })[] = []
  for (const entry of values) {
    if (!has(entry.copy, 'value') || !has(entry.table, entry.column)) continue
    const [row] = await runText(database.query, countOf(entry))
    counted.push({ ...entry, rows: Number(row?.['_count'] ?? 0) })
  }
  return counted
}

/**
 * Gives the records that nobody has edited since their former values, and drops the copies. The columns have to be what
 * they were when the values were kept. Copies that are not there any more have been restored before.
 */
export async function restoreFormerValues(database: FormerDatabase, values: readonly FormerValues[]): Promise<void> {
  const copies = await copiesIn(database)
  await database.write(async (trx) => {
    for (const entry of values)
      if (copies.includes(entry.copy)) for (const statement of restoringSql(entry)) await runText(trx, statement)
  })
}

/** Drops copies that are too old. @param now Unix milliseconds */
export async function dropFormerValues(database: FormerDatabase, now: number): Promise<void> {
  const old = (await copiesIn(database)).filter((copy) => isExpired(copy, now))
  if (old.length === 0) return
  await database.write(async (trx) => {
    for (const copy of old) await runText(trx, `drop table if exists ${quoted(copy)}`)
  })
}
