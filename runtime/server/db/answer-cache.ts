/** Answers that are the same for everybody who asks: made once until something is committed, by any process. */
import { memoizeByObject } from '../../protocol/index.ts'
import { nowSeconds } from '../core/clock.ts'
import { CommitCache, type CacheLimits } from './commit-cache.ts'
import type { Database } from './database.ts'

export interface Answer<Value> {
  readonly value: Value
  /** Unix seconds at which it changes although nothing is committed; absent = not before long. */
  readonly end?: number | undefined
}

/** As it is stored. */
interface CachedAnswer<Value> {
  readonly value: Value
  readonly end: number
}

/** The dependencies of an answer, apart from the stored data and the clock. */
export interface AnswerKey {
  /** The settings of the site: the same object as long as they are the same. */
  readonly settings: object
  readonly parts: unknown
}

/** Seconds for which an answer serves at most: another process may see changed settings a little later. */
const longest = 60

export class AnswerCache<Value> {
  readonly #stored: CommitCache<CachedAnswer<Value>>
  readonly #running = new Map<string, Promise<CachedAnswer<Value>>>()
  readonly #numberOf: (settings: object) => number

  constructor(database: Pick<Database, 'commitVersion'>, limits: CacheLimits<CachedAnswer<Value>>) {
    // Guard T15: an answer is of the last commit, whichever process made it.
    // Without: this.#stored = new CommitCache(async () => '', limits)
    this.#stored = new CommitCache<CachedAnswer<Value>>(() => database.commitVersion(), limits)
    let count = 0
    this.#numberOf = memoizeByObject(() => ++count)
  }

  /** The stored answer, or the one that is being made, or else what `make` resolves with. */
  async of({ settings, parts }: AnswerKey, make: () => Promise<Answer<Value>>): Promise<Value> {
    const key = JSON.stringify([this.#numberOf(settings), parts])
    const { value } = await this.#stored.of(
      key,
      (version) => (version === null ? bounded(make) : this.#makeOnce(`${version} ${key}`, make)),
      // An end further away was set by a clock that was ahead.
      ({ end }) => end > nowSeconds() && end <= nowSeconds() + longest,
    )
    return value
  }

  #makeOnce(key: string, make: () => Promise<Answer<Value>>): Promise<CachedAnswer<Value>> {
    const other = this.#running.get(key)
    if (other) return other
    const answer = bounded(make).finally(() => this.#running.delete(key))
    this.#running.set(key, answer)
    return answer
  }
}

async function bounded<Value>(make: () => Promise<Answer<Value>>): Promise<CachedAnswer<Value>> {
  const latest = nowSeconds() + longest
  const { value, end } = await make()
  return { value, end: Math.min(end ?? latest, latest) }
}
