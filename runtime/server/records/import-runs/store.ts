/** Files that are imported in the background: their rows wait in the database until all of them are imported. */
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { appendMany, removeFreeRows, rowId, type Transaction } from '../../db/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { isRemovable } from '../../operation/limits/retention.ts'
import { sql, type SqlBool } from 'kysely'

export const runTable = 'import_run'
const partTable = 'import_part'
/** Values of `import_run.state`. */
export const runStates = { draft: 10, running: 20, done: 30, failed: 40 } as const
const partKinds = { rows: 'rows', refused: 'refused' } as const

export type StoredRun = SystemRow<'import_run'>

/** A row of a file: its line, and the texts of its cells. */
export type StoredRecord = readonly [line: number, cells: readonly string[]]

/** A row that was refused, and why. */
interface StoredRefusal {
  readonly cells: readonly string[]
  readonly faults: readonly { readonly field: string | null; readonly message: string }[]
}

/** The run of the caller in this table. Throws an OperationError `not_found` for those of others as well. */
export async function requireRun(scope: Scope, entity: string, id: number): Promise<StoredRun> {
  const run = await system(scope)
    .query.selectFrom(runTable)
    .selectAll()
    .where('id', '=', id)
    .where('entity', '=', entity)
    // Guard T21: an import belongs to the account that has begun it.
    // Without: .where('admin_id', 'is not', null)
    .where('admin_id', '=', scope.actor?.id ?? 0)
    .executeTakeFirst()
  if (!run) throw new OperationError('not_found')
  return run
}

/** The tables of the framework, which every scope has. */
export const system = ({ database }: Pick<Scope, 'database'>): SystemDatabase => database

const maxPartRows = 500
const maxPartCharacters = 200_000

/** Writes rows in parts as they come, each in a transaction of its own: a large file keeps nobody waiting. */
export class PartWriter {
  readonly #scope: Scope
  readonly #run: number
  #rows: StoredRecord[] = []
  #characters = 0

  constructor(scope: Scope, run: number) {
    this.#scope = scope
    this.#run = run
  }

  async add(record: StoredRecord): Promise<void> {
    this.#rows.push(record)
    for (const cell of record[1]) this.#characters += cell.length
    if (this.#rows.length >= maxPartRows || this.#characters >= maxPartCharacters) await this.flush()
  }

  async flush(): Promise<void> {
    const [first] = this.#rows
    if (!first) return
    const part = {
      run_id: this.#run,
      kind: partKinds.rows,
      line: first[0],
      data: JSON.stringify(this.#rows),
      version: 1,
    }
    this.#rows = []
    this.#characters = 0
    await system(this.#scope).write((trx) => trx.insertInto(partTable).values(part).execute())
  }
}

/** The rows of the file in their order, part by part, from the one that contains the line on. */
export async function* readParts(scope: Scope, run: number, from = 0): AsyncGenerator<readonly StoredRecord[], void> {
  const { query } = system(scope)
  const parts = () => query.selectFrom(partTable).where('run_id', '=', run).where('kind', '=', partKinds.rows)
  const start = await parts()
    .select(({ fn }) => fn.max('line').as('line'))
    .where('line', '<=', from)
    .executeTakeFirst()
  let after = Number(start?.line ?? 0) - 1
  for (;;) {
    const part = await parts()
      .select(['line', 'data'])
      .where('line', '>', after)
      .orderBy('line')
      .limit(1)
      .executeTakeFirst()
    if (!part) return
    after = part.line
    yield JSON.parse(part.data ?? '[]') as readonly StoredRecord[]
  }
}

/** Writes texts into cells. */
export async function editCells(
  scope: Scope,
  run: number,
  edits: readonly { readonly line: number; readonly column: number; readonly text: string }[],
): Promise<void> {
  await system(scope).write(async (trx) => {
    for (const { line, column, text } of edits) {
      const part = await trx
        .selectFrom(partTable)
        .select(['id', 'data'])
        .where('run_id', '=', run)
        .where('kind', '=', partKinds.rows)
        .where('line', '<=', line)
        .orderBy('line', 'desc')
        .limit(1)
        .executeTakeFirst()
      const rows = JSON.parse(part?.data ?? '[]') as readonly StoredRecord[]
      if (!part || !rows.some(([number]) => number === line)) throw new OperationError('not_found')
      const editedRows = rows.map((row) => (row[0] === line ? ([line, withCell(row[1], column, text)] as const) : row))
      await trx
        .updateTable(partTable)
        .set({ data: JSON.stringify(editedRows) })
        .where('id', '=', part.id)
        .execute()
    }
  })
}

const withCell = (cells: readonly string[], column: number, text: string): readonly string[] =>
  Array.from({ length: Math.max(cells.length, column + 1) }, (_cell, index) =>
    index === column ? text : (cells[index] ?? ''),
  )

/** Notes refused rows, in the transaction that counts them. */
export async function addRefusals(
  scope: Scope,
  trx: Transaction,
  run: number,
  refusals: readonly (StoredRefusal & { readonly line: number })[],
): Promise<void> {
  const table = scope.registry.byId(`system/${partTable}`)
  if (!table || refusals.length === 0) return
  const rows = refusals.map(({ line, cells, faults }) => ({
    run_id: run,
    kind: partKinds.refused,
    line,
    data: JSON.stringify({ cells, faults } satisfies StoredRefusal),
    version: 1,
  }))
  await appendMany(scope.database, table, trx, rows)
}

/** Refused rows in the order of the file. */
export async function* readRefusals(scope: Scope, run: number): AsyncGenerator<StoredRefusal, void> {
  for (let after = 0; ;) {
    const rows = await system(scope)
      .query.selectFrom(partTable)
      .select(['line', 'data'])
      .where('run_id', '=', run)
      .where('kind', '=', partKinds.refused)
      .where('line', '>', after)
      .orderBy('line')
      .limit(maxPartRows)
      .execute()
    for (const { data } of rows) yield JSON.parse(data ?? '{}') as StoredRefusal
    const last = rows.at(-1)
    if (!last) return
    after = last.line
  }
}

/** Removes the rows of the file; what was refused stays for the error file. */
export async function removeParts(database: SystemDatabase, run: number, isWhole: boolean): Promise<void> {
  const condition = isWhole ? sql<SqlBool>`run_id = ${run}` : sql<SqlBool>`run_id = ${run} and kind = ${partKinds.rows}`
  while ((await database.write((trx) => removeFreeRows(trx, partTable, condition))) > 0);
}

/** Seconds for which files that nobody imported, and the results of imports, are stored. */
const retention = { drafts: 86_400, results: 7 * 86_400 } as const

/** Removes what nobody needs any more. */
export async function removeOldRuns(database: SystemDatabase): Promise<void> {
  const old = await database.query
    .selectFrom(runTable)
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', runStates.draft), isRemovable('create_time', retention.drafts)]),
        and([eb('state', 'in', [runStates.done, runStates.failed]), isRemovable('create_time', retention.results)]),
      ]),
    )
    .limit(200)
    .execute()
  for (const run of old) await removeRun(database, rowId(run))
}

export async function removeRun(database: SystemDatabase, run: number): Promise<void> {
  await removeParts(database, run, true)
  await database.write((trx: SystemTransaction) => trx.deleteFrom(runTable).where('id', '=', run).execute())
}

/** When it ended, for the row of a run. */
export const ended = (state: StoredRun['state'], error: string | null = null) => ({
  state,
  error,
  end_time: nowSeconds(),
})
