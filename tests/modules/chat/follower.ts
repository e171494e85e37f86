/** A page that follows a conversation through cuts and ends of servers, as the client does. */
import { vi } from 'vitest'
import type { HubFrame, TopicPage } from 'tablewright/protocol'
import { TopicSync, type TopicEntry } from '../../../runtime/web/core/live/topic-sync.ts'
import { openSocket, type HubSocket } from '../../server/hub/hub-client.ts'

/** A server as pages of members call it. */
export interface Endpoint {
  readonly address: string
  call<Data = Record<string, unknown>>(
    member: number,
    path: string,
    payload?: object,
  ): Promise<{ readonly code: number; readonly msg: string; readonly data: Data }>
}

export class Follower {
  readonly received: TopicEntry[] = []
  readonly sync: TopicSync
  readonly #endpoints: () => readonly Endpoint[]
  readonly #member: number
  readonly #topic: string
  #turn = 0
  #isStopped = false
  #socket: HubSocket | null = null

  /** @param endpoints the servers that are there now; it connects to one after the other */
  constructor(endpoints: () => readonly Endpoint[], member: number, topic: string) {
    this.#endpoints = endpoints
    this.#member = member
    this.#topic = topic
    this.sync = new TopicSync({
      fetch: async (after) => {
        const { code, data } = await this.#endpoint.call<TopicPage>(member, `Live/topic?topic=${topic}&after=${after}`)
        if (code !== 1) throw new Error(`refused with ${code}`)
        return data
      },
      onEntries: (entries) => this.received.push(...entries),
      onReset: () => this.received.splice(0),
      retryMs: 50,
    })
  }

  get #endpoint(): Endpoint {
    const endpoints = this.#endpoints()
    const endpoint = endpoints[this.#turn % endpoints.length]
    if (!endpoint) throw new Error('there is no server')
    return endpoint
  }

  /** Connects, to the next server where one refuses. */
  async connect(): Promise<void> {
    const attempt = async (): Promise<void> => {
      if (this.#isStopped) return
      await this.#open().catch((error: unknown) => {
        this.#turn += 1
        throw error
      })
    }
    await vi.waitFor(attempt, { timeout: 120_000, interval: 20 })
  }

  async #open(): Promise<void> {
    const endpoint = this.#endpoint
    const { data } = await endpoint.call<{ ticket: string }>(this.#member, 'Live/ticket', {})
    const opened = await openSocket(endpoint, data.ticket)
    if (this.#isStopped) return opened.socket.terminate()
    this.#socket = opened
    opened.socket.on('message', (raw) => {
      const frame = JSON.parse(String(raw)) as HubFrame
      if (this.#socket !== opened) return
      if (frame.type === 'subscribed') this.sync.onHead(frame.head)
      if (frame.type === 'event' && frame.seq !== undefined && frame.seq !== null)
        this.sync.onEvent(frame.seq, frame.data)
    })
    opened.socket.on('close', () => {
      if (this.#socket === opened) void this.cut()
    })
    opened.send({ type: 'subscribe', topic: this.#topic })
  }

  /** Loses the connection without a word, and connects to the next server. */
  async cut(): Promise<void> {
    const lost = this.#socket
    this.#socket = null
    lost?.socket.terminate()
    this.#turn += 1
    await this.connect()
  }

  stop(): void {
    this.#isStopped = true
    const last = this.#socket
    this.#socket = null
    last?.socket.terminate()
    this.sync.stop()
  }
}
