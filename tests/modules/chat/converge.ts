/**
 * Members who write to each other over connections that break, and servers that are killed: in the end each of them has
 * what the table has, every message once and in order (C1, C2, C3, C9).
 */
import { expect, vi } from 'vitest'
import { conversationTopic, type ChatMessage } from '../../../runtime/modules/chat/shared/message.ts'
import { inPlace, type Engine } from '../../support/databases.ts'
import { client, openChat, type ChatSite } from './chat-site.ts'
import { Follower, type Endpoint } from './follower.ts'

export interface Scenario {
  readonly seed: number
  /** Private conversations, each of two members of its own. */
  readonly conversations: number
  /** Pages that follow a conversation; they belong to the two members in turn. */
  readonly pages: number
  /** Messages of all conversations. */
  readonly messages: number
  /** Connections that break. */
  readonly cuts: number
}

/** Where the members write. */
export interface World {
  /** The servers that are there now. */
  endpoints(): readonly Endpoint[]
  readonly conversations: readonly Conversation[]
}

export interface Conversation {
  readonly id: number
  readonly members: readonly [number, number]
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

/** In this process: on PostgreSQL with two servers, on SQLite with one. */
export async function runConversations(engine: Engine, scenario: Scenario): Promise<void> {
  const place = await engine.place()
  const sites: ChatSite[] = []
  try {
    const limits = { hubLimits: { pollMs: 25, maxPerAccount: 500 } }
    sites.push(await openChat(inPlace(engine, place, true), limits))
    if (engine.name === 'postgresql') sites.push(await openChat(inPlace(engine, place, false), limits))
    const first = sites[0]!
    await first.set({ chat_messages_per_minute: '600' })
    const conversations: Conversation[] = []
    for (let count = 0; count < scenario.conversations; count++) {
      const members = [await first.member(), await first.member()] as const
      conversations.push({ id: await first.private(...members), members })
    }
    await exchange({ endpoints: () => sites, conversations }, scenario)
    expect(await first.findings()).toEqual([])
  } finally {
    for (const site of sites.toReversed()) await site.dispose()
    await place.remove()
  }
}

/** @param meanwhile called with the share of the messages that were sent, at every step */
export async function exchange(
  world: World,
  scenario: Scenario,
  meanwhile: (share: number) => Promise<void> = async () => {},
): Promise<void> {
  const open: Follower[] = []
  try {
    let count = 0
    const step = () => meanwhile(count++ / scenario.messages)
    await Promise.all(
      world.conversations.map((conversation, index) => converse(world, conversation, { scenario, index, open, step })),
    )
  } finally {
    open.forEach((follower) => follower.stop())
  }
}

interface Part {
  readonly scenario: Scenario
  readonly index: number
  readonly open: Follower[]
  readonly step: () => Promise<void>
}

async function converse(world: World, { id, members }: Conversation, { scenario, index, open, step }: Part) {
  const { conversations, pages, seed } = scenario
  const count = scenario.messages / conversations
  const cutShare = scenario.cuts / scenario.messages
  const random = createRandom(seed * 1000 + index)
  const followers = Array.from(
    { length: pages },
    (_none, page) => new Follower(() => world.endpoints(), members[page % 2]!, conversationTopic(id)),
  )
  open.push(...followers)
  await Promise.all(followers.map((follower) => follower.connect()))
  const running: Promise<unknown>[] = []
  const accepted: number[] = []
  for (let message = 0; message < count; message++) {
    const sender = members[random() < 0.5 ? 0 : 1]!
    const body = { conversation: id, client: client(), text: `${message}` }
    // The answer of the first attempt may be lost: the same message goes to another server as well.
    const attempts = random() < 0.3 ? 2 : 1
    const deliver = async () => {
      const numbers = await Promise.all(
        Array.from({ length: attempts }, (_none, attempt) => sendUntilAccepted(world, sender, body, attempt)),
      )
      expect(new Set(numbers).size).toBe(1)
      accepted.push(...numbers.slice(0, 1))
    }
    running.push(deliver())
    if (random() < cutShare) running.push(followers[Math.floor(random() * pages)]!.cut())
    running.push(step())
    // Some overlap.
    if (random() < 0.4) await Promise.all(running.splice(0))
  }
  await Promise.all(running)
  const table = await readTable(world, { id, members })
  expect(table.map(([seq]) => seq)).toEqual(Array.from({ length: count }, (_none, place) => place + 1))
  expect(new Set(table.map(([, text]) => text)).size).toBe(count)
  expect(accepted.toSorted((left, right) => left - right)).toEqual(table.map(([seq]) => seq))
  for (const follower of followers) {
    await expect.poll(() => follower.sync.last, { timeout: 120_000 }).toBe(count)
    expect(follower.received.map(({ seq, data }) => [seq, (data as { text: string }).text])).toEqual(table)
  }
}

/** A server that was killed does not answer: the same message is sent again, to the next one. */
async function sendUntilAccepted(world: World, sender: number, body: object, attempt: number): Promise<number> {
  let turn = attempt
  return vi.waitFor(
    async () => {
      const endpoints = world.endpoints()
      const endpoint = endpoints[turn++ % endpoints.length]
      if (!endpoint) throw new Error('there is no server')
      const { code, msg, data } = await endpoint.call<{ seq: number }>(sender, 'chat.Index/send', body)
      if (code !== 1) throw new Error(msg)
      return data.seq
    },
    { timeout: 120_000, interval: 50 },
  )
}

/** The messages of the conversation, read to its beginning. */
async function readTable(world: World, { id, members: [member] }: Conversation) {
  const table: (readonly [seq: number, text: string])[] = []
  for (let before: number | undefined; ;) {
    const path = `chat.Index/messages?conversation=${id}${before === undefined ? '' : `&before=${before}`}`
    const [endpoint] = world.endpoints()
    if (!endpoint) throw new Error('there is no server')
    const { data } = await endpoint.call<{ messages: ChatMessage[]; more: boolean }>(member, path)
    table.unshift(...data.messages.map(({ seq, text }) => [seq, text] as const))
    before = table[0]?.[0]
    if (!data.more) return table
  }
}
