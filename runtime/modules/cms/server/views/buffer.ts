/**
 * Views of texts. A read only notes the view, in memory; what was noted is stored a few seconds later, in one
 * transaction for all texts, so that no reader waits for a counter. A server that is killed loses those seconds.
 */
import { createHash } from 'node:crypto'
import { trimText } from 'tablewright/protocol'
import { addressPrefix } from 'tablewright/server'
import { maxWords, storeSearches } from './searches.ts'
import { storeViews, type NotedView } from './store.ts'
import type { Scope } from '#generated/cms/server.ts'

/** Milliseconds between a view and the transaction that stores it. */
const delayMs = 5000
/** More are not noted: somebody calls addresses by a program. */
const maxNoted = 20_000
const maxSearches = 200

interface Buffer {
  /** By text and viewer: whoever loads a page five times is noted once. */
  readonly views: Map<string, NotedView>
  /** Texts with addresses and browsers that were noted, for as long as the views are not stored. */
  readonly visits: Set<string>
  /** Words that were searched for, with how often. */
  readonly searches: Map<string, { count: number; readonly user: number | null }>
  timer: NodeJS.Timeout | null
}

/** One for each database: tests have several. */
const buffers = new WeakMap<object, Buffer>()

function bufferOf({ database }: Pick<Scope, 'database'>): Buffer {
  const current = buffers.get(database)
  if (current) return current
  const buffer: Buffer = { views: new Map(), visits: new Set(), searches: new Map(), timer: null }
  buffers.set(database, buffer)
  return buffer
}

/** Programs that name themselves. */
const robot = /bot|crawl|spider|slurp|preview|monitor|curl|wget|python|headless-fetch/i

/** @param user the member; null = a guest, who is told apart by network and browser */
export function noteView(
  scope: Scope,
  contentId: number,
  { user, ip, agent }: { readonly user: number | null; readonly ip: string; readonly agent: string },
): void {
  const buffer = bufferOf(scope)
  const visit = `${contentId} ${user ?? `${ip} ${agent}`}`
  if (buffer.visits.has(visit)) return
  if (!Number.isSafeInteger(contentId) || contentId < 1 || (user === null && robot.test(agent))) return
  if (buffer.visits.size >= maxNoted) return
  buffer.visits.add(visit)
  // Neither address nor browser of a guest is stored, and the hash differs for each text.
  const viewer = JSON.stringify([contentId, user ?? [addressPrefix(ip), agent]])
  const guest = createHash('sha256').update(viewer).digest('base64url')
  buffer.views.set(viewer, { contentId, userId: user, guest })
  storeLater(scope, buffer)
}

/** Somebody has searched, and found something: editors choose hot words from what was searched for. */
export function noteSearch(
  scope: Scope,
  words: string,
  { user, agent }: { readonly user: number | null; readonly agent: string },
): void {
  const search = trimText(words).slice(0, maxWords)
  if (search === '' || robot.test(agent)) return
  const buffer = bufferOf(scope)
  if (buffer.searches.size >= maxSearches) return
  const entry = buffer.searches.get(search)
  if (entry) entry.count += 1
  else buffer.searches.set(search, { count: 1, user })
  storeLater(scope, buffer)
}

function storeLater(scope: Scope, buffer: Buffer): void {
  buffer.timer ??= setTimeout(() => void flushViews(scope).catch(() => undefined), delayMs).unref()
}

/** Stores what was noted until now. What cannot be stored is lost: views are not worth a failure. */
export async function flushViews(scope: Scope): Promise<void> {
  const buffer = bufferOf(scope)
  if (buffer.timer !== null) clearTimeout(buffer.timer)
  buffer.timer = null
  const views = [...buffer.views.values()]
  buffer.views.clear()
  buffer.visits.clear()
  const searches = [...buffer.searches].map(([search, { count, user }]) => ({ search, count, user }))
  buffer.searches.clear()
  if (views.length > 0) await storeViews(scope, views)
  if (searches.length > 0) await storeSearches(scope, searches)
}
