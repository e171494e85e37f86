/** Reverses postings of a document by opposite rows. Ledger rows are never changed or removed. */
import type { LedgerModel, TableModel } from '../../../protocol/index.ts'
import { rowId, type Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { LedgerCall } from './call.ts'
import { post } from './post.ts'
import type { Entry, Posted, PostingDocument } from '../../operation/posting.ts'

/**
 * Posts the mirror of the document's rows that are not undone yet: opposite measure and amount, all else (price, kind,
 * snapshots) the same.
 * @param seq only the posting of that number; then it is an error when there is nothing to undo
 * Throws an OperationError: `bad_state` when that posting is not there or undone already; else as `post` does.
 */
export async function reverse(
  call: LedgerCall,
  ledger: TableModel,
  document: PostingDocument,
  seq: number | null = null,
  input: Readonly<Row> = {},
): Promise<Posted> {
  const model = ledger.ledger
  const reversal = model?.reversal
  if (!model || !reversal) throw new TypeError(`${ledger.id} is no ledger whose rows can be undone`)
  const rows = await readReversible(call, ledger, { ...model, reversal }, document, seq)
  if (seq !== null && rows.length === 0) throw new OperationError('bad_state', { text: 'ledger.undone' })
  return post(call, {
    ledger,
    document,
    input,
    undoes: rows,
    entries: rows.map((row) => mirrorEntry(ledger, model, reversal, row)),
  })
}

/** Rows of the document that neither undo others nor are undone. */
async function readReversible(
  { trx }: LedgerCall,
  table: TableModel,
  { document: columns, reversal }: LedgerModel & { readonly reversal: string },
  document: PostingDocument,
  seq: number | null,
): Promise<readonly Row[]> {
  const { kind, id, seq: count } = columns
  let query = trx
    .selectFrom(table.table)
    .selectAll()
    .where(kind, '=', document.kind)
    .where(id, '=', document.id)
    .orderBy('id')
  if (seq !== null && count !== null) query = query.where(count, '=', seq)
  const rows = await query.execute()
  const undone = new Set(
    (seq === null ? rows : await readReversals({ trx }, table, reversal, rows)).map((row) => row[reversal]),
  )
  return rows.filter((row) => row[reversal] === null && !undone.has(rowId(row)))
}

async function readReversals(
  { trx }: Pick<LedgerCall, 'trx'>,
  table: TableModel,
  reversal: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  return trx.selectFrom(table.table).select(reversal).where(reversal, 'in', rows.map(rowId)).execute()
}

function mirrorEntry(table: TableModel, ledger: LedgerModel, reversal: string, row: Row): Entry {
  const { document, measure, amount } = ledger
  const columns = ['id', 'version', table.created, table.owner, document.seq]
  const values: Row = Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))
  values[measure] = -Number(row[measure])
  if (amount !== null && row[amount.total] !== null) values[amount.total] = -Number(row[amount.total])
  values[reversal] = rowId(row)
  return {
    line: document.line === null ? 0 : Number(row[document.line]),
    leg: document.leg === null ? null : (row[document.leg] ?? null),
    values,
  }
}
