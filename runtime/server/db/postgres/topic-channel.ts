/**
 * How server processes on one PostgreSQL database tell each other what happened: `NOTIFY` as a statement of its own
 * after the commit, because within a transaction it would make all commits wait for each other, and one connection that
 * listens. A pooler may forward `LISTEN` to a connection that another client uses next, so that nothing arrives: the
 * channel counts as open only while notifications that it sends to itself come back.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { TopicChange } from '../topic-change.ts'
import type { TopicChannel, TopicListener } from '../topics.ts'

const channelName = 'tablewright_topic'
/** Milliseconds between two statements of one process. */
const sendIntervalMs = 50
/** PostgreSQL takes less than 8000 bytes. */
const maxPayload = 7000
/** Bytes of a message that other processes are sent; longer ones reach the clients of this process alone. */
const maxMessage = 2000
const probeIntervalMs = 15_000
const probeTimeoutMs = 5000
const retryMs = { first: 500, longest: 15_000 } as const

type Payload = readonly [origin: string, changes: readonly TopicChange[]]

export class PostgresTopicChannel implements TopicChannel {
  readonly #driver: typeof pg
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #origin = randomUUID()
  readonly #waiting = new Map<string, TopicChange>()
  #messages: TopicChange[] = []
  #timer: NodeJS.Timeout | null = null
  #sentAt = -sendIntervalMs
  #sending: Promise<void> = Promise.resolve()
  #client: pg.Client | null = null
  #probe: NodeJS.Timeout | null = null
  #onProbe: (() => void) | null = null
  #isListening = false
  #isClosed = false
  #failures = 0

  /** @param pool of statements that are sent to others */
  constructor(driver: typeof pg, pool: pg.Pool, url: string) {
    this.#driver = driver
    this.#pool = pool
    this.#url = url
  }

  get isListening(): boolean {
    return this.#isListening
  }

  send(changes: readonly TopicChange[]): void {
    for (const { topic, seq, message, recheck } of changes) {
      if (message !== undefined) {
        if (JSON.stringify(message).length <= maxMessage) this.#messages.push({ topic, seq: null, message })
        continue
      }
      const before = this.#waiting.get(`${recheck ?? ''}${topic}`)
      const latest = seq === null ? null : Math.max(seq, before?.seq ?? 0)
      this.#waiting.set(`${recheck ?? ''}${topic}`, { topic, seq: latest, ...(recheck && { recheck }) })
    }
    const waitMs = Math.max(0, this.#sentAt + sendIntervalMs - performance.now())
    this.#timer ??= setTimeout(() => this.#flush(), waitMs).unref()
  }

  listen(onChanges: TopicListener, onGap: () => void): void {
    void this.#connect(onChanges, onGap)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isListening = false
    if (this.#probe) clearInterval(this.#probe)
    this.#flush()
    await this.#sending
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  /** Sends what waits. What fails is found by the others when they look into the table. */
  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#sentAt = performance.now()
    const changes = [...this.#waiting.values(), ...this.#messages]
    this.#waiting.clear()
    this.#messages = []
    if (changes.length === 0) return
    const payloads = payloadsOf(this.#origin, changes)
    this.#sending = this.#sending.then(() => this.#notify(payloads)).catch(() => {})
  }

  async #notify(payloads: readonly string[]): Promise<void> {
    // The name contains the schema: several installations may share a database.
    await this.#pool.query(
      `select pg_notify('${channelName}_' || current_schema(), payload) from unnest($1::text[]) as payload`,
      [payloads],
    )
  }

  async #connect(onChanges: TopicListener, onGap: () => void): Promise<void> {
    if (this.#isClosed) return
    const client = new this.#driver.Client({
      connectionString: this.#url,
      application_name: 'tablewright topics',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
      query_timeout: probeTimeoutMs,
    })
    let isLost = false
    const lose = (): void => {
      if (isLost) return
      isLost = true
      this.#isListening = false
      if (this.#probe) clearInterval(this.#probe)
      this.#client = null
      void client.end().catch(() => {})
      if (this.#isClosed) return
      onGap()
      const waitMs = Math.min(retryMs.longest, retryMs.first * 2 ** this.#failures++) * (0.5 + Math.random() / 2)
      setTimeout(() => void this.#connect(onChanges, onGap), waitMs).unref()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => this.#receive(payload, onChanges))
    try {
      this.#client = client
      await client.connect()
      const { rows } = await client.query<{ name: string }>(
        `select quote_ident('${channelName}_' || current_schema()) as name`,
      )
      await client.query(`listen ${rows[0]?.name ?? channelName}`)
      await this.#test()
      this.#isListening = true
      this.#failures = 0
      // Changes from before it listened were sent to nobody.
      onGap()
      this.#probe = setInterval(() => void this.#test().catch(lose), probeIntervalMs).unref()
    } catch {
      lose()
    }
  }

  /** Rejects when a notification to itself does not arrive. */
  async #test(): Promise<void> {
    const arrival = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no notification arrives')), probeTimeoutMs)
      this.#onProbe = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    await Promise.all([arrival, this.#notify([JSON.stringify([this.#origin, []] satisfies Payload)])])
  }

  #receive(payload: string, onChanges: TopicListener): void {
    const [origin, changes] = JSON.parse(payload) as Payload
    if (origin !== this.#origin) return onChanges(changes)
    if (changes.length === 0) this.#onProbe?.()
  }
}

/** Texts of as many changes as one notification holds. */
function payloadsOf(origin: string, changes: readonly TopicChange[]): readonly string[] {
  const groups: TopicChange[][] = []
  let size = Infinity
  for (const change of changes) {
    const { length } = Buffer.from(JSON.stringify(change))
    if (size + length > maxPayload) {
      groups.push([])
      size = 100
    }
    groups.at(-1)?.push(change)
    size += length + 1
  }
  return groups.map((group) => JSON.stringify([origin, group] satisfies Payload))
}
