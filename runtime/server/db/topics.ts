/**
 * Topics: named counters of what happened, which the realtime hub (`runtime/server/hub`) sends to clients. A number is
 * taken in the transaction that it belongs to, and its row stays locked until the commit: the order of the numbers is
 * the order of the commits, without gaps. What listeners receive are hints; the truth is in the tables.
 */
import { sql } from 'kysely'
import type { TableModel } from '../../protocol/index.ts'
import { announceOnCommit, hintOnCommit } from './running-transactions.ts'
import type { Transaction } from './tables.ts'
import type { TopicChange } from './topic-change.ts'

export type { TopicChange } from './topic-change.ts'

export const topicTable = 'topic'
export const hasTopics = (models: readonly TableModel[]): boolean => models.some(({ table }) => table === topicTable)

/** Characters of a name. */
export const maxTopicName = 128

const batchSize = 200

/** Takes the next number of each topic. Locks their rows in the order of their names. */
async function takeSequences(trx: Transaction, topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(topics)].toSorted()
  const sequences = new Map<string, number>()
  for (let start = 0; start < names.length; start += batchSize) {
    const rows = await trx
      .insertInto(topicTable)
      .values(names.slice(start, start + batchSize).map((name) => ({ name, seq: 1, version: 1 })))
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ seq: sql<number>`${sql.ref(`${topicTable}.seq`)} + 1` }),
      )
      .returning(['name', 'seq'])
      .execute()
    for (const { name, seq } of rows) sequences.set(String(name), Number(seq))
  }
  return sequences
}

/**
 * Takes the next number of a topic in the transaction, and tells its subscribers once that is committed. Everybody who
 * publishes to the topic at the same moment waits for the transaction, so call it late.
 * @param data a copy of what happened, at most a few kilobytes, for all who may read the topic; without it they fetch
 * @returns the number
 */
export async function publishTopic<DB>(trx: Transaction<DB>, topic: string, data?: unknown): Promise<number> {
  checkName(topic)
  const seq = (await takeSequences(trx as Transaction, [topic])).get(topic)
  if (seq === undefined) throw new Error(`no number was taken for the topic ${topic}`)
  announceOnCommit({ topic, seq, ...(data !== undefined && { data }) })
  return seq
}

/**
 * Tells the subscribers of a topic after the commit that it has changed, without waiting for others who do the same:
 * for topics that many write at once and whose subscribers read the present state, such as lists. Several changes
 * within a moment may be told as one.
 */
export function hintTopic(topic: string): void {
  checkName(topic)
  hintOnCommit(topic)
}

/** As `hintTopic`, for a topic without numbers, of which nothing is stored: clients that are away learn nothing. */
export function wakeTopic(topic: string): void {
  checkName(topic)
  announceOnCommit({ topic, seq: null })
}

/** Asks after the commit whether the subscribers of the topic may still read it, and closes it for the others. */
export function recheckTopic(topic: string): void {
  checkName(topic)
  announceOnCommit({ topic, seq: null, recheck: true })
}

function checkName(topic: string): void {
  if (topic === '' || topic.length > maxTopicName) throw new Error(`a topic has 1 to ${maxTopicName} characters`)
}

export type TopicListener = (changes: readonly TopicChange[]) => void

/** The parts that an engine gives the feed. */
export interface TopicFeedParts {
  /** False where it is not known that there is a table of topics: hints are dropped while nobody listens. */
  readonly isActive: boolean
  write(work: (trx: Transaction) => Promise<void>): Promise<void>
  /** Tells other processes; absent = they look into the table. */
  readonly channel?: TopicChannel
}

/** How processes on one database tell each other. */
export interface TopicChannel {
  /** False while other processes are not heard: their changes are found in the table only. */
  readonly isListening: boolean
  send(changes: readonly TopicChange[]): void
  /** Begins to listen. @param onGap called whenever something may have been missed */
  listen(onChanges: TopicListener, onGap: () => void): void
  close(): Promise<void>
}

/** Milliseconds between two transactions that take the numbers of hints. */
const hintIntervalMs = 50

/** The topics of a database, as this process hears of them. */
export class TopicFeed {
  readonly #parts: TopicFeedParts
  readonly #listeners = new Set<TopicListener>()
  readonly #gapListeners = new Set<() => void>()
  readonly #hints = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #flushedAt = -hintIntervalMs
  #flushing: Promise<void> = Promise.resolve()
  #isListening = false

  constructor(parts: TopicFeedParts) {
    this.#parts = parts
  }

  /** False while changes of other processes have to be looked for in the table. */
  get hearsOthers(): boolean {
    return this.#parts.channel?.isListening ?? false
  }

  /**
   * Hears of all changes from now on, those of other processes as well.
   * @param onGap something may have been missed
   * @returns what ends it
   */
  subscribe(listener: TopicListener, onGap: () => void = () => {}): () => void {
    this.#listeners.add(listener)
    this.#gapListeners.add(onGap)
    if (!this.#isListening) {
      this.#isListening = true
      this.#parts.channel?.listen(
        (changes) => this.#deliver(changes),
        () => this.#gapListeners.forEach((call) => call()),
      )
    }
    return () => {
      this.#listeners.delete(listener)
      this.#gapListeners.delete(onGap)
    }
  }

  /** A transaction of this process was committed. */
  committed(changes: readonly TopicChange[], hints: ReadonlySet<string>): void {
    if (changes.length > 0) this.send(changes)
    // A listener has the table.
    if (hints.size === 0 || !(this.#parts.isActive || this.#listeners.size > 0)) return
    for (const hint of hints) this.#hints.add(hint)
    const waitMs = Math.max(0, this.#flushedAt + hintIntervalMs - performance.now())
    this.#timer ??= setTimeout(() => void this.flush(), waitMs).unref()
  }

  /** Delivers changes here and in other processes. */
  send(changes: readonly TopicChange[]): void {
    this.#deliver(changes)
    this.#parts.channel?.send(changes)
  }

  /** Takes the numbers of the hints that wait. A failure costs subscribers nothing but the hint. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#flushedAt = performance.now()
    const topics = [...this.#hints]
    this.#hints.clear()
    if (topics.length > 0) this.#flushing = this.#flushing.then(() => this.#take(topics)).catch(() => {})
    return this.#flushing
  }

  async close(): Promise<void> {
    await this.flush()
    await this.#parts.channel?.close()
    this.#listeners.clear()
    this.#gapListeners.clear()
  }

  async #take(topics: readonly string[]): Promise<void> {
    await this.#parts.write(async (trx) => {
      for (const [topic, seq] of await takeSequences(trx, topics)) announceOnCommit({ topic, seq })
    })
  }

  #deliver(changes: readonly TopicChange[]): void {
    for (const listener of this.#listeners) listener(changes)
  }
}
