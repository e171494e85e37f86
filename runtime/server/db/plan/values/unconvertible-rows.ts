/** Rows whose values a step cannot keep, for its sentence. */
import { quoted } from '../../ddl.ts'
import type { TableContext } from '../diff-context.ts'
import type { RecordedField } from '../recorded-model.ts'
import { conversionOf, textOf, type Conversion } from './convert.ts'

export interface Unfit {
  readonly rows: number
  /** Up to five of them: `id: value`. */
  readonly examples: string
}

export const none: Unfit = { rows: 0, examples: '' }

/** The integer of a live column, or its value as it is, as SQL. */
export function liveValue({ ddl, live }: Pick<TableContext, 'ddl' | 'live'>, name: string): string {
  const liveColumn = live.columns.find((column) => column.name === name)
  return liveColumn ? ddl.integerIn(quoted(name), liveColumn.type) : quoted(name)
}

/** The conversion of a column's values to its field of the schema; null = they mean the same there. */
export function conversionIn(context: TableContext, name: string): Conversion | null {
  const { ddl, table, recorded, timeZone } = context
  const [from, to] = [recorded?.fields[name], context.wanted.fields[name]]
  if (!from || !to) return null
  const field = table.fields?.find((candidate) => candidate.name === name)
  const { relation } = field ?? {}
  const hasTitles = relation !== undefined && context.hasColumn(relation.table, relation.show)
  return conversionOf(ddl, liveValue(context, name), from, to, { timeZone, hasTitles, ...(field && { field }) })
}

/** The value of a live column as people read it, as SQL. @param field what its values mean now */
export const shownValue = (context: TableContext, name: string, field: RecordedField): string =>
  textOf(liveValue(context, name), field)

/** @param example the text of the value, as SQL */
export async function rowsWhere(
  { ask, table }: TableContext,
  name: string,
  condition: string,
  example: string,
): Promise<Unfit> {
  const from = `from ${quoted(table.name)} where ${quoted(name)} is not null and (${condition})`
  const [count] = await ask(`select count(*) as _count ${from}`)
  const rows = Number(count?.['_count'] ?? 0)
  if (rows === 0) return none
  const found = await ask(`select "id", ${example} as _value ${from} order by "id" limit 5`)
  const examples = found.map((row) => `${String(row['id'])}: ${String(row['_value']).slice(0, 60)}`)
  return { rows, examples: examples.join('; ') }
}
