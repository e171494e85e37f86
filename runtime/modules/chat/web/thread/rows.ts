/** The lines of a thread: days, messages, entries of the system, and messages on their way. */
import { dayOf } from 'tablewright/protocol'
import type { ChatMessage } from '../../shared/message.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

export type ThreadRow =
  | { readonly type: 'day'; readonly key: string; readonly day: string }
  | { readonly type: 'new'; readonly key: string }
  | { readonly type: 'event'; readonly key: string; readonly message: ChatMessage }
  | { readonly type: 'message'; readonly key: string; readonly message: ChatMessage; readonly isFollowing: boolean }
  | { readonly type: 'outgoing'; readonly key: string; readonly message: OutgoingMessage }

/** Seconds within which messages of the same sender stand together. */
const groupSeconds = 300

interface RowFacts {
  readonly messages: readonly ChatMessage[]
  readonly outgoing: readonly OutgoingMessage[]
  readonly timeZone: string
  /** The line “new messages” stands after this number; null = there is none. */
  readonly newAfter: number | null
  readonly isOwn: (message: ChatMessage) => boolean
}

export function threadRows({ messages, outgoing, timeZone, newAfter, isOwn }: RowFacts): readonly ThreadRow[] {
  const rows: ThreadRow[] = []
  let day = ''
  let before: ChatMessage | null = null
  let hasLine = false
  for (const message of messages) {
    // Shown in the place of the message that it empties.
    if (message.target !== null) continue
    const own = dayOf(message.time, timeZone)
    if (own !== day) {
      rows.push({ type: 'day', key: `day ${own}`, day: own })
      day = own
      before = null
    }
    if (!hasLine && newAfter !== null && message.seq > newAfter && !isOwn(message) && message.event === null) {
      rows.push({ type: 'new', key: 'new' })
      hasLine = true
      before = null
    }
    if (message.event !== null) {
      rows.push({ type: 'event', key: String(message.seq), message })
      before = null
      continue
    }
    const isFollowing =
      before !== null &&
      before.sender?.kind === message.sender?.kind &&
      before.sender?.id === message.sender?.id &&
      before.kind === message.kind &&
      message.time - before.time < groupSeconds
    rows.push({ type: 'message', key: String(message.seq), message, isFollowing })
    before = message
  }
  const clients = new Set(messages.map(({ client }) => client))
  for (const message of outgoing)
    if (!clients.has(message.client)) rows.push({ type: 'outgoing', key: message.client, message })
  return rows
}
