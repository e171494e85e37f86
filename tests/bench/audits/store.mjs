/**
 * The database beside the server, for the baseline and for furnishing: one `rows(sql, values)` over both engines, with
 * `?` for parameters; `inTransaction`, with statements in the form of the engine; and `decimal(sql, scale)` for a
 * decimal that is counted in its smallest unit, which PostgreSQL stores as NUMERIC. Settings are those of the server:
 * WAL and synchronous=FULL, PostgreSQL with fsync.
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
    inTransaction: async (steps) => connection.transaction(() => runSteps(steps, rows)).immediate(),
    close: async () => connection.close(),
  }
}

function postgresStore(url, clients) {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  const rows = async (sql, values = []) => (await pool.query(dollars(sql), values)).rows
  const decimal = (value, scale) => `((${value}) / ${10 ** scale}.0)`
  return { name: 'PostgreSQL', clients, pool, rows, decimal, inTransaction, close: () => pool.end() }

  async function inTransaction(steps) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const running = steps()
      for (let next = running.next(); !next.done;) next = running.next((await client.query(...next.value)).rows)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
}

/** Runs the statements that a generator yields, and hands it the rows of each. */
function runSteps(steps, rows) {
  const running = steps()
  for (let next = running.next(); !next.done;) next = running.next(rows(...next.value))
}

const dollars = (sql) => {
  let at = 0
  return sql.replace(/\?/g, () => `$${++at}`)
}
