/** PostgreSQL's spelling of tables. */
import {
  literal,
  quoted,
  type ColumnChange,
  type ColumnPlan,
  type CreateSearch,
  type Ddl,
  type ForeignKeyPlan,
  type TablePlan,
} from '../ddl.ts'
import { isUnreadable, precision, scaleOfType, unitOf } from './numeric-columns.ts'
import { codeOf } from '../store-error.ts'
import { replacementName } from '../plan/object-names.ts'
import { columnSwap } from './column-swap.ts'
import { createSearch, dropSearch } from './search.ts'
import {
  addFloor,
  dropConcurrently,
  forbidChanges,
  indexStatement,
  literalIn,
  plainStorage,
  storedIn,
  typeOf,
  types,
} from './statements.ts'

const onDelete = { restrict: 'restrict', cascade: 'cascade', null: 'set null' } as const

const isNeeded = ({ scale = 0 }: ColumnPlan, type: string): boolean => scale > 0 && type === types.integer

/** Only what was written by hand can have so many digits. */
const unfit = (column: string): string => `${column} not between -${'9'.repeat(precision)} and ${'9'.repeat(precision)}`

/** Who reads or writes a table waits behind a change that waits for it, so for no longer than this. */
const lockTimeoutMs = 500

export const postgresDdl: Ddl = {
  begin: [
    'set local statement_timeout = 0',
    "set local lock_timeout = '30s'",
    "select pg_advisory_xact_lock(hashtext('tablewright:' || current_schema()))",
    `set local lock_timeout = '${lockTimeoutMs}ms'`,
  ],
  isTableInUse: (error) => codeOf(error) === '55P03',
  hasNarrowKeys: true,
  lockTable: (name) => [`lock table ${quoted(name)} in access exclusive mode`],
  typeOf,
  integerIn: (column, type) => unitOf(column, scaleOfType(type)),
  isUnreadable: (column, type) => isUnreadable(column, scaleOfType(type)),
  storedIn,
  literalIn,
  conversion: { isNeeded, unfit, statements: storageStatements },
  createTable: (table) => [
    `create table ${quoted(table.name)} (\n  ${table.columns.map(columnLine).join(',\n  ')}\n)`,
    ...storePlainly(table, table.columns),
    ...(table.appendOnly ? forbidChanges(table, table.appendOnly) : []),
  ],
  foreignKeysAfter: (table) =>
    table.foreignKeys.map((key) => `alter table ${quoted(table.name)} add ${constraintOf(key)}`),
  addColumn(table, column) {
    const key = table.foreignKeys.find((candidate) => candidate.column === column.name)
    return [
      `alter table ${quoted(table.name)} add column ${columnLine(column)}`,
      ...storePlainly(table, [column]),
      ...(key ? [`alter table ${quoted(table.name)} add ${constraintOf(key)} not valid`] : []),
    ]
  },
  createIndex: (table, index) => indexStatement(table, index),
  createIndexConcurrently(table, index, isReplaced) {
    const indexName = isReplaced ? replacementName(table.name, index.name) : index.name
    return [
      dropConcurrently(indexName),
      indexStatement(table, { ...index, name: indexName }, 'concurrently '),
      ...(isReplaced
        ? [dropConcurrently(index.name), `alter index ${quoted(indexName)} rename to ${quoted(index.name)}`]
        : []),
    ]
  },
  dropIndex: (name) => `drop index if exists ${quoted(name)}`,
  renameIndex: (from, to) => [`alter index ${quoted(from)} rename to ${quoted(to)}`],
  dropGuard: (table, name) => [
    `alter table ${quoted(table)} drop constraint if exists ${quoted(name)}`,
    `drop trigger if exists ${quoted(name)} on ${quoted(table)}`,
  ],
  createSearch,
  dropSearch: (name) => [dropSearch(name)],
  fillSearch: () => null,
  addFloor,
  forbidChanges,
  changeColumn,
  swap: columnSwap,
  changeKey,
  validateKey: (table, key) => [`alter table ${quoted(table)} validate constraint ${quoted(key)}`],
  addsRequiredKeysUnchecked: false,
  listHas: (column, values) =>
    `exists (select 1 from jsonb_array_elements(cast(${column} as jsonb)) as item(value) where item.value in ` +
    `(${values.map(jsonOf).join(', ')}))`,
  mapList(column, pairs) {
    const cases = pairs.map(([from, to]) => `when ${jsonOf(from)} then ${jsonOf(to)}`).join(' ')
    const items =
      `select case item.value ${cases} else item.value end as v, min(item.n) as k from ` +
      `jsonb_array_elements(cast(${column} as jsonb)) with ordinality as item(value, n) group by v`
    // The text of a whole list would have spaces.
    const list = `select string_agg(cast(v as text), ',' order by k) from (${items}) as mapped`
    return `case when ${column} is not null then '[' || coalesce((${list}), '') || ']' end`
  },
  listOf: (column) => `case when ${column} is not null then '[' || cast(to_json(${column}) as text) || ']' end`,
  readList: (column, type) => ({
    size: `coalesce(jsonb_array_length(cast(${column} as jsonb)), 0)`,
    first: `cast(cast(${column} as jsonb) ->> 0 as ${types[type]})`,
  }),
  isDay: (text) =>
    `case when ${text} ~ '^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then ` +
    `cast(substr(${text}, 9, 2) as integer) <= extract(day from make_date(cast(substr(${text}, 1, 4) as integer), ` +
    `cast(substr(${text}, 6, 2) as integer), 1) + interval '1 month' - interval '1 day') else false end`,
  isClock: (text) => `coalesce(${text} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$', false)`,
  secondsOf: (text, { name }) =>
    `cast(extract(epoch from cast(${text} as timestamp) at time zone ${literal(name)}) as bigint)`,
  timeText: (seconds, { name }) =>
    `to_char(to_timestamp(${seconds}) at time zone ${literal(name)}, 'YYYY-MM-DD HH24:MI:SS')`,
  splitText: (column) =>
    `(select '[' || string_agg(cast(to_json(part) as text), ',' order by n) || ']' from (select trim(part) as part, ` +
    `min(n) as n from regexp_split_to_table(${column}, '[,，]') with ordinality as item(part, n) ` +
    `where trim(part) <> '' group by trim(part)) as parts)`,
  joinList: (column) =>
    `(select string_agg(value, ',' order by n) from jsonb_array_elements_text(cast(${column} as jsonb)) ` +
    `with ordinality as item(value, n))`,
  longestItem: (list) =>
    `(select max(length(value)) from jsonb_array_elements_text(cast(${list} as jsonb)) as item(value))`,
  parseNumber,
}

const jsonOf = (value: number | string): string => `cast(${literal(JSON.stringify(value))} as jsonb)`

function changeColumn(table: TablePlan, column: ColumnPlan, change: ColumnChange): readonly string[] {
  const [alter, name] = [`alter table ${quoted(table.name)}`, `alter column ${quoted(column.name)}`]
  const isConverted = change.value !== quoted(column.name)
  const { floor } = column
  return [
    ...changeKey(table, column, change),
    ...(floor && isConverted ? [`${alter} drop constraint if exists ${quoted(floor.name)}`] : []),
    `${alter} ${name} drop default`,
    ...(isConverted
      ? [[`${alter} ${name} type ${typeOf(column)} using (${change.value})`, ...plainStorage([column])].join(', ')]
      : []),
    ...(column.default === null ? [] : [`${alter} ${name} set default ${literalIn(column.default, column)}`]),
    `${alter} ${name} ${column.nullable ? 'drop' : 'set'} not null`,
    ...(floor && isConverted ? addFloor(table, column, floor) : []),
  ]
}

function storePlainly({ name }: TablePlan, columns: readonly ColumnPlan[]): readonly string[] {
  const actions = plainStorage(columns)
  return actions.length === 0 ? [] : [`alter table ${quoted(name)} ${actions.join(', ')}`]
}

function changeKey(table: TablePlan, _column: ColumnPlan, { oldKey, key }: ColumnChange): readonly string[] {
  const alter = `alter table ${quoted(table.name)}`
  if (oldKey?.isKept) return []
  return [
    ...(oldKey ? [`${alter} drop constraint ${quoted(oldKey.name)}`] : []),
    ...(key ? [`${alter} add ${constraintOf(key)} not valid`] : []),
  ]
}

function parseNumber(column: string, scale: number): { fits: string; value: string } {
  const fraction = scale === 0 ? '(\\.0+)?' : `(\\.[0-9]{1,${scale}}0*)?`
  return {
    fits: `${column} ~ '^-?(0|[1-9][0-9]{0,${14 - scale}})${fraction}$'`,
    value: `round(cast(${column} as numeric) * ${10 ** scale})::bigint`,
  }
}

function columnLine(column: ColumnPlan): string {
  if (column.name === 'id') return `${quoted('id')} bigint generated by default as identity primary key`
  const value = column.default === null ? '' : ` default ${literalIn(column.default, column)}`
  return `${quoted(column.name)} ${typeOf(column)}${column.nullable ? '' : ' not null'}${value}${floorOf(column)}`
}

function floorOf(column: ColumnPlan): string {
  const { name, floor } = column
  if (!floor) return ''
  return ` constraint ${quoted(floor.name)} check (${quoted(name)} >= ${literalIn(floor.least, column)})`
}

/**
 * One statement writes each row once, and no trigger of a ledger fires for it. A minimum of 0 is converted with its
 * column; any other is a number of the old unit. The search index has expressions over the integers.
 */
function storageStatements(table: TablePlan, columns: readonly ColumnPlan[]): CreateSearch {
  const alter = `alter table ${quoted(table.name)}`
  const floors = columns.flatMap((column) => (column.floor?.least ? [{ column, floor: column.floor }] : []))
  const actions = columns.flatMap((column) => {
    const alterColumn = `alter column ${quoted(column.name)}`
    return [
      `${alterColumn} drop default`,
      `${alterColumn} type ${typeOf(column)} using ${storedIn(quoted(column.name), column)}`,
      ...plainStorage([column]),
      ...(column.default === null ? [] : [`${alterColumn} set default ${literalIn(column.default, column)}`]),
    ]
  })
  const { search } = table
  const searched = search?.columns.some(({ name }) => columns.some((column) => column.name === name)) ? search : null
  return {
    sql: [
      ...(searched ? [dropSearch(searched.name)] : []),
      ...floors.map(({ floor }) => `${alter} drop constraint if exists ${quoted(floor.name)}`),
      `${alter}\n  ${actions.join(',\n  ')}`,
      ...floors.flatMap(({ column, floor }) => addFloor(table, column, floor)),
    ],
    after: searched ? createSearch(table, searched, false).after : [],
  }
}

const constraintOf = (key: ForeignKeyPlan): string =>
  `constraint ${quoted(key.name)} foreign key (${quoted(key.column)}) references ${quoted(key.table)} ("id") on ` +
  `delete ${onDelete[key.onDelete]}`
