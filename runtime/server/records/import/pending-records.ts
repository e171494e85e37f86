/**
 * The records of a batch as they will be written. A trial takes back what it writes after each batch, so it stores anew
 * what earlier batches have created and this one refers to or changes.
 */
import { refersToOne, type StoredValue } from '../../../protocol/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Row, Transaction } from '../../db/index.ts'
import { newRow } from '../new-row.ts'
import type { ImportRow } from './import-row.ts'
import { insertRecords } from './insert.ts'
import type { ImportRun } from './run.ts'
import type { RecordState } from './record-state.ts'

type Values = ReadonlyMap<string, StoredValue>

export interface PendingRecord {
  /** Null for a new record. */
  readonly current: Row | null
  /** All of its values. */
  readonly values: Values
  /** The fields that differ; only of a record that exists. */
  readonly changed: ReadonlySet<string>
  /** The rows that are about it, where hooks see them. */
  readonly rows: readonly ImportRow[]
}

/** In the order of their states. */
export async function pendingRecords(
  run: ImportRun,
  trx: Transaction,
  states: Iterable<RecordState>,
): Promise<readonly PendingRecord[]> {
  const earlier = run.trial && new EarlierRecords(run, trx)
  const pending: PendingRecord[] = []
  for (const state of states) {
    const { stored: row, changed: changedFields, rows } = state
    const values = earlier ? await earlier.localValues(state.values) : state.values
    const current = earlier && state.isNew ? await earlier.find(state.id) : row
    pending.push({
      current,
      values,
      changed: current === row ? changedFields : differences(current, values),
      rows: earlier ? await earlier.localRows(rows) : rows,
    })
  }
  return pending
}

const differences = (current: Row | null, values: Values): ReadonlySet<string> =>
  new Set([...values].filter(([name, value]) => value !== (current?.[name] ?? null)).map(([name]) => name))

class EarlierRecords {
  readonly #run: ImportRun
  readonly #trx: Transaction
  /** By the id that the trial gave them. Null = is being stored. */
  readonly #stored = new Map<number, Row | null>()

  constructor(run: ImportRun, trx: Transaction) {
    this.#run = run
    this.#trx = trx
  }

  /** The row of a record that an earlier batch has created; null when none has. */
  async find(id: number): Promise<Row | null> {
    const { model, scope, trial } = this.#run
    const state = trial?.states.get(id)
    const cachedRow = this.#stored.get(id)
    if (!state || cachedRow !== undefined) return cachedRow ?? null
    this.#stored.set(id, null)
    const values = await this.localValues(state.values)
    const row = newRow(model, values, scope.actor?.id ?? null, nowSeconds())
    const [added = 0] = await insertRecords(this.#run, this.#trx, [row])
    const query = this.#trx.selectFrom(model.table).selectAll().where('id', '=', added)
    const stored = (await query.executeTakeFirstOrThrow()) as Row
    this.#stored.set(id, stored)
    return stored
  }

  async localRows(rows: readonly ImportRow[]): Promise<readonly ImportRow[]> {
    const local: ImportRow[] = []
    for (const row of rows) local.push({ ...row, values: await this.localValues(row.values) })
    return local
  }

  /** The values with ids of this transaction in the place of those that the trial gave. */
  async localValues(values: Values): Promise<Map<string, StoredValue>> {
    const { fields, table } = this.#run.model
    const local = new Map(values)
    for (const { name } of fields.filter((field) => field.relation?.table === table && refersToOne(field))) {
      const id = Number(values.get(name) ?? 0)
      if (id < 0) local.set(name, ((await this.find(id))?.['id'] as number | undefined) ?? null)
    }
    return local
  }
}
