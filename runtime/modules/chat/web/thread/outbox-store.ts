/**
 * Messages on their way, kept in this browser with their files: a record each, so that the tabs of an account do not
 * overwrite each other. Where the browser has no database, a message lasts as long as the page.
 */
import type { OutgoingMessage } from './outgoing-message.ts'

export interface StoredMessage {
  /** `user:7` */
  readonly owner: string
  readonly client: string
  /** Grows with every message of the browser. */
  readonly order: number
  readonly message: OutgoingMessage
  /** Until it is uploaded. */
  readonly file: File | null
}

const table = 'messages'
let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('tw-chat-outbox', 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(table, { keyPath: ['owner', 'client'] }).createIndex('owner', 'owner'),
    )
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database does not open')))
  })
  return opened
}

/** @returns null where there is no database, or no room in it */
async function run<Result>(
  mode: IDBTransactionMode,
  work: (messages: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  try {
    const messages = (await open()).transaction(table, mode).objectStore(table)
    return await new Promise<Result>((resolve, reject) => {
      const request = work(messages)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
    })
  } catch {
    return null
  }
}

/** The messages of an account, in their order. */
export async function readStored(owner: string): Promise<readonly StoredMessage[]> {
  const list = await run<StoredMessage[]>('readonly', (messages) => messages.index('owner').getAll(owner))
  return (list ?? []).toSorted((left, right) => left.order - right.order)
}

export const store = (message: StoredMessage): Promise<unknown> => run('readwrite', (messages) => messages.put(message))

export const forget = (owner: string, client: string): Promise<unknown> =>
  run('readwrite', (messages) => messages.delete([owner, client]))
