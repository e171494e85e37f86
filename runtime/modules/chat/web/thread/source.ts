/** How a thread reads and writes: members and agents do it through routes of their own. */
import type { ChatMessage } from '../../shared/message.ts'
import type { Person } from './mentions.ts'
import type { Outbox } from './outbox.ts'

export interface MessagePage {
  readonly messages: readonly ChatMessage[]
  readonly more: boolean
}

export interface ThreadSource {
  readonly conversation: number
  readonly as: 'admin' | 'member'
  /** The viewer: their own messages stand on the right. */
  readonly me: { readonly kind: string; readonly id: number }
  readonly outbox: Outbox
  /** People who can be mentioned. */
  readonly people: readonly Person[]
  /** Seconds in which own messages can be recalled. */
  readonly recallSeconds: number
  loadPage(before?: number): Promise<MessagePage>
  markRead(seq: number): Promise<unknown>
  recall(seq: number): Promise<unknown>
}
