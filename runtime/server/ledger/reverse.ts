/** Opposite rows. */
import type { TableModel } from '../../protocol/index.ts'
import type { LedgerCall } from './call.ts'
import type { Posted, PostingDocument } from './posting.ts'

export async function reverse(call: LedgerCall, ledger: TableModel, document: PostingDocument, seq?: number): Promise<Posted> {
  throw new Error(`not yet: ${String(call.scope.language)} ${ledger.id} ${String(document.id)} ${String(seq)}`)
}
