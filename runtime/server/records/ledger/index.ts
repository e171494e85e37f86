/** The only writer of ledgers and of the balances they maintain. */
export type { LedgerCall, PostingCall } from './call.ts'
export { postDocument, reverseDocument } from './document.ts'
export { post } from './post.ts'
export type { Entry, Posted, Posting, PostingDocument } from '../../operation/posting.ts'
export { reverse } from './reverse.ts'
