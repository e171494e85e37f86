/** The lines of the record of an action. Nobody else can write them, because the action has locked the record. */
import { appendMany, updateMany, type Row, type Transaction } from '../../db/index.ts'
import { lineTableOf, readLines } from '../lines/read.ts'
import type { Scope } from '../../operation/scope.ts'
import type { TableModel } from '../../../protocol/index.ts'

export class LineCache {
  readonly #scope: Scope
  readonly #trx: Transaction
  readonly #model: TableModel
  readonly #owner: number
  readonly #read = new Map<string, Promise<readonly Row[]>>()

  /** @param owner id of the record */
  constructor(scope: Scope, trx: Transaction, model: TableModel, owner: number) {
    this.#scope = scope
    this.#trx = trx
    this.#model = model
    this.#owner = owner
  }

  /** The stored lines of a field by place, read once. */
  of(field: string): Promise<readonly Row[]> {
    const known =
      this.#read.get(field) ??
      readLines(this.#scope, this.#trx, this.#model, field, [this.#owner]).then((found) => found.get(this.#owner) ?? [])
    this.#read.set(field, known)
    return known
  }

  /** Adds lines, which all name the same columns, and their place; the owner is known. */
  async add(field: string, rows: readonly Row[]): Promise<void> {
    const { model, owner } = lineTableOf(this.#scope.registry, this.#model, field)
    const lines = rows.map((row) => ({ ...row, [owner]: this.#owner, version: 1 }))
    await appendMany(this.#scope.database, this.#trx, model, lines)
    this.#read.delete(field)
  }

  /** Writes what the rows name, all of them the same columns, into the stored lines of their ids. */
  async replace(field: string, rows: readonly Row[]): Promise<void> {
    await updateMany(this.#scope.database, this.#trx, lineTableOf(this.#scope.registry, this.#model, field).model, rows)
    const changed = new Map(rows.map((row) => [Number(row['id']), row]))
    const known = await this.#read.get(field)
    if (known)
      this.#read.set(field, Promise.resolve(known.map((line) => ({ ...line, ...changed.get(Number(line['id'])) }))))
  }
}
