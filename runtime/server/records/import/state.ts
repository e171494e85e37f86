/** Records as the previous rows have left them, on top of the state of the database. */
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'

export interface RecordState {
  /** Below zero as long as the record is not in the database. */
  readonly id: number
  readonly values: Map<string, StoredValue>
  /** The row as the database has it; null for a new record. */
  readonly stored: Row | null
  readonly isNew: boolean
  /** Fields that differ from the database. */
  readonly changed: Set<string>
}

/** One text for the values of several columns; null when one of them is NULL, which equals nothing. */
export function tupleOf(columns: readonly string[], values: ReadonlyMap<string, StoredValue>): string | null {
  const parts = columns.map((column) => values.get(column) ?? null)
  return parts.includes(null) ? null : JSON.stringify(parts)
}

/** As the key of a record, where NULL is a value like another; null when all are NULL. */
export function keyOf(columns: readonly string[], values: ReadonlyMap<string, StoredValue>): string | null {
  const parts = columns.map((column) => values.get(column) ?? null)
  return parts.every((part) => part === null) ? null : JSON.stringify(parts)
}

export class Overlay {
  readonly states = new Map<number, RecordState>()
  readonly #model: TableModel
  readonly #created = new Map<string, RecordState[]>()
  /** Index and tuple → id of the record that has the value now. */
  readonly #taken = new Map<string, number>()
  #lastId = 0

  constructor(model: TableModel) {
    this.#model = model
  }

  /** The state of a row of the database. */
  stateOf(row: Row): RecordState {
    const id = Number(row['id'])
    return (
      this.states.get(id) ?? { id, values: new Map(Object.entries(row)), stored: row, isNew: false, changed: new Set() }
    )
  }

  /** New records of this key. */
  createdBy(key: string | null): readonly RecordState[] {
    return key === null ? [] : (this.#created.get(key) ?? [])
  }

  create(values: Map<string, StoredValue>): RecordState {
    const state: RecordState = { id: --this.#lastId, values, stored: null, isNew: true, changed: new Set() }
    const key = keyOf(this.#model.key, values)
    if (key !== null) this.#created.set(key, [...this.createdBy(key), state])
    this.#keep(state)
    return state
  }

  change(state: RecordState, changes: ReadonlyMap<string, StoredValue>): void {
    this.#let(state)
    for (const [name, value] of changes) {
      state.values.set(name, value)
      state.changed.add(name)
    }
    this.#keep(state)
  }

  /**
   * The record that has the values of a unique index now.
   * @param stored the record that has them in the database
   */
  ownerOf(index: string, columns: readonly string[], tuple: string, stored: number | undefined): number | undefined {
    const taken = this.#taken.get(`${index} ${tuple}`)
    if (taken !== undefined || stored === undefined) return taken
    const state = this.states.get(stored)
    return state === undefined || tupleOf(columns, state.values) === tuple ? stored : undefined
  }

  #keep(state: RecordState): void {
    this.states.set(state.id, state)
    for (const [index, tuple] of this.#tuples(state)) this.#taken.set(`${index} ${tuple}`, state.id)
  }

  #let(state: RecordState): void {
    for (const [index, tuple] of this.#tuples(state))
      if (this.#taken.get(`${index} ${tuple}`) === state.id) this.#taken.delete(`${index} ${tuple}`)
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
