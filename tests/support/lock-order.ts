/**
 * Checks that the statements of a transaction lock rows in the one order of all writes (`core/models/lock-order.ts`).
 * What a statement locks is read from its text, its parameters and the ids it returns; foreign keys lock unseen, after
 * the statements that locked the same rows.
 */
import type { TableModel } from 'tablewright/protocol'
import { firstTables, isDocument, lastTables, lockOrder } from '../../runtime/server/core/models/lock-order.ts'

interface KnownTable {
  readonly order: readonly string[]
  /** Tables it refers to: rows of a locked record are safe with it. */
  readonly targets: readonly string[]
  /** The table of the document that its lines belong to. */
  readonly owner: string | null
  readonly newestFirst: boolean
  /** Its schema says that it is locked before all others. */
  readonly isFirst: boolean
}

/** The table of the access version: all who write the tables of rights wait for it first. */
const accessVersion = 'tablewright_meta'

/** Tables of which a transaction writes the rows of one account, key or record only, and the logs tests tamper with. */
const ownRows: ReadonlySet<string> = new Set(['throttle', 'session', 'token', 'record_log', 'admin_log', 'notice_read'])

const known = new Map<string, KnownTable>()

/** Makes the tables of these models known; those of later calls replace earlier ones of the same name. */
export function watchTables(models: readonly TableModel[]): void {
  const order = lockOrder(models)
  known.set(accessVersion, { order, targets: [], owner: null, newestFirst: false, isFirst: false })
  for (const model of models) {
    const owner = models.find(({ id }) => id === model.ownedBy?.entity)?.table ?? null
    const targets = model.fields.flatMap(({ relation }) => (relation && !relation.owned ? [relation.table] : []))
    known.set(model.table, { order, targets, owner, newestFirst: isDocument(model), isFirst: model.lock === 'first' })
  }
}

/** What went wrong in transactions of this worker since the last look. */
export const violations: string[] = []

/** A statement, as it is sent to the database. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** Rows of one table that a statement locks; null = which ones its text does not tell. */
interface Locks {
  readonly table: string
  readonly ids: readonly number[] | null
}

const locking = /for (?:no key update|update|key share|share)(?: of ([\w", ]+))?/

/** The rows a statement locks. `rows` is what it returned. */
function locksOf({ text, parameters }: Statement, rows: readonly Record<string, unknown>[]): readonly Locks[] {
  const clause = locking.exec(text)
  const [, changed] = /^\s*(?:update|delete from|insert into) "(\w+)"/.exec(text) ?? []
  if (changed !== undefined) {
    if (/^\s*insert/.test(text)) return isUpsert(text, changed) ? [{ table: changed, ids: null }] : []
    return [{ table: changed, ids: idsIn(text, parameters) }]
  }
  if (!clause) return []
  const aliases = new Map(
    // A table with decimals is read from a subquery, which is locked under its alias.
    [...text.matchAll(/(?:from|join) "(\w+)"(?: as "?(\w+)"?)?(?:\) as "?(\w+)"?)?/g)].map((one) => [
      one[3] ?? one[2] ?? one[1],
      one[1],
    ]),
  )
  const names = clause[1]?.match(/\w+/g) ?? [[...aliases.keys()][0]]
  const ids = names.length === 1 && rows.every((row) => 'id' in row) ? rows.map((row) => Number(row['id'])) : null
  return names.flatMap((name) => {
    const table = aliases.get(name)
    return table === undefined ? [] : [{ table, ids }]
  })
}

/** Of the table with the access version other rows are locked, too, each by one kind of transaction only. */
const isUpsert = (text: string, table: string): boolean =>
  /do update/.test(text) && (table !== accessVersion || text.includes("'access'"))

/** Ids of a condition on the primary key alone. */
function idsIn(text: string, parameters: readonly unknown[]): readonly number[] | null {
  const found = /where "?id"? (?:= (\$\d+|\?)|in \(([^)]*)\))/.exec(text)
  const places = (found?.[1] ?? found?.[2])?.match(/\$\d+|\?/g)
  if (!found || !places) return null
  const before = text.slice(0, found.index).split('?').length - 1
  return places.map((place, at) => Number(parameters[place === '?' ? before + at : Number(place.slice(1)) - 1]))
}

/** The locks of one transaction. */
export class TransactionLocks {
  readonly #isConcurrent: boolean

  /**
   * @param isConcurrent transactions run at the same time. Else only the first steps of the order are checked: without
   * locks, statements within a step come as they like.
   */
  constructor(isConcurrent: boolean) {
    this.#isConcurrent = isConcurrent
  }

  #isBefore(order: readonly string[], table: string, other: string): boolean {
    if (!order.includes(other)) return false
    return this.#isConcurrent
      ? order.indexOf(table) < order.indexOf(other)
      : !lastTables.includes(other) && stepOf(table) < (this.#isOfContract(table) ? 2 : stepOf(other))
  }

  /** Records of contracts are locked together with those of other modules, in an order that no statement shows here. */
  #isOfContract(table: string): boolean {
    return [table, ...this.#held.keys()].some((name) => known.get(name)?.isFirst === true)
  }

  /** By table: the ids, or null when they are not known. */
  readonly #held = new Map<string, Set<number> | null>()
  readonly #pending: string[] = []
  readonly #own = new Map<string, Set<number>>()

  /** @param rows what the statement returned */
  add(statement: Statement, rows: readonly Record<string, unknown>[] = []): void {
    // What waits for nobody is part of no deadlock.
    const [, skipping] = /^\s*select .*? from "?(\w+)"? .*skip locked/s.exec(statement.text) ?? []
    if (skipping !== undefined) return this.#addOwn(skipping, rows)
    // Whole tables are written by tests only, and nobody else looks for rows that have expired.
    if (/^\s*(update|delete)/.test(statement.text) && !/ where /.test(statement.text)) return
    if (/^\s*delete from .*"(expire|create)_time" </.test(statement.text)) return
    const [, inserted] = /^\s*insert into "(\w+)"/.exec(statement.text) ?? []
    if (inserted !== undefined && rows.length > 0) this.#addOwn(inserted, rows)
    for (const { table, ids } of locksOf(statement, rows)) this.#lock(table, ids, statement.text)
  }

  #addOwn(table: string, rows: readonly Record<string, unknown>[]): void {
    const own = this.#own.get(table) ?? new Set()
    for (const row of rows) own.add(Number(row['id']))
    this.#own.set(table, own)
  }

  #lock(table: string, ids: readonly number[] | null, text: string): void {
    const facts = known.get(table)
    if (!facts) return
    // Whoever writes lines holds the document, or has just added it.
    if (facts.owner !== null && (this.#held.has(facts.owner) || this.#own.has(facts.owner))) return
    const held = this.#held.get(table)
    if (ids === null ? this.#held.has(table) || this.#own.has(table) : held === null) return
    const missing = (ids ?? []).filter((id) => !held?.has(id) && !this.#own.get(table)?.has(id))
    if (ids !== null && missing.length === 0) return
    for (const other of this.#held.keys())
      if (other !== table && this.#isBefore(facts.order, table, other))
        violations.push(`locks ${table} after ${other}: ${text}`)
    const isSerial = ownRows.has(table) || (this.#held.has(accessVersion) && table.startsWith('admin'))
    if (this.#isConcurrent && !isSerial && held && isLate(missing, held, facts.newestFirst))
      violations.push(`locks rows of ${table} after later ones: ${text}`)
    const isWithTarget = facts.targets.some((target) => this.#held.has(target) || this.#own.has(target))
    violations.push(...this.#pending.splice(0))
    if (this.#isConcurrent && !isSerial && (ids === null || missing.length > 1) && !isWithTarget && !isOrdered(text))
      // A condition locks one row as a rule, and a single lock is none that others wait for while it waits.
      (this.#held.size > 0 || missing.length > 1 ? violations : this.#pending).push(
        `locks rows of ${table} in no order: ${text}`,
      )
    this.#held.set(table, ids === null ? null : new Set([...(held ?? []), ...ids]))
  }
}

/** 1 what serialises requests, 2 documents, 3 all other tables, 4 what is only appended to. */
function stepOf(table: string): number {
  if (firstTables.includes(table)) return 1
  if (lastTables.includes(table)) return 4
  const facts = known.get(table)
  return facts?.newestFirst || facts?.owner != null ? 2 : 3
}

const isLate = (ids: readonly number[], held: ReadonlySet<number>, newestFirst: boolean): boolean =>
  ids.some((id) => [...held].some((other) => (newestFirst ? id > other : id < other)))

/** A statement over several rows names their order; one that inserts rows does so in theirs. A unique key names one. */
const isOrdered = (text: string): boolean => /order by|^\s*insert|where "key" =|_hash" =/.test(text)
