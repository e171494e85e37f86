/** Declarations of topics: who may read one, and how what happened in it is fetched. */
import type { Member } from '../operation/access/member.ts'
import type { Scope } from '../operation/scope.ts'
import { maxTopicName } from '../db/index.ts'
import type { Tables } from '../db/tables.ts'

/** A question about a topic. */
export interface TopicCall<DB = Tables> {
  /** The account (`actor`), the settings of the site, and the database to read from. */
  readonly scope: Scope<DB>
  /** The member who asks; null = an administrator, who is the `actor` of the scope. */
  readonly member: Member | null
  /** The rest of the topic's name: `17` of `conv:17`. */
  readonly key: string
  readonly topic: string
}

/** Something that happened in a topic. */
export interface TopicEntry {
  readonly seq: number
  /** JSON. */
  readonly data: unknown
}

/** Somebody who subscribed, for as long as the connection lasts. */
export interface TopicPresence<DB = Tables> extends TopicCall<DB> {
  /** Differs for every connection; a browser with two tabs has two. */
  readonly connection: string
}

/**
 * A connection of its own for bytes, such as sound and picture: `/ws?ticket=…&topic=…`. It ends with the session and
 * with the right to read the topic, and counts among the connections of its account and address.
 */
export interface TopicStream<DB = Tables> {
  /** Differs for every connection. */
  readonly connection: string
  readonly isOpen: boolean
  /** Bytes that wait for the client. A stream that has too many of them is closed. */
  readonly buffered: number
  /** The viewer as of now: rights may change while a stream is open. */
  call(): Promise<TopicCall<DB>>
  send(data: string | Uint8Array): void
  /** Ends it. @param code 4000 to 4399 */
  close(code: number, reason: string): void
  /** Hands on what the client sends, one after the other: nothing is read while the promise is pending. */
  onMessage(handle: (data: Buffer, isBinary: boolean) => Promise<void>): void
  onClose(handle: () => void): void
}

/**
 * Topics whose names begin with the name of the kind and a colon. The table of the module is the truth: it stores the
 * number that `publishTopic` returned with each row.
 * @example
 * const conversations: TopicKind = {
 *   name: 'conv',
 *   mayRead: async ({ scope, member, key }) => isParticipant(scope.database.query, Number(key), member?.id),
 *   fetch: async ({ scope, key }, after, limit) => readMessages(scope.database.query, Number(key), after, limit),
 * }
 */
export interface TopicKind<DB = Tables> {
  /** Letters and digits; unique among the modules. */
  readonly name: string
  /**
   * Whether the caller may subscribe and fetch. Asked again when the rights of the account change, and after
   * `recheckTopic`.
   */
  mayRead(call: TopicCall<DB>): Promise<boolean>
  /**
   * Entries after a number, in order, at most `limit` entries. A number may have no entry. Absent = subscribers
   * read the present state in their own way.
   */
  fetch?(call: TopicCall<DB>, after: number, limit: number): Promise<readonly TopicEntry[]>
  /**
   * Whether the caller may send messages to those who are connected at this moment (typing, a pointer), which are
   * stored nowhere. Absent = nobody.
   */
  maySend?(call: TopicCall<DB>): Promise<boolean>
  /**
   * Takes a stream of somebody who may read the topic. Absent = there are none. A server that stops waits for the
   * promise, which ends with the stream.
   */
  openStream?(stream: TopicStream<DB>): Promise<void>
  /** Streams are open to visitors as well: `mayRead` is then asked without an account. */
  readonly streamsToVisitors?: true
  /** Presence: a connection has subscribed. */
  onJoin?(presence: TopicPresence<DB>): Promise<void>
  /** It has ended, or has given up the topic. Not called when the process is killed: `onBeat` shows who is there. */
  onLeave?(presence: TopicPresence<DB>): Promise<void>
  /** The connections of this process that are there now; called every 30 seconds. */
  onBeat?(scope: Scope<DB>, present: readonly TopicPresence<DB>[]): Promise<void>
}

const nameShape = /^[a-zA-Z][a-zA-Z0-9]{0,31}$/

/** All kinds by name. Throws when two have the same name. */
export function topicKinds(kinds: readonly TopicKind[]): ReadonlyMap<string, TopicKind> {
  const byName = new Map<string, TopicKind>()
  for (const kind of kinds) {
    if (!nameShape.test(kind.name)) throw new Error(`${JSON.stringify(kind.name)} is no name for topics`)
    if (byName.has(kind.name)) throw new Error(`two kinds of topics are called ${kind.name}`)
    byName.set(kind.name, kind)
  }
  return byName
}

/** The kind and key of a topic's name; null when there is no such kind. */
export function readTopic(
  kinds: ReadonlyMap<string, TopicKind>,
  topic: unknown,
): { readonly kind: TopicKind; readonly key: string; readonly topic: string } | null {
  if (typeof topic !== 'string' || topic.length > maxTopicName) return null
  const colon = topic.indexOf(':')
  const kind = colon < 0 ? undefined : kinds.get(topic.slice(0, colon))
  return kind ? { kind, key: topic.slice(colon + 1), topic } : null
}
