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

/** Values that are looked for, as a condition in SQL. */
export interface Unwanted {
  readonly condition: string
  /** The text of the value, as SQL. */
  readonly example: string
}

/** The rows of each condition, counted in one pass over the table. */
export async function rowsWhereEach(
  { ask, table }: TableContext,
  name: string,
  list: readonly Unwanted[],
): Promise<readonly Unfit[]> {
  if (list.length === 0) return []
  const filled = `from ${quoted(table.name)} where ${quoted(name)} is not null`
  const fromOf = ({ condition }: Unwanted): string => `${filled} and (${condition})`
  const [only, ...others] = list
  const [counts] =
    only && others.length === 0
      ? await ask(`select count(*) as _count0 ${fromOf(only)}`)
      : await ask(`select ${list.map(countOf).join(', ')} ${filled}`)
  const each: Unfit[] = []
  for (const [index, unwanted] of list.entries()) {
    const rows = Number(counts?.[`_count${index}`] ?? 0)
    const found =
      rows === 0
        ? []
        : await ask(`select "id", ${unwanted.example} as _value ${fromOf(unwanted)} order by "id" limit 5`)
    const examples = found.map((row) => `${String(row['id'])}: ${String(row['_value']).slice(0, 60)}`)
    each.push({ rows, examples: examples.join('; ') })
  }
  return each
}

const countOf = ({ condition }: Unwanted, index: number): string =>
  `count(case when ${condition} then 1 end) as _count${index}`

/** @param example the text of the value, as SQL */
export async function rowsWhere(
  context: TableContext,
  name: string,
  condition: string,
  example: string,
): Promise<Unfit> {
  const [unfit = none] = await rowsWhereEach(context, name, [{ condition, example }])
  return unfit
}
