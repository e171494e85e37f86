/** The kernel. */
import type { LedgerCall } from './call.ts'
import type { Posted, Posting } from './posting.ts'

export async function post(call: LedgerCall, posting: Posting): Promise<Posted> {
  throw new Error(`not yet: ${String(call.scope.language)} ${posting.ledger.id}`)
}
