/** Parts of statements that plain and long changes of PostgreSQL tables share. */
import type { ColumnType, StoredValue } from '../../../protocol/index.ts'
import { literal, quoted, type ColumnPlan, type FloorPlan, type IndexPlan, type TablePlan } from '../ddl.ts'
import { aroundUnit, decimalOf, numericType } from './numeric-columns.ts'

export const types = {
  integer: 'bigint',
  text: 'text collate "C"',
  json: 'text collate "C"',
} as const satisfies Record<ColumnType, string>

export const typeOf = ({ type, scale = 0 }: Pick<ColumnPlan, 'type' | 'scale'>): string =>
  scale > 0 ? numericType(scale) : types[type]

export function storedIn(value: string, { scale = 0 }: ColumnPlan): string {
  const [before, after] = aroundUnit(scale)
  return `${before}${value}${after}`
}

export const literalIn = (value: StoredValue, { scale = 0 }: ColumnPlan): string =>
  typeof value === 'number' ? decimalOf(value, scale) : literal(value)

/**
 * Read in place. Otherwise a number is packed by a byte or two, and copied before every comparison: filters and sorts
 * take up to a tenth longer. A change of the type sets it back.
 */
export const plainStorage = (columns: readonly ColumnPlan[]): readonly string[] =>
  columns.filter(({ scale = 0 }) => scale > 0).map(({ name }) => `alter column ${quoted(name)} set storage plain`)

export function indexStatement(table: TablePlan, index: IndexPlan, how: '' | 'concurrently ' = ''): string {
  const where = index.whereNull === null ? '' : ` where ${quoted(index.whereNull)} is null`
  return (
    `create ${index.unique ? 'unique ' : ''}index ${how}${quoted(index.name)} on ${quoted(table.name)} ` +
    `(${columnsOf(table, index)})${where}`
  )
}

/** Lists sort NULL below every value; an index serves them only when it is declared so. */
function columnsOf(table: TablePlan, index: IndexPlan): string {
  const nullable = new Set(table.columns.filter((column) => column.nullable).map((column) => column.name))
  return index.columns.map((name) => (nullable.has(name) ? `${quoted(name)} nulls first` : quoted(name))).join(', ')
}

export const dropConcurrently = (name: string): string => `drop index concurrently if exists ${quoted(name)}`

/** Existing rows are not checked. */
export const addFloor = (table: TablePlan, column: ColumnPlan, floor: FloorPlan): readonly string[] => [
  `alter table ${quoted(table.name)} add constraint ${quoted(floor.name)} check (${quoted(column.name)} >= ` +
    `${literalIn(floor.least, column)}) not valid`,
]

/**
 * One trigger a statement, so that a command over no rows is refused, too.
 * @param columns the only ones that cannot be changed; absent = all
 */
export function forbidChanges(table: TablePlan, name: string, columns?: readonly string[]): readonly string[] {
  const update = columns ? `update of ${columns.map(quoted).join(', ')}` : 'update'
  return [
    `create or replace function ${quoted(name)}() returns trigger language plpgsql as $$ begin raise exception ` +
      `'rows of % are never changed or removed', tg_table_name; end $$`,
    `create trigger ${quoted(name)} before ${update} or delete or truncate on ${quoted(table.name)} for each ` +
      `statement execute function ${quoted(name)}()`,
  ]
}
