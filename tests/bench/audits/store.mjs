/**
 * The database beside the server, for the baseline and for furnishing: one `rows(sql, values)` over both engines, with
 * `?` for parameters; `inTransaction(work)`, whose client has `query` for statements in the form of the engine; and
 * `decimal(sql, scale)` for a decimal that is counted in its smallest unit, which PostgreSQL stores as NUMERIC. Its
 * settings are those of the server: WAL and synchronous=FULL, PostgreSQL with fsync.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** @param clients how many may work at once; SQLite has one writer whatever is said */
export function openStore(url, clients) {
  return url.startsWith('postgres') ? postgresStore(url, clients) : sqliteStore(url)
}

function sqliteStore(file) {
  const connection = new Sqlite(file, { timeout: 10_000 })
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'cache_size = -4000',
    'journal_size_limit = 67108864',
  ])
    connection.pragma(setting)
  const prepared = new Map()
  const statementOf = (sql) => {
    const statement = prepared.get(sql) ?? connection.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const rows = (sql, values = []) => {
    const statement = statementOf(sql)
    return statement.reader ? statement.all(...values) : (statement.run(...values), [])
  }
  return {
    name: 'SQLite',
    clients: 1,
    decimal: (value) => `(${value})`,
    sqlite: { rows, transaction: (work) => connection.transaction(work).immediate },
    rows: async (sql, values) => rows(sql, values),
    inTransaction: (work) =>
      committed({ query: (sql, values) => ({ rows: rows(sql, values) }) }, 'begin immediate', work),
    close: async () => connection.close(),
  }
}

function postgresStore(url, clients) {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  // A connection that was just ended may still hear that its database is dropped; statements reject by themselves.
  pool.on('error', () => {})
  const rows = async (sql, values = []) => (await pool.query(dollars(sql), values)).rows
  const decimal = (value, scale) => `((${value}) / ${10 ** scale}.0)`
  return { name: 'PostgreSQL', clients, rows, decimal, inTransaction, close: () => pool.end() }

  async function inTransaction(work) {
    const client = await pool.connect()
    try {
      return await committed(client, 'begin', work)
    } finally {
      client.release()
    }
  }
}

/** Runs work with a client in a transaction. */
async function committed(client, begin, work) {
  await client.query(begin)
  try {
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const dollars = (sql) => {
  let at = 0
  return sql.replace(/\?/g, () => `$${++at}`)
}
