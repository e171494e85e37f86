/** Table definitions of SQLite. STRICT tables enforce column types, as the other engine does. */
import type { ColumnType } from '../../../protocol/index.ts'
import {
  literal,
  quoted,
  type ColumnChange,
  type ColumnPlan,
  type Ddl,
  type FloorPlan,
  type ForeignKeyPlan,
  type TablePlan,
  type TimeZone,
} from '../ddl.ts'
import { isOurs } from '../plan/object-names.ts'
import { createSearch, createTriggers, dropSearch, dropTables, dropTriggers, fillSearch } from './search.ts'

const types: Readonly<Record<ColumnType, string>> = { integer: 'INTEGER', text: 'TEXT', json: 'TEXT' }
const onDelete = { restrict: 'restrict', cascade: 'cascade', null: 'set null' } as const

export const sqliteDdl: Ddl = {
  // A write transaction locks the whole file already.
  begin: [],
  // There is one writer at a time, who has the whole database.
  isTableInUse: () => false,
  hasNarrowKeys: false,
  lockTable: () => [],
  typeOf: ({ type }) => types[type],
  integerIn: (column) => column,
  isUnreadable: (column) => `${column} not between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
  storedIn: (value) => value,
  literalIn: (value) => literal(value),
  conversion: null,
  createTable: (table) => [
    `create table ${quoted(table.name)} (\n  ${linesOf(table).join(',\n  ')}\n) strict`,
    ...(table.appendOnly ? forbidChanges(table, table.appendOnly) : []),
  ],
  foreignKeysAfter: () => [],
  addColumn(table, column) {
    const key = table.foreignKeys.find((candidate) => candidate.column === column.name)
    const reference = key ? ` ${referenceOf(key)}` : ''
    return [`alter table ${quoted(table.name)} add column ${columnLine(column)}${reference}`]
  },
  createIndex(table, index) {
    const where = index.whereNull === null ? '' : ` where ${quoted(index.whereNull)} is null`
    return (
      `create ${index.unique ? 'unique ' : ''}index ${quoted(index.name)} on ${quoted(table.name)} ` +
      `(${index.columns.map(quoted).join(', ')})${where}`
    )
  },
  createIndexConcurrently: null,
  dropIndex: (name) => `drop index if exists ${quoted(name)}`,
  renameIndex: null,
  // A check is part of its table. It stays and refuses the same values as the trigger that takes its place.
  dropGuard: (_table, name) => [`drop trigger if exists ${quoted(name)}`],
  createSearch: (table, search, isNew) => ({
    sql: [...(isNew ? dropTables(search.name) : dropSearch(search.name)), ...createSearch(table, search)],
    after: [],
  }),
  dropSearch,
  fillSearch,
  addFloor,
  forbidChanges,
  changeColumn,
  swap: null,
  changeKey: changeColumn,
  // Rows are checked when the transaction ends.
  validateKey: () => [],
  addsRequiredKeysUnchecked: true,
  listHas: (column, values) =>
    `exists (select 1 from ${itemsOf(column)} where _item.value in (${values.map(literal).join(', ')}))`,
  mapList(column, pairs) {
    const cases = pairs.map(([from, to]) => `when ${literal(from)} then ${literal(to)}`).join(' ')
    const item = `case _item.value ${cases} else _item.value end`
    const items = `select ${item} as v, min(_item.key) as k from ${itemsOf(column)} group by v`
    return `case when ${column} is not null then (select json_group_array(v order by k) from (${items})) end`
  },
  listOf: (column) => `case when ${column} is not null then json_array(${column}) end`,
  readList: (column) => ({
    size: `coalesce(json_array_length(${column}), 0)`,
    first: `json_extract(${column}, '$[0]')`,
  }),
  // Without a change of no days, the 30th of February would be one.
  isDay: (text) => `coalesce(date(${text}, '+0 days') = ${text} and ${text} >= '1900', 0)`,
  isClock: (text) => `coalesce(time(${text}, '+0 seconds') = ${text} and length(${text}) = 8, 0)`,
  secondsOf: (text, zone) =>
    `(select _local.s - ${aheadOf(zone, '_local.s', true)} from (select unixepoch(${text}) as s) as _local)`,
  timeText: (seconds, zone) =>
    `(select datetime(_moment.s + ${aheadOf(zone, '_moment.s', false)}, 'unixepoch') ` +
    `from (select ${seconds} as s) as _moment)`,
  splitText: (column) =>
    `(select json_group_array(part order by n) from (select trim(_item.value) as part, min(_item.key) as n ` +
    `from ${itemsOf(listInText(column))} where trim(_item.value) <> '' group by trim(_item.value)) ` +
    `having count(*) > 0)`,
  joinList: (column) => `(select group_concat(_item.value, ',' order by _item.key) from ${itemsOf(column)})`,
  longestItem: (list) => `(select max(length(_item.value)) from ${itemsOf(list)})`,
  parseNumber,
}

/** JSON escapes no commas, so that those of the text become those between items. */
const listInText = (column: string): string =>
  `'[' || replace(replace(json_quote(coalesce(${column}, '')), '，', ','), ',', '","') || ']'`

/** The seconds by which clocks are ahead of UTC at a moment. @param isLocal the moment is what they show */
function aheadOf({ offsets }: TimeZone, moment: string, isLocal: boolean): string {
  const last = offsets.at(-1)?.[1] ?? 0
  const cases = offsets.slice(1).map(([since], index) => {
    const ahead = offsets[index]?.[1] ?? 0
    return `when ${moment} < ${isLocal ? since + ahead : since} then ${ahead}`
  })
  return cases.length === 0 ? String(last) : `case ${cases.join(' ')} else ${last} end`
}

/**
 * SQLite cannot change a column, so a new one replaces it, with its values, indexes and triggers. The id and everything
 * else of the table stays, columns of somebody else included, which a table built anew would lose.
 */
function changeColumn(
  table: TablePlan,
  column: ColumnPlan,
  { value, key, indexes, keptIndexes, search }: ColumnChange,
): readonly string[] | null {
  if (indexes.some((index) => !isOurs(table.name, index))) return null
  const [name, old, alter] = [quoted(column.name), quoted(`${column.name}__old`), `alter table ${quoted(table.name)}`]
  const { floor, ...plain } = column
  const { appendOnly } = table
  // A new required column needs a value for the rows until they have their own.
  const empty = column.type === 'integer' ? 0 : ''
  const line = columnLine(plain.nullable ? plain : { ...plain, default: plain.default ?? empty })
  const floors = floor ? [floor.name, `${floor.name}_new`] : []
  const seals = appendOnly ? triggersOf(appendOnly).map((trigger) => trigger.name) : []
  return [
    // Triggers that name the column would keep it from being dropped.
    ...(search ? dropTriggers(search.name) : []),
    ...[...floors, ...seals].map((trigger) => `drop trigger if exists ${quoted(trigger)}`),
    ...indexes.map((index) => sqliteDdl.dropIndex(index)),
    `${alter} rename column ${name} to ${old}`,
    `${alter} add column ${line}${key ? ` ${referenceOf(key)}` : ''}`,
    `update ${quoted(table.name)} set ${name} = ${value.replaceAll(name, old)}`,
    `${alter} drop column ${old}`,
    ...keptIndexes.map((index) => sqliteDdl.createIndex(table, index)),
    ...(floor ? addFloor(table, column, floor) : []),
    ...(appendOnly ? forbidChanges(table, appendOnly) : []),
    ...(search ? createTriggers(table, search) : []),
  ]
}

/** Inside of json_each the names of its own columns, such as `value`, would come before that of the table's column. */
const itemsOf = (column: string): string =>
  `(select ${column} as _list) as _outside, json_each(_outside._list) as _item`

/** A text is a number when writing the number gives the same text, zeros at the end of its fraction aside. */
function parseNumber(column: string, scale: number): { fits: string; value: string } {
  const point = `instr(${column} || '.', '.')`
  const whole = `substr(${column}, 1, ${point} - 1)`
  const fraction = `substr(${column}, ${point} + 1)`
  return {
    fits:
      `(cast(cast(${whole} as integer) as text) = ${whole} or ${whole} = '-0') and length(${whole}) < ${16 - scale} ` +
      `and ${fraction} not glob '*[^0-9]*' and length(rtrim(${fraction}, '0')) <= ${scale} and ${column} not like '%.'`,
    value: `cast(${whole} || substr(${fraction} || '${'0'.repeat(scale)}', 1, ${scale}) as integer)`,
  }
}

/** SQLite cannot add a check to a column, so triggers enforce it. */
function addFloor(table: TablePlan, column: ColumnPlan, floor: FloorPlan): readonly string[] {
  const refuse =
    `when new.${quoted(column.name)} < ${floor.least} begin ` +
    `select raise(abort, 'CHECK constraint failed: ${floor.name}'); end`
  const [on, create] = [`on ${quoted(table.name)} ${refuse}`, 'create trigger if not exists']
  return [
    `${create} ${quoted(floor.name)} before update of ${quoted(column.name)} ${on}`,
    `${create} ${quoted(`${floor.name}_new`)} before insert ${on}`,
  ]
}

const triggersOf = (name: string) =>
  [
    { name, on: 'update' },
    { name: `${name}_delete`, on: 'delete' },
  ] as const

function forbidChanges(table: TablePlan, name: string): readonly string[] {
  const refuse = `begin select raise(abort, 'rows of ${table.name} are never changed or removed'); end`
  return triggersOf(name).map(
    (trigger) =>
      `create trigger if not exists ${quoted(trigger.name)} before ${trigger.on} on ${quoted(table.name)} ${refuse}`,
  )
}

function linesOf(table: TablePlan): string[] {
  const keys = new Map(table.foreignKeys.map((key) => [key.column, key]))
  return table.columns.map((column) => {
    // AUTOINCREMENT: the id of a removed record is never reused.
    if (column.name === 'id') return `${quoted('id')} integer primary key autoincrement`
    const key = keys.get(column.name)
    return key ? `${columnLine(column)} ${referenceOf(key)}` : columnLine(column)
  })
}

function columnLine(column: ColumnPlan): string {
  const value = column.default === null ? '' : ` default ${literal(column.default)}`
  const notNull = column.nullable ? '' : ' not null'
  return `${quoted(column.name)} ${types[column.type].toLowerCase()}${notNull}${value}${floorOf(column)}`
}

const floorOf = ({ name, floor }: ColumnPlan): string =>
  floor ? ` constraint ${quoted(floor.name)} check (${quoted(name)} >= ${floor.least})` : ''

function referenceOf(key: ForeignKeyPlan): string {
  return `constraint ${quoted(key.name)} references ${quoted(key.table)} ("id") on delete ${onDelete[key.onDelete]}`
}
