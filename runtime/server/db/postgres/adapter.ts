/** The operations in the SQL of PostgreSQL. Texts compare by code point: every text column is COLLATE "C". */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ArithmeticOp } from '../../../protocol/index.ts'
import { closedPattern, positioned, type Adapter, type RowLock, type StoreProblem } from '../adapter.ts'
import { codeOf, messageOf, StoreError } from '../store-error.ts'
import { rowId, type Reading, type Row } from '../tables.ts'
import { readPostgresCatalogue } from './catalogue.ts'
import { postgresDdl } from './ddl.ts'
import { postgresFaults, postgresLaterFloors } from './integrity.ts'
import { postgresStoredSize } from './stored-size.ts'
import { postgresSearch, textOf } from './search.ts'

const textType = 'text collate "C"'
/** A JSON array of ids, as a regular expression. */
const idList = '^\\s*\\[\\s*(\\d{1,16}\\s*(,\\s*\\d{1,16}\\s*)*)?\\]\\s*$'
/** More rows than a statement can list. */
const maxListed = 1_000_000_000

/**
 * One parameter, whatever the number of rows. PostgreSQL takes the function to return 100 of them, and reads all of a
 * table of some thousand rows to find that many; most statements list a few. A limit whose value it does not know when
 * it plans lets it expect a tenth, which it finds by the index.
 */
const listOf: Adapter['listed'] = (name, listColumns, rows) => {
  const { columns, json } = positioned(listColumns, rows)
  const list = columns.map(
    (column) => sql`${sql.id(column.name)} ${sql.raw(column.type === 'integer' ? 'bigint' : textType)}`,
  )
  const names = sql.join(columns.map((column) => sql.id(column.name)))
  return sql`(select ${names} from json_to_recordset(cast(${json} as json)) as ${sql.id(name)}(${sql.join(list)})
    limit (select ${sql.lit(maxListed)})) as ${sql.id(name)}`
}

export const postgresAdapter: Adapter = {
  label: 'PostgreSQL',
  engine: 'postgresql',
  embedded: false,
  ddl: postgresDdl,
  catalogue: readPostgresCatalogue,
  // With collation "C", ILIKE folds ASCII letters only, as the other engine's LIKE does.
  // Guard T05: one collation on PostgreSQL.
  // Without: like: (text, pattern) => sql<SqlBool>`${text} like ${closedPattern(pattern)} escape '\\'`
  like: (text, pattern) => sql<SqlBool>`(${text} collate "C") ilike ${closedPattern(pattern)} escape '\\'`,
  textOf,
  jsonHas: (json, value) =>
    sql<SqlBool>`coalesce(cast(${json} as jsonb) @> cast(${JSON.stringify([value])} as jsonb), false)`,
  jsonHasAny: (json, texts) =>
    sql<SqlBool>`coalesce(jsonb_exists_any(cast(${json} as jsonb), array[${sql.join(texts)}]::text[]), false)`,
  jsonLength: (json) => sql<number>`coalesce(json_array_length(cast(${json} as json)), 0)`,
  jsonTexts: (ids, table, text) =>
    sql<string>`(select cast(json_agg(coalesce(cast(${sql.id('_target', text)} as text), '') order by _item._n) as text)
    from (select ${ids} as _list) as _outside,
    jsonb_array_elements_text(case when _outside._list ~ ${idList} then cast(_outside._list as jsonb) end)
      with ordinality as _item(_id, _n)
    join ${sql.table(table)} as _target on _target.id = cast(_item._id as bigint))`,
  arithmetic: (
    op,
    left,
    right,
  ) => sql<number>`(select case when v between -9223372036854775808 and 9223372036854775807 then cast(v as bigint) end
    from (select ${arithmetics[op](numeric(left), numeric(right))} as v) as _number)`,
  textLiteral: (text) => sql<string>`(cast(${sql.lit(text)} as text) collate "C")`,
  inSet(text, value): RawBuilder<SqlBool> {
    if (value.includes(',')) return sql<SqlBool>`false`
    return sql<SqlBool>`coalesce(strpos(',' || ${text} || ',', ${`,${value},`}) > 0, false)`
  },
  isAmong: (integer, json) =>
    sql<SqlBool>`${integer} = any (array(select cast(_item._id as bigint)
      from json_array_elements_text(cast(${json} as json)) as _item(_id)))`,
  orderBy(column, direction, nullable) {
    const nulls = direction === 'asc' ? 'nulls first' : 'nulls last'
    return sql`${column} ${sql.raw(nullable ? `${direction} ${nulls}` : direction)}`
  },
  unindexed(column, type) {
    if (type === 'integer') return sql`${column} + 0`
    return type === 'text' ? sql`${column} || ''` : sql`${column}`
  },
  unindexedCondition: (condition) => sql<SqlBool>`case when ${condition} then true else false end`,
  indexesEndWithId: false,
  sortsJoined: false,
  checkpoint: () => null,
  faults: postgresFaults,
  storedSize: postgresStoredSize,
  laterFloors: postgresLaterFloors,
  listed: listOf,
  reserveIds,
  search: postgresSearch,
  rowLock: (lock, of) => sql`${rowLocks[lock]}${of ? sql` of ${sql.join(of.map((alias) => sql.id(alias)))}` : sql``}`,
  lockName: async (trx, name) => {
    const key = sql`hashtextextended('tablewright lock:' || current_schema() || ':' || ${name}, 0)`
    // Guard T85: the lock of a name holds between processes.
    // Without: await sql`select ${key}`.execute(trx)
    await sql`select pg_advisory_xact_lock(${key})`.execute(trx)
  },
  problemOf,
}

/** A soft delete writes no key column, so that only FOR UPDATE makes it wait for FOR KEY SHARE. */
const rowLocks: Readonly<Record<RowLock, RawBuilder<unknown>>> = {
  reference: sql`for key share`,
  write: sql`for no key update`,
  exclusive: sql`for update`,
}

async function reserveIds(trx: Reading, table: string, count: number): Promise<readonly number[]> {
  const { rows } = await sql<Row>`select nextval(pg_get_serial_sequence(${`"${table}"`}, 'id')) as id
    from generate_series(1, ${count})`.execute(trx)
  return rows.map(rowId)
}

const numeric = (value: Expression<unknown>): RawBuilder<unknown> => sql`cast(${value} as numeric)`

/** In numbers without an end, so that nothing overflows on the way. */
const arithmetics: Readonly<
  Record<ArithmeticOp, (left: RawBuilder<unknown>, right: RawBuilder<unknown>) => RawBuilder<unknown>>
> = {
  add: (left, right) => sql`${left} + ${right}`,
  subtract: (left, right) => sql`${left} - ${right}`,
  multiply: (left, right) => sql`${left} * ${right}`,
  divide: (left, right) => sql`div(${left}, nullif(${right}, 0))`,
  remainder: (left, right) => sql`mod(${left}, nullif(${right}, 0))`,
}

const busyCodes: readonly string[] = ['40001', '40P01', '55P03', '57014', '53300', '25P03']
const lostCodes: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
]
/** Messages of the driver without a code; the second occurs when a rollback is sent over a lost connection. */
const lostMessages = /^Connection terminated|is not queryable$/

function problemOf(error: unknown): StoreProblem | null {
  if (error instanceof StoreError) return { kind: error.code }
  const code = codeOf(error)
  if (code === '23505') return { kind: 'unique', ...violated(error) }
  if (code === '23503' || code === '23001') return { kind: 'foreign' }
  if (code === '23502')
    return { kind: 'required', fields: [(error as { column?: string }).column ?? ''].filter(Boolean) }
  if (busyCodes.includes(code) || messageOf(error).includes('timeout exceeded when trying to connect'))
    return { kind: 'busy' }
  if (code === '53100') return { kind: 'full' }
  return lostCodes.includes(code) || code.startsWith('08') || lostMessages.test(messageOf(error))
    ? { kind: 'unavailable' }
    : null
}

/** The columns are in `Key (a, b)=(…)`, in whatever language the server uses. */
function violated(error: unknown): { table: string | null; fields: string[] } {
  const { table = null, detail = '' } = error as { table?: string | null; detail?: string }
  const columns = /\(([^)]*)\)=\(/.exec(detail)?.[1] ?? ''
  return { table, fields: columns === '' ? [] : columns.split(', ').map((name) => name.replace(/^"|"$/g, '')) }
}
