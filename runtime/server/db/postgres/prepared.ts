/**
 * Runs frequent statements under names: a connection parses and plans them once, instead of each time. Kysely's driver
 * sends texts only, so that the pool in front of it gives them their names.
 */
import { LRUCache } from 'lru-cache'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { codeOf } from '../store-error.ts'

/** How often a text is sent before it gets a name: those that are written for one list of values are sent once. */
const minUses = 3
/** Texts with a name; each takes memory on every connection of the server. */
const maxNames = 200
/** Texts whose uses are counted. */
const maxCounted = 1000

/** The names that this process gives to the statements of one database. */
class StatementNames {
  readonly #uses = new LRUCache<string, number>({ max: maxCounted })
  readonly #names = new Map<string, string>()
  #generation = 0
  #isOff = false

  /** Null = the statement is sent without a name. */
  of(text: string): string | null {
    const cachedName = this.#names.get(text)
    if (cachedName !== undefined) return cachedName
    if (this.#isOff || this.#names.size >= maxNames || !isPreparable.test(text)) return null
    const uses = (this.#uses.get(text) ?? 0) + 1
    this.#uses.set(text, uses)
    if (uses < minUses) return null
    this.#uses.delete(text)
    const name = `tablewright_${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /**
   * To be called with the error of a statement with a name. Names whose statements no longer fit are never used again.
   * @returns whether the statement may succeed when it is sent again
   */
  forget(error: unknown): boolean {
    const code = codeOf(error)
    if (!staleCodes.includes(code)) return false
    // A connection pooler that does not forward names cannot run any of them.
    this.#isOff ||= code !== changedResult
    this.#names.clear()
    this.#generation++
    return true
  }
}

/** What is no statement on rows (such as `begin`) has no plan. */
const isPreparable = /^\s*(?:select|insert|update|delete|with)\b/

/** The columns of a table have changed since the statement was prepared. */
const changedResult = '0A000'
/** The name is unknown to the connection, or belongs to another statement. */
export const staleCodes: readonly string[] = [changedResult, '26000', '42P05']

type Commit = (client: pg.PoolClient) => Promise<pg.QueryResult>

/**
 * A pool for Kysely; all its connections use the same names.
 * @param commit how a transaction is committed
 */
export function createPreparingPool(pool: pg.Pool, commit: Commit = (client) => client.query('commit')): PostgresPool {
  const names = new StatementNames()
  const clients = new WeakMap<pg.PoolClient, PreparingClient>()
  return {
    async connect() {
      const client = await pool.connect()
      // Kysely keeps what it knows of a connection by its object.
      const preparing = clients.get(client) ?? new PreparingClient(client, names, commit)
      clients.set(client, preparing)
      // Kysely asks for cursors only where it is given their class.
      return preparing as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

class PreparingClient {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #commit: Commit
  #isInTransaction = false

  constructor(client: pg.PoolClient, names: StatementNames, commit: Commit) {
    this.#client = client
    this.#names = names
    this.#commit = commit
  }

  async query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (/^(?:begin|start transaction)/.test(text)) this.#isInTransaction = true
    if (/^(?:commit|rollback)$/.test(text)) this.#isInTransaction = false
    if (text === 'commit') return this.#send<R>(this.#commit(this.#client))
    const name = this.#names.of(text)
    const plain = () => this.#client.query(text, [...parameters])
    if (name === null) return this.#send<R>(plain())
    try {
      return await this.#send<R>(this.#client.query({ name, text, values: [...parameters] }))
    } catch (error) {
      // A transaction has failed with its statement; whoever began it runs it again.
      if (!this.#names.forget(error) || this.#isInTransaction) throw error
      return this.#send<R>(plain())
    }
  }

  // Kysely names the commands whose number of rows it reads.
  async #send<R>(answer: Promise<pg.QueryResult>): Promise<PostgresQueryResult<R>> {
    // The columns of the rows are those that the statement of Kysely selects.
    return (await answer) as unknown as PostgresQueryResult<R>
  }

  release(): void {
    this.#client.release()
  }
}
