/** Posts what a document's schema says of it, and takes it back. */
import type { PostingCall } from './call.ts'
import type { Posted } from './posting.ts'

export async function postDocument(call: PostingCall, name: string): Promise<Posted> {
  throw new Error(`not yet: ${call.model.id} ${name}`)
}

export async function reverseDocument(call: PostingCall, name: string): Promise<Posted> {
  throw new Error(`not yet: ${call.model.id} ${name}`)
}
