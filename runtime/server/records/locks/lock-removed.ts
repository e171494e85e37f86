/** Locks what a deletion removes and changes, in the lock order. */
import { sql } from 'kysely'
import { requireRelation, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { retryTransaction, type Transaction } from '../../db/index.ts'
import { isDocument } from '../../core/models/lock-order.ts'
import type { Referrer } from '../../core/models/registry.ts'
import { hasSingleWriter, lockRows } from '../../operation/lock-rows.ts'
import type { Scope } from '../../operation/scope.ts'

/** Ids of the rows that refer to one of the records by the field. */
export type FindReferring = (referrer: Referrer, ids: readonly number[]) => Promise<readonly number[]>

/** The locked rows of one deletion. */
export class RemovalLocks {
  readonly #scope: Scope
  readonly #trx: Transaction
  readonly #find: FindReferring
  /** By entity. */
  readonly #locked = new Map<string, ReadonlySet<number>>()

  constructor(scope: Scope, trx: Transaction, find: FindReferring) {
    this.#scope = scope
    this.#trx = trx
    this.#find = find
  }

  /**
   * Locks records FOR UPDATE before anything is decided about their deletion: who is about to refer to one of them has
   * committed then, or waits and finds it deleted. Documents that the deletion changes come first, as everywhere.
   */
  async lock(model: TableModel, ids: readonly number[]): Promise<void> {
    if (hasSingleWriter(this.#scope.database) || ids.length === 0) return
    const all = await this.#withBranches(model, ids)
    const targets: LockTargets = new Map([[model, new Set(all)]])
    await this.#addDocuments(model, all, targets)
    const byTable = new Map([...targets.keys()].map((target) => [target.table, target]))
    for (const table of this.#scope.registry.inLockOrder(byTable.keys())) {
      const lockedModel = byTable.get(table) ?? model
      const lockedIds = this.#locked.get(lockedModel.id)
      const missing = [...(targets.get(lockedModel) ?? [])].filter((id) => !lockedIds?.has(id))
      await lockRows(this.#scope, this.#trx, lockedModel.id, missing, 'exclusive')
      this.#locked.set(lockedModel.id, new Set([...(lockedIds ?? []), ...missing]))
    }
  }

  /**
   * Locks records that are deleted with those they refer to. They come after them, unless they were locked with them.
   */
  async lockDependents({ model, field }: Referrer, ids: readonly number[]): Promise<void> {
    if (isDocument(model) || requireRelation(field).to === model.id) this.requireLocked(model, ids)
    else await this.lock(model, ids)
  }

  /** Runs the transaction again when a row that had to be locked earlier was not there yet. */
  requireLocked({ id: entity }: TableModel, ids: readonly number[]): void {
    if (hasSingleWriter(this.#scope.database)) return
    if (ids.some((id) => !this.#locked.get(entity)?.has(id))) retryTransaction()
  }

  /** The records and all that hang below them by references to their own table. */
  async #withBranches(model: TableModel, ids: readonly number[]): Promise<readonly number[]> {
    const all = new Set(ids)
    const own = this.#referrers(model).filter((referrer) => referrer.model.id === model.id && isCascade(referrer.field))
    for (let level = ids; level.length > 0 && own.length > 0;) {
      const below: number[] = []
      for (const referrer of own) below.push(...(await this.#find(referrer, level)))
      level = below.filter((id) => !all.has(id))
      for (const id of level) all.add(id)
    }
    return [...all]
  }

  /** Documents that lose a reference, or go with a record: directly, through their lines, or through other records. */
  async #addDocuments(model: TableModel, ids: readonly number[], targets: LockTargets): Promise<void> {
    for (const referrer of this.#referrers(model)) {
      if (referrer.model.id === model.id || !this.#reachesDocument(referrer.model, [model])) continue
      const referringIds = await this.#find(referrer, ids)
      if (referringIds.length === 0) continue
      const { ownedBy } = referrer.model
      if (ownedBy)
        add(targets, this.#scope.registry.require(ownedBy.entity), await this.#ownersOf(referrer, referringIds))
      else if (isDocument(referrer.model)) add(targets, referrer.model, referringIds)
      if (!ownedBy && isCascade(referrer.field)) await this.#addDocuments(referrer.model, referringIds, targets)
    }
  }

  #reachesDocument(model: TableModel, above: readonly TableModel[]): boolean {
    if (isDocument(model) || model.ownedBy) return true
    return this.#referrers(model).some(
      (referrer) =>
        !above.includes(referrer.model) &&
        referrer.model !== model &&
        this.#reachesDocument(referrer.model, [...above, model]),
    )
  }

  /** Fields through which a deletion changes other rows; the lines of a record go with it. */
  #referrers(model: TableModel): readonly Referrer[] {
    return this.#scope.registry
      .referrers(model.id)
      .filter(({ model: other, field }) => other.ownedBy?.field !== field.name && changesRows(field))
  }

  async #ownersOf({ model }: Referrer, lines: readonly number[]): Promise<readonly number[]> {
    const owner = sql.id(model.ownedBy?.field ?? 'id')
    const { rows } = await sql<{ owner: number }>`select distinct ${owner} as owner from ${sql.table(model.table)}
      where id in (${sql.join(lines)})`.execute(this.#trx)
    return rows.map((row) => Number(row.owner))
  }
}

const isCascade = (field: FieldModel): boolean => requireRelation(field).onDelete === 'cascade'
const changesRows = (field: FieldModel): boolean => ['cascade', 'null'].includes(requireRelation(field).onDelete)

type LockTargets = Map<TableModel, Set<number>>

const add = (into: LockTargets, model: TableModel, ids: readonly number[]): void => {
  into.set(model, new Set([...(into.get(model) ?? []), ...ids]))
}
