/**
 * Brings what happened in a topic to a client exactly once and in order, whatever arrives when: copies may come twice,
 * late or never. The last number of the topic (`head`) says what is missing, and that is fetched.
 */
import type { TopicPage } from '../../../protocol/index.ts'

export interface TopicEntry {
  readonly seq: number
  readonly data: unknown
}

export interface TopicSyncParts {
  /** Reads the entries after a number. */
  fetch(after: number): Promise<TopicPage>
  /** Called with entries in the order of their numbers, each of them once. */
  onEntries(entries: readonly TopicEntry[]): void
  /** The numbers of the topic have started anew: what was received is void. */
  onReset?(): void
  /** The last number that is known already. */
  readonly after?: number
  /** Milliseconds between two fetches when the first did not bring what was missing. */
  readonly retryMs?: number
}

/** Milliseconds that a copy which has been overtaken by the next one gets to arrive. */
const overtakenMs = 60
const defaultRetryMs = 5000

export class TopicSync {
  readonly #parts: TopicSyncParts
  /** Copies that came before those that precede them. */
  readonly #early = new Map<number, unknown>()
  #last: number
  #target = 0
  #isFetching = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  /** Fetches that were made. */
  fetches = 0

  constructor(parts: TopicSyncParts) {
    this.#parts = parts
    this.#last = parts.after ?? 0
  }

  /** The number up to which everything was received. */
  get last(): number {
    return this.#last
  }

  /** The topic was subscribed to. */
  onHead(head: number): void {
    if (head < this.#last) {
      this.#last = 0
      this.#target = 0
      this.#early.clear()
      this.#parts.onReset?.()
    }
    this.#target = Math.max(this.#target, head)
    if (this.#last < this.#target) void this.#fetch()
  }

  onEvent(seq: number, data: unknown): void {
    if (seq <= this.#last) return
    this.#target = Math.max(this.#target, seq)
    if (data === undefined) return this.#plan(0)
    this.#early.set(seq, data)
    this.#drain()
    if (this.#last < this.#target) this.#plan(overtakenMs)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #plan(waitMs: number): void {
    if (this.#isFetching || this.#isStopped || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#last < this.#target) void this.#fetch()
    }, waitMs)
  }

  async #fetch(): Promise<void> {
    if (this.#isFetching || this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isFetching = true
    const before = this.#last
    try {
      this.fetches += 1
      const { head, entries, more } = await this.#parts.fetch(before)
      if (this.#isStopped) return
      const fresh = entries.filter(({ seq }) => seq > this.#last)
      if (fresh.length > 0) this.#parts.onEntries(fresh)
      // Numbers without an entry need none.
      this.#last = Math.max(this.#last, fresh.at(-1)?.seq ?? 0, more ? 0 : head)
      this.#drain()
    } catch {
      // The next attempt tells.
    } finally {
      this.#isFetching = false
    }
    if (this.#last < this.#target) this.#plan(this.#last > before ? 0 : (this.#parts.retryMs ?? defaultRetryMs))
  }

  /** Takes the copies whose turn it is. */
  #drain(): void {
    const entries: TopicEntry[] = []
    for (const seq of this.#early.keys()) if (seq <= this.#last) this.#early.delete(seq)
    for (let seq = this.#last + 1; this.#early.has(seq); seq++) {
      entries.push({ seq, data: this.#early.get(seq) })
      this.#early.delete(seq)
      this.#last = seq
    }
    if (entries.length > 0) this.#parts.onEntries(entries)
  }
}
