/** Inserting one row and learning its id, in as few steps as the engine allows. */
import type { Compilable, DialectAdapter, RawBuilder } from 'kysely'
import { compiledSql, executeText } from './compiled-sql.ts'
import { rowId, type Row, type Transaction } from './tables.ts'

/** An engine that answers an insert with the id of its row, although the statement does not ask for it. */
export interface AnswersIds extends DialectAdapter {
  /** The id that a statement gives the one row which it inserts into the table, for its other columns. */
  nextId(table: string): RawBuilder<number>
}

interface Insert {
  readonly table: string
  /** The object that the text of the statement lives with. */
  readonly owner: object
  readonly row: Row
  /** A column that gets the id as well. */
  readonly copy?: string | null
  /** The table is adopted: its id is made of columns of another name. */
  readonly isAdopted?: boolean
}

/** Inserts the row. @returns its id */
export async function insertRow(
  trx: Transaction,
  { table, owner, row, copy = null, isAdopted = false }: Insert,
): Promise<number> {
  const { adapter } = trx.getExecutor()
  const engine = !isAdopted && answersIds(adapter) ? adapter : null
  const build = (): Compilable =>
    engine === null
      ? trx.insertInto(table).values(row).returning('id')
      : trx.insertInto(table).values(copy === null ? row : { ...row, [copy]: engine.nextId(table) })
  const key = `insert ${Object.keys(row).join()} ${copy ?? ''}`
  const { rows, insertId } = await executeText<Row>(
    trx,
    compiledSql(trx, owner, key, () => build().compile().sql),
    Object.values(row),
  )
  if (engine !== null) return Number(insertId)
  // A statement that inserts one row returns one.
  const id = rowId(rows[0]!)
  if (copy === null) return id
  const text = compiledSql(
    trx,
    owner,
    `copy of the id in ${copy}`,
    () =>
      trx
        .updateTable(table)
        .set({ [copy]: id })
        .where('id', '=', id)
        .compile().sql,
  )
  await executeText(trx, text, [id, id])
  return id
}

const answersIds = (adapter: DialectAdapter): adapter is AnswersIds => 'nextId' in adapter
