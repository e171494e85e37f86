/**
 * Members and agents who write to each other over connections that break: in the end each of them has what the table
 * has, every message once and in order (C3, C9).
 */
import { expect } from 'vitest'
import type { TopicPage } from 'tablewright/protocol'
import { conversationTopic } from '../../../runtime/modules/chat/shared/message.ts'
import { applyPlan } from '../../../runtime/server/db/index.ts'
import { TopicSync, type TopicEntry } from '../../../runtime/web/core/live/topic-sync.ts'
import { openSocket, type HubSocket } from '../../server/hub/hub-client.ts'
import { openAt, type Engine, type Place, type TestDatabase } from '../../support/databases.ts'
import { client, openChat, type ChatSite } from './chat-site.ts'

export interface Scenario {
  readonly seed: number
  /** Pages that follow; they belong to the two members in turn. */
  readonly pages: number
  readonly messages: number
  /** Share of the messages at which a connection breaks. */
  readonly cutShare: number
}

/** Small and repeatable (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An engine whose databases are all the one in this place. */
const inPlace = (engine: Engine, place: Place, isFirst: boolean): Engine => ({
  ...engine,
  async open(models): Promise<TestDatabase> {
    const database = await openAt(place)
    if (isFirst) await applyPlan(database, models)
    return Object.assign(database, { dispose: () => database.close() })
  },
})

/** A page of a member, as the client is: it connects to one server after the other. */
class Page {
  readonly received: TopicEntry[] = []
  readonly sync: TopicSync
  readonly #sites: readonly ChatSite[]
  readonly #member: number
  readonly #topic: string
  #turn = 0
  #socket: HubSocket | null = null

  constructor(sites: readonly ChatSite[], member: number, topic: string) {
    this.#sites = sites
    this.#member = member
    this.#topic = topic
    this.sync = new TopicSync({
      fetch: async (after) => {
        const { code, data } = await this.#site.call<TopicPage>(member, `Live/topic?topic=${topic}&after=${after}`)
        if (code !== 1) throw new Error(`refused with ${code}`)
        return data
      },
      onEntries: (entries) => this.received.push(...entries),
      onReset: () => this.received.splice(0),
      retryMs: 50,
    })
  }

  // There is one at least.
  get #site(): ChatSite {
    return this.#sites[this.#turn % this.#sites.length]!
  }

  async connect(): Promise<void> {
    const { data } = await this.#site.call<{ ticket: string }>(this.#member, 'Live/ticket', {})
    const socket = await openSocket({ address: this.#site.address }, data.ticket)
    this.#socket = socket
    socket.socket.on('message', (raw) => {
      const frame = JSON.parse(String(raw)) as {
        type: string
        topic: string
        head?: number
        seq?: number
        data?: unknown
      }
      if (frame.topic !== this.#topic) return
      if (frame.type === 'subscribed') this.sync.onHead(frame.head ?? 0)
      else if (frame.type === 'event' && frame.seq !== undefined) this.sync.onEvent(frame.seq, frame.data)
    })
    socket.send({ type: 'subscribe', topic: this.#topic })
  }

  /** Loses the connection without a word, and connects to the next server. */
  async cut(): Promise<void> {
    this.#socket?.socket.terminate()
    this.#turn += 1
    await this.connect()
  }

  stop(): void {
    this.#socket?.socket.terminate()
    this.sync.stop()
  }
}

/** On PostgreSQL with two servers, on SQLite with one. Each message is sent again until it was accepted. */
export async function runConversation(engine: Engine, { seed, pages, messages, cutShare }: Scenario): Promise<void> {
  const place = await engine.place()
  const sites: ChatSite[] = []
  const open: Page[] = []
  try {
    const limits = { hubLimits: { pollMs: 25, maxPerAccount: 500 } }
    sites.push(await openChat(inPlace(engine, place, true), limits))
    if (engine.name === 'postgresql') sites.push(await openChat(inPlace(engine, place, false), limits))
    const first = sites[0]!
    await first.set({ chat_messages_per_minute: '600' })
    const members = [await first.member(), await first.member()]
    const conversation = await first.private(members[0]!, members[1]!)
    const topic = conversationTopic(conversation)
    const random = createRandom(seed)
    for (let count = 0; count < pages; count++) {
      const page = new Page(count % 2 === 0 ? sites : sites.toReversed(), members[count % 2]!, topic)
      open.push(page)
      await page.connect()
    }
    const running: Promise<unknown>[] = []
    const accepted: number[] = []
    for (let step = 0; step < messages; step++) {
      const sender = members[random() < 0.5 ? 0 : 1]!
      const own = client()
      // The answer of the first attempt may be lost: the same message goes to another server as well.
      const attempts = random() < 0.3 ? 2 : 1
      const deliver = async () => {
        const answers = await Promise.all(
          Array.from({ length: attempts }, (_none, index) =>
            sites[index % sites.length]!.send(sender, conversation, `${step}`, { client: own }),
          ),
        )
        const numbers = new Set(answers.map(({ code, data }) => (code === 1 ? data.seq : null)))
        expect(numbers.size).toBe(1)
        accepted.push(...answers.slice(0, 1).map(({ data }) => data.seq))
      }
      running.push(deliver())
      if (random() < cutShare) running.push(open[Math.floor(random() * pages)]!.cut())
      // Some overlap.
      if (random() < 0.4) await Promise.all(running.splice(0))
    }
    await Promise.all(running)
    const rows = await first.rows('chat_message', { conversation_id: conversation })
    const table = rows
      .map((row) => [Number(row['seq']), String(row['content'])])
      .toSorted((l, r) => Number(l[0]) - Number(r[0]))
    expect(table.map(([seq]) => seq)).toEqual(Array.from({ length: messages }, (_none, index) => index + 1))
    expect(new Set(table.map(([, text]) => text)).size).toBe(messages)
    expect(accepted.toSorted((left, right) => left - right)).toEqual(table.map(([seq]) => seq))
    for (const page of open) {
      await expect.poll(() => page.sync.last, { timeout: 60_000 }).toBe(messages)
      expect(page.received.map(({ seq, data }) => [seq, (data as { text: string }).text])).toEqual(table)
    }
    expect(await first.findings()).toEqual([])
  } finally {
    open.forEach((page) => page.stop())
    for (const site of sites.toReversed()) await site.dispose()
    await place.remove()
  }
}
