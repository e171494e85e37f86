/**
 * The frames of the realtime hub, JSON texts on one WebSocket at `/ws?ticket=…`. What they carry are hints and copies:
 * a client subscribes, learns the last number of the topic (`head`), fetches what it lacks, and applies by number.
 */

/** Frames of clients. `ping` asks for a `pong`, since pages do not see the signs of life of the protocol. */
export type ClientFrame =
  | { readonly type: 'subscribe'; readonly topic: string }
  | { readonly type: 'unsubscribe'; readonly topic: string }
  | { readonly type: 'send'; readonly topic: string; readonly data: unknown }
  | { readonly type: 'ping' }

/** Frames of the hub. */
export type HubFrame =
  | { readonly type: 'subscribed'; readonly topic: string; readonly head: number }
  /** There is no such topic, or the account may not read it, or not any more. */
  | { readonly type: 'refused'; readonly topic: string; readonly reason: 'forbidden' | 'too_many' | 'failed' }
  /**
   * Something has happened. Without `data` the client fetches; without `seq` the topic has no numbers, and the client
   * reads again what it is about.
   */
  | { readonly type: 'event'; readonly topic: string; readonly seq?: number; readonly data?: unknown }
  /** Sent by another client, stored nowhere. */
  | { readonly type: 'message'; readonly topic: string; readonly data: unknown }
  | { readonly type: 'pong' }

/** The answer of `Live/topic`. */
export interface TopicPage {
  /** The last number when this was read. */
  readonly head: number
  readonly entries: readonly { readonly seq: number; readonly data: unknown }[]
  /** There are more entries than these. */
  readonly more: boolean
}

/** The answer of `Live/record`: a record as it is now, and who else has it open. */
export interface RecordWatch {
  /** Null = it is not there any more, or out of reach. */
  readonly version: number | null
  readonly viewers: readonly string[]
}

/** The address of the socket. */
export const hubPath = '/ws'

/** Topics of the core. */
export const listTopic = (entity: string): string => `list:${entity}`
export const recordTopic = (entity: string, id: number): string => `record:${entity}:${id}`
export const noticeTopic = (admin: number): string => `notice:${admin}`
