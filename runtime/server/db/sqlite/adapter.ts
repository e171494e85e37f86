/** The operations in the SQL of SQLite. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { closedPattern, positioned, type Adapter, type StoreProblem } from '../adapter.ts'
import { codeOf, messageOf, StoreError } from '../store-error.ts'
import type { Reading, Row } from '../tables.ts'
import { readSqliteCatalogue } from './catalogue.ts'
import { sqliteDdl } from './ddl.ts'
import { sqliteFaults, sqliteLaterFloors } from './integrity.ts'
import { sqliteStoredSize } from './stored-size.ts'
import { checkFunction } from './read-interrupt.ts'
import { sqliteSearch, textOf } from './search.ts'

export const sqliteAdapter: Adapter = {
  label: 'SQLite',
  engine: 'sqlite',
  embedded: true,
  ddl: sqliteDdl,
  catalogue: readSqliteCatalogue,
  like: (text, pattern) => sql<SqlBool>`${text} like ${closedPattern(pattern)} escape '\\'`,
  textOf,
  // Inside of json_each the names of its own columns, such as `value`, would come before that of the table's column.
  jsonHas: (json, value) => sql<SqlBool>`exists (select 1 from (select ${json} as _list) as _outside,
    json_each(_outside._list) as _item where _item.value = ${value})`,
  jsonHasAny: (json, texts) => sql<SqlBool>`exists (select 1 from (select ${json} as _list) as _outside,
    json_each(_outside._list) as _item where _item.value in (${sql.join(texts)}))`,
  jsonLength: (json) => sql<number>`coalesce(json_array_length(${json}), 0)`,
  jsonTexts: (ids, table, text) => sql<string>`(select json_group_array(coalesce(${sql.id('_target', text)}, '')
    order by _item.key) from (select ${ids} as _list) as _outside,
    json_each(case when json_valid(_outside._list) then _outside._list end) as _item
    join ${sql.table(table)} as _target on _target.id = _item.value)`,
  // A result that leaves 64 bits becomes a float here.
  arithmetic: (op, left, right) =>
    sql<number>`(select case when typeof(v) = 'integer' then v end
      from (select ${left} ${sql.raw(signs[op])} ${right} as v) as _number)`,
  textLiteral: (text) => sql<string>`${sql.lit(text)}`,
  inSet(text, value): RawBuilder<SqlBool> {
    if (value.includes(',')) return sql<SqlBool>`1 = 0`
    return sql<SqlBool>`coalesce(instr(',' || ${text} || ',', ${`,${value},`}) > 0, 0)`
  },
  isAmong: (integer, json) => sql<SqlBool>`${integer} in (select value from json_each(${json}))`,
  // SQLite sorts NULL below every value by default.
  orderBy: (column, direction) => sql`${column} ${sql.raw(direction)}`,
  unindexed: (column) => sql`+${column}`,
  // Without the comparison SQLite still recognizes the condition of a partial index.
  unindexedCondition: (condition) => sql<SqlBool>`case when ${condition} then 1 else 0 end = 1`,
  indexesEndWithId: true,
  sortsJoined: true,
  // One row in 64 is checked: calling a function of JavaScript costs more than comparing a row. The product spreads
  // the checks over rows whose ids have a step in common.
  checkpoint: (id) => sql<SqlBool>`case when (${id} * 40503 >> 8) & 63 then 1 else ${sql.raw(checkFunction)}() end`,
  faults: sqliteFaults,
  storedSize: sqliteStoredSize,
  laterFloors: sqliteLaterFloors,
  listed(name, listColumns, rows) {
    const { columns, json } = positioned(listColumns, rows)
    const list = columns.map(
      (column) => sql`json_extract(value, ${sql.lit(`$."${column.name}"`)}) as ${sql.id(column.name)}`,
    )
    return sql`(select ${sql.join(list)} from json_each(${json})) as ${sql.id(name)}`
  },
  reserveIds,
  search: sqliteSearch,
  rowLock: () => null,
  lockName: async () => undefined,
  problemOf,
}

/**
 * The largest id that a table has or ever had, 0 = none. A new row gets one more: the rule of AUTOINCREMENT
 * (sqlite.org/autoinc.html).
 */
const largestId = (table: string): RawBuilder<number> => sql`max(
  coalesce((select seq from main.sqlite_sequence where name = ${sql.lit(table)}), 0),
  coalesce((select max(id) from main.${sql.id(table)}), 0)
)`

/** Nobody else writes until the transaction ends, and inserting a row with an id raises what the sequence remembers. */
async function reserveIds(trx: Reading, table: string, count: number): Promise<readonly number[]> {
  const { rows } = await sql<Row>`select ${largestId(table)} as id`.execute(trx)
  const last = Number(rows[0]?.['id'] ?? 0)
  return Array.from({ length: count }, (_one, index) => last + index + 1)
}

const signs = { add: '+', subtract: '-', multiply: '*', divide: '/', remainder: '%' } as const

function problemOf(error: unknown): StoreProblem | null {
  if (error instanceof StoreError) return { kind: error.code }
  const code = codeOf(error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return { kind: 'unique', ...columnsIn(error) }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === 'SQLITE_CONSTRAINT_TRIGGER') return { kind: 'foreign' }
  if (code === 'SQLITE_CONSTRAINT_NOTNULL') return { kind: 'required', fields: columnsIn(error).fields }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return { kind: 'busy' }
  // The second one: no space for the index of the write-ahead log.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return { kind: 'full' }
  return /^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB|READONLY)/.test(code) ? { kind: 'unavailable' } : null
}

/** "UNIQUE constraint failed: wms_product.a, wms_product.b" */
function columnsIn(error: unknown): { table: string | null; fields: string[] } {
  const message = messageOf(error)
  const columns = message.slice(message.lastIndexOf(': ') + 1).split(', ')
  const pairs = columns.flatMap((column) => {
    const [table, field, ...rest] = column.trim().split('.')
    return table === undefined || field === undefined || rest.length > 0 ? [] : [{ table, field }]
  })
  return { table: pairs[0]?.table ?? null, fields: pairs.map(({ field }) => field) }
}
