/**
 * Decimals are NUMERIC(18, scale) columns, so that other people's SQL reads true figures. The server counts in integers
 * (value × 10^scale), and reads and writes such a column in that unit. Which columns these are the catalogue tells, so
 * that a database that was not converted yet is still read as it is.
 */
import { sql } from 'kysely'
import { quoted } from '../ddl.ts'
import type { Reading } from '../tables.ts'

/** Digits a number can have; 2^53 has 16 of them. */
export const precision = 18

export const numericType = (scale: number): string => `numeric(${precision},${scale})`

/** Digits after the point of a column of that type; 0 for every other type. */
export function scaleOfType(type: string): number {
  const match = new RegExp(`^numeric\\(${precision},(\\d+)\\)$`).exec(type)
  return Number(match?.[1] ?? 0)
}

/**
 * The integer in a column. The product is exact, and 18 digits fit a bigint. NaN, which only SQL of others can write,
 * is no number: it is read as no value, so that the rest of the table can be read.
 */
export const unitOf = (column: string, scale: number): string =>
  scale === 0 ? column : `cast(nullif(${column}, 'NaN') * ${10 ** scale} as bigint)`

/** The condition that a column has what is no number, or none that is read exactly. NaN is above all others. */
export function isUnreadable(column: string, scale: number): string {
  const [least, most] = [-1, 1].map((sign) => decimalOf(sign * Number.MAX_SAFE_INTEGER, scale))
  return `${column} not between ${least} and ${most}`
}

/** What is put around an integer to make it the value of a column. A product, unlike a quotient, has all digits. */
export const aroundUnit = (scale: number): readonly [before: string, after: string] =>
  scale === 0 ? ['', ''] : ['(cast(', ` as numeric) * ${decimalOf(1, scale)})`]

/** An integer as a decimal with `scale` digits after the point. */
export function decimalOf(value: number, scale: number): string {
  if (scale === 0) return String(value)
  const digits = String(Math.abs(value)).padStart(scale + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** A table with at least one such column. */
export interface NumericTable {
  readonly name: string
  /** Its columns in their order, with the digits after the point; 0 = stored as it is read. */
  readonly columns: ReadonlyMap<string, number>
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** The tables of the current schema, as they were when last looked at. */
export class NumericColumns {
  #tables: ReadonlyMap<string, NumericTable> = new Map()
  /** Finds a name of a table in text that was written by hand. */
  #names: RegExp | null = null

  find(name: string): NumericTable | undefined {
    return this.#tables.get(name)
  }

  get isEmpty(): boolean {
    return this.#tables.size === 0
  }

  /** The table whose name the text uses itself, or null. */
  namedIn(text: string): string | null {
    return this.#names?.exec(text)?.[1] ?? null
  }

  /** @returns whether anything is stored in another form than before */
  async refresh(query: Reading): Promise<boolean> {
    const { rows } = await sql<ColumnRow>`
      select t.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and t.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped and exists (select 1 from pg_attribute n where n.attrelid = t.oid
          and n.atttypid = 'numeric'::regtype and not n.attisdropped)
      order by t.relname, a.attnum`.execute(query)
    return this.take(rows)
  }

  /** @returns whether these columns, all of the tables that have such ones, are others than before */
  take(rows: readonly ColumnRow[]): boolean {
    const tables = new Map<string, { name: string; columns: Map<string, number> }>()
    for (const { table: name, name: column, type } of rows) {
      const table = tables.get(name) ?? { name, columns: new Map<string, number>() }
      tables.set(name, table)
      table.columns.set(column, scaleOfType(type))
    }
    for (const [name, { columns }] of tables)
      if ([...columns.values()].every((scale) => scale === 0)) tables.delete(name)
    const isChanged = listTables(tables) !== listTables(this.#tables)
    this.#tables = tables
    const names = [...tables.keys()].map((name) => name.replace(/[^\w]/g, '\\$&'))
    this.#names =
      names.length === 0 ? null : new RegExp(`\\b(?:from|join|into|update)\\s+"?(${names.join('|')})\\b`, 'i')
    return isChanged
  }
}

const listTables = (tables: ReadonlyMap<string, NumericTable>): string =>
  JSON.stringify([...tables.values()].map(({ name, columns }) => [name, [...columns]]))

/** Name of the column as it is stored, beside the one with its integer. */
export const storedName = (column: string): string => `${column}#`

/**
 * The rows of the table with integers.
 * @param wanted names of columns; null = all
 * @param withStored adds the columns as they are stored
 */
export function integerRows(
  { name, columns }: NumericTable,
  wanted: ReadonlySet<string> | null,
  withStored: boolean,
): string {
  const list = [...columns].flatMap(([column, scale]) => {
    if (wanted && !wanted.has(column)) return []
    const own = `r.${quoted(column)}`
    if (scale === 0) return [own]
    const unit = `${unitOf(own, scale)} as ${quoted(column)}`
    return withStored ? [unit, `${own} as ${quoted(storedName(column))}`] : [unit]
  })
  return `(select ${list.join(', ')} from ${quoted(name)} as r)`
}
