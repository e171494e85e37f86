/** The lines of the record of an action. Nobody else can write them, because the action has locked the record. */
import { appendMany, updateMany, type Row, type Transaction } from '../../db/index.ts'
import { lineTableOf, readLines } from '../lines/read.ts'
import type { Scope } from '../../operation/scope.ts'
import type { LoggedLineChanges } from '../../operation/audit/line-changes.ts'
import { linesOf, type TableModel } from '../../../protocol/index.ts'
import { lineChangesIn } from '../lines/write.ts'

export class LineCache {
  readonly #scope: Scope
  readonly #trx: Transaction
  readonly #model: TableModel
  readonly #owner: number
  readonly #read = new Map<string, Promise<readonly Row[]>>()
  readonly #before = new Map<string, readonly Row[]>()

  /** @param owner id of the record */
  constructor(scope: Scope, model: TableModel, trx: Transaction, owner: number) {
    this.#scope = scope
    this.#trx = trx
    this.#model = model
    this.#owner = owner
  }

  /** The stored lines of a field by place, read once. */
  of(field: string): Promise<readonly Row[]> {
    const cachedLines =
      this.#read.get(field) ??
      readLines(this.#scope, this.#model, this.#trx, field, [this.#owner]).then(
        (linesByOwner) => linesByOwner.get(this.#owner) ?? [],
      )
    this.#read.set(field, cachedLines)
    return cachedLines
  }

  /** Adds lines, which all name the same columns, and their place; the owner is known. */
  async add(field: string, rows: readonly Row[]): Promise<void> {
    const { model, owner } = lineTableOf(this.#scope.registry, this.#model, field)
    const lines = rows.map((row) => ({ ...row, [owner]: this.#owner, version: 1 }))
    await appendMany(this.#scope.database, model, this.#trx, lines)
    this.#read.delete(field)
  }

  /** Keeps the lines as they are before an action, of all fields that hold some. */
  async keepBefore(): Promise<void> {
    for (const { name } of linesOf(this.#model)) this.#before.set(name, await this.of(name))
  }

  /** What has changed in them since, for the log. */
  changes(): Promise<LoggedLineChanges> {
    return lineChangesIn(this.#scope, this.#model, this.#trx, this.#owner, [...this.#before])
  }

  /** Writes what the rows name, all of them the same columns, into the stored lines of their ids. */
  async replace(field: string, rows: readonly Row[]): Promise<void> {
    await updateMany(this.#scope.database, lineTableOf(this.#scope.registry, this.#model, field).model, this.#trx, rows)
    const changedRows = new Map(rows.map((row) => [Number(row['id']), row]))
    const cachedLines = await this.#read.get(field)
    if (cachedLines)
      this.#read.set(
        field,
        Promise.resolve(cachedLines.map((line) => ({ ...line, ...changedRows.get(Number(line['id'])) }))),
      )
  }
}
