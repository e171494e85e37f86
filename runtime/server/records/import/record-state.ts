/** Records as the previous rows have left them, on top of the state of the database. */
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import type { ImportRow } from './import-row.ts'

export interface RecordState {
  /** Below zero as long as the record is not in the database. */
  readonly id: number
  readonly values: Map<string, StoredValue>
  /** The row as the database has it; null for a new record. */
  readonly stored: Row | null
  readonly isNew: boolean
  /** Fields that differ from the database. */
  readonly changed: Set<string>
  /** The rows of this batch that are about the record. */
  readonly rows: ImportRow[]
}

/** One text for the values of several columns; null when one of them is NULL, which equals nothing. */
export function tupleOf(columns: readonly string[], values: ReadonlyMap<string, StoredValue>): string | null {
  const parts = columns.map((column) => values.get(column) ?? null)
  return parts.includes(null) ? null : textOf(parts)
}

/** As the key of a record, where NULL is a value like another; null when all are NULL. */
export function keyOf(columns: readonly string[], values: ReadonlyMap<string, StoredValue>): string | null {
  const parts = columns.map((column) => values.get(column) ?? null)
  return parts.every((part) => part === null) ? null : textOf(parts)
}

/** Values of one column need nothing between them. */
const textOf = (parts: readonly StoredValue[]): string =>
  parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)

/** Stands in the place of a record for values that nobody has any more. */
const nobody = 0

export class Overlay {
  /** Records that were created or changed here. */
  readonly states = new Map<number, RecordState>()
  readonly #model: TableModel
  /** The state after earlier batches; null = nothing. */
  readonly #base: Overlay | null
  /** Key → ids of new records. */
  readonly #created = new Map<string, number[]>()
  /** Index and tuple → id of the record that has the value now. */
  readonly #taken = new Map<string, number>()
  #lastId: number

  constructor(model: TableModel, base: Overlay | null = null) {
    this.#model = model
    this.#base = base
    this.#lastId = base ? base.#lastId : 0
  }

  /** The state of a row of the database. */
  stateOf(row: Row): RecordState {
    const id = Number(row['id'])
    const existing = this.#find(id)
    return (
      existing ?? { id, values: new Map(Object.entries(row)), stored: row, isNew: false, changed: new Set(), rows: [] }
    )
  }

  /** New records of this key. */
  createdBy(key: string | null): readonly RecordState[] {
    return key === null ? [] : this.#createdIds(key).flatMap((id) => this.#find(id) ?? [])
  }

  /** @param row what hooks are to see of the file; null where there are none */
  create(values: Map<string, StoredValue>, row: ImportRow | null): void {
    const rows = row ? [row] : []
    const state = { id: --this.#lastId, values, stored: null, isNew: true, changed: new Set<string>(), rows }
    const key = keyOf(this.#model.key, values)
    if (key !== null) this.#created.set(key, [...(this.#created.get(key) ?? []), state.id])
    this.#keep(state)
  }

  /** @param row as of `create` */
  change(state: RecordState, changes: ReadonlyMap<string, StoredValue>, row: ImportRow | null): void {
    this.#let(state)
    if (row) state.rows.push(row)
    for (const [name, value] of changes) {
      state.values.set(name, value)
      state.changed.add(name)
    }
    this.#keep(state)
  }

  /** Takes over what a batch on top of this one has left. */
  merge(later: Overlay): void {
    for (const [id, state] of later.states) this.states.set(id, { ...state, rows: [] })
    for (const [key, ids] of later.#created) this.#created.set(key, [...(this.#created.get(key) ?? []), ...ids])
    for (const [tuple, id] of later.#taken) this.#taken.set(tuple, id)
    this.#lastId = later.#lastId
  }

  /** The state of a record that was created or changed, for this batch to change. */
  #find(id: number): RecordState | undefined {
    const own = this.states.get(id)
    const earlier = own ? undefined : this.#base?.states.get(id)
    return earlier ? { ...earlier, values: new Map(earlier.values), changed: new Set(earlier.changed), rows: [] } : own
  }

  #createdIds(key: string): readonly number[] {
    return [...(this.#base ? this.#base.#createdIds(key) : []), ...(this.#created.get(key) ?? [])]
  }

  /**
   * The record that has the values of a unique index now.
   * @param ownId the record that has them in the database
   */
  ownerOf(index: string, columns: readonly string[], tuple: string, ownId: number | undefined): number | undefined {
    const takenId = this.#takenBy(`${index} ${tuple}`)
    if (takenId !== nobody || ownId === undefined) return takenId === nobody ? undefined : takenId
    const state = this.#find(ownId)
    return state === undefined || tupleOf(columns, state.values) === tuple ? ownId : undefined
  }

  #takenBy(tuple: string): number {
    return this.#taken.get(tuple) ?? (this.#base ? this.#base.#takenBy(tuple) : nobody)
  }

  #keep(state: RecordState): void {
    this.states.set(state.id, state)
    for (const [index, tuple] of this.#tuples(state)) this.#taken.set(`${index} ${tuple}`, state.id)
  }

  #let(state: RecordState): void {
    for (const [index, tuple] of this.#tuples(state))
      if (this.#takenBy(`${index} ${tuple}`) === state.id) this.#taken.set(`${index} ${tuple}`, nobody)
  }

  #tuples({ values }: RecordState): readonly (readonly [string, string])[] {
    return this.#model.indexes
      .filter((index) => index.unique)
      .flatMap((index) => {
        const tuple = tupleOf(index.on, values)
        return tuple === null ? [] : [[index.name, tuple] as const]
      })
  }
}
