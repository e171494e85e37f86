/**
 * Everything that somebody does on this page, until the server has stored or refused it. It is sent in order, and again
 * whenever the network is back; the server stores a repetition once.
 */
import { callRoute, errorText, ApiError } from 'tablewright/web'
import type { Intent, LiveEvent } from '../../shared/events.ts'
import { actRoute } from '../../shared/routes.ts'
import { applyEvent, strokeOf, type LiveState } from '../../shared/state.ts'

interface Waiting {
  readonly client: string
  readonly intent: Intent
  /** Number of its event; null = the server has not answered. */
  seq: number | null
}

interface Refused {
  readonly intent: Intent
  readonly message: string
}

interface OutboxParts {
  readonly area: 'staff' | 'pupil'
  readonly room: number
  /** Something was added, stored or refused. */
  readonly onChange: () => void
  readonly onRefused: (refused: Refused) => void
}

const batch = 20
const retryMs = 2000

export class Outbox {
  readonly #parts: OutboxParts
  #waiting: readonly Waiting[] = []
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  #isReachable = true
  readonly #flush = (): void => void this.#send()

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  add(intent: Intent): void {
    this.#waiting = [...this.#waiting, { client: crypto.randomUUID(), intent, seq: null }]
    this.#parts.onChange()
    void this.#send()
  }

  /** Number of what the server does not have yet. */
  get unsent(): number {
    return this.#waiting.filter(({ seq }) => seq === null).length
  }

  /** False while the server does not answer. */
  get isReachable(): boolean {
    return this.#isReachable
  }

  /** The log has come to a number: what it contains waits no more. */
  settle(seq: number): void {
    const rest = this.#waiting.filter((entry) => entry.seq === null || entry.seq > seq)
    if (rest.length === this.#waiting.length) return
    this.#waiting = rest
    this.#parts.onChange()
  }

  /** The board as it will be: strokes are drawn before the server has them. */
  preview(state: LiveState, person: string): LiveState {
    let preview = state
    for (const { intent, seq } of this.#waiting)
      if (isDrawing(intent) && !isInLog(state, intent, seq))
        preview = applyEvent(preview, { ...intent, seq: state.seq, person, time: state.time } as LiveEvent)
    return preview
  }

  /** Sends from now on. */
  start(): void {
    this.#isStopped = false
    window.addEventListener('online', this.#flush)
    void this.#send()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    window.removeEventListener('online', this.#flush)
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#isSending) return
    this.#isSending = true
    do {
      const next = this.#waiting.filter(({ seq }) => seq === null).slice(0, batch)
      if (next.length === 0) break
      this.#isReachable = await this.#sendBatch(next)
      this.#parts.onChange()
    } while (this.#isReachable && !this.#isStopped)
    this.#isSending = false
    if (!this.#isReachable && !this.#isStopped) this.#timer = setTimeout(this.#flush, retryMs)
  }

  /** @returns false when the server could not be reached */
  async #sendBatch(next: readonly Waiting[]): Promise<boolean> {
    const { area, room } = this.#parts
    const events = next.map(({ client, intent }) => ({ client, kind: intent.kind, payload: { ...intent.payload } }))
    try {
      const { results } = await callRoute(actRoute[area], { room, events }, { quiet: true, isBackground: true })
      for (const { client, seq, message } of results) this.#take(client, seq, message)
      return true
    } catch (error) {
      // Anything that the server refuses as a whole would block all that follows.
      if (!(error instanceof ApiError) || !isFinal(error)) return false
      for (const { client } of next) this.#take(client, null, errorText(error))
      return true
    }
  }

  #take(client: string, seq: number | null, message: string): void {
    const entry = this.#waiting.find((entry) => entry.client === client)
    if (!entry) return
    if (seq !== null) {
      entry.seq = seq
      return
    }
    this.#waiting = this.#waiting.filter((waiting) => waiting !== entry)
    this.#parts.onRefused({ intent: entry.intent, message })
  }
}

const isDrawing = ({ kind }: Intent): boolean => kind === 'stroke' || kind === 'erase'

/** The log may bring an event before the request that made it is answered. */
function isInLog(state: LiveState, intent: Intent, seq: number | null): boolean {
  if (seq !== null && seq <= state.seq) return true
  if (intent.kind !== 'stroke') return false
  const { page, stroke, part } = intent.payload
  return (strokeOf(state, page, stroke)?.parts ?? 0) > part
}

/** False where the same request may succeed later: without a network, while the server starts, and when it is busy. */
const isFinal = ({ status }: ApiError): boolean => status >= 200 && status < 500 && status !== 429
