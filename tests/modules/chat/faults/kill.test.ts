/** C9: servers are killed while members write: what was stored arrives, and what was not is sent again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { engines, type Place } from '../../../support/databases.ts'
import { serve, type Running, type ServeOptions } from '../../../support/running.ts'
import { exchange, type Conversation } from '../converge.ts'
import type { Endpoint } from '../follower.ts'

const password = 'long enough 7'

/** A process that can be killed and started again; members keep their sessions, which are in the database. */
class KilledServer implements Endpoint {
  readonly #options: ServeOptions
  readonly #tokens: Map<number, string>
  #running: Running | null = null

  constructor(options: ServeOptions, tokens: Map<number, string>) {
    this.#options = options
    this.#tokens = tokens
  }

  get running(): Running {
    if (!this.#running) throw new Error('the server was killed')
    return this.#running
  }

  get isThere(): boolean {
    return this.#running !== null
  }

  get address(): string {
    return this.running.address
  }

  async start(): Promise<void> {
    this.#running = await serve(this.#options)
  }

  async kill(): Promise<void> {
    const last = this.#running
    this.#running = null
    await last?.kill()
  }

  async call<Data>(member: number, path: string, payload?: object) {
    const answer = await fetch(`${this.address}/api/${path}`, {
      method: payload ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'ba-user-token': this.#tokens.get(member) ?? '',
        'x-tablewright': '1',
        'think-lang': 'en',
      },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    return (await answer.json()) as { code: number; msg: string; data: Data }
  }

  /** A new member who is signed in. */
  async addMember(username: string): Promise<number> {
    const values = { username, nickname: username, password, group_id: 1, gender: 0 }
    const added = await this.running.api('/admin/user.User/add', values)
    if (added.code !== 1) throw new Error(added.msg)
    const signIn = { tab: 'login', username, password, keep: false }
    const { data, msg } = await this.call<{ userInfo: { id: number; token: string } }>(0, 'user/checkIn', signIn)
    if (!data?.userInfo) throw new Error(msg)
    this.#tokens.set(data.userInfo.id, data.userInfo.token)
    return data.userInfo.id
  }
}

describe.each(engines)('servers that are killed on $name', (engine) => {
  it('C9: everybody has every message once and in order after they have connected again', async () => {
    const place: Place | null = engine.name === 'postgresql' ? await engine.place() : null
    const folders: string[] = []
    const servers: KilledServer[] = []
    try {
      const tokens = new Map<number, string>()
      for (let count = 0; count < (place ? 2 : 1); count++) {
        const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-chat-'))
        folders.push(dataFolder)
        const server = new KilledServer({ dataFolder, demo: false, ...(place && { databaseUrl: place.url }) }, tokens)
        servers.push(server)
        await server.start()
      }
      const first = servers[0]!
      const rates = await first.running.api('/admin/routine.Config/edit', { chat_messages_per_minute: '600' })
      expect(rates).toMatchObject({ code: 1 })
      const members = [await first.addMember('mei'), await first.addMember('lee')] as const
      const opened = await first.call<{ conversation: number }>(members[0], 'chat.Index/open', { member: members[1] })
      const conversations: Conversation[] = [{ id: opened.data.conversation, members }]
      const world = { endpoints: () => servers.filter(({ isThere }) => isThere), conversations }
      const kills = [0.2, 0.4, 0.6, 0.8]
      let restarts: Promise<void> = Promise.resolve()
      const meanwhile = async (share: number): Promise<void> => {
        if (kills[0] === undefined || share < kills[0]) return
        kills.shift()
        const victim = servers[kills.length % servers.length]!
        restarts = restarts.then(async () => {
          await victim.kill()
          await victim.start()
        })
        await restarts
      }
      await exchange(world, { seed: 3, conversations: 1, pages: 4, messages: 300, cuts: 10 }, meanwhile)
      await restarts
      expect(kills).toEqual([])
    } finally {
      for (const server of servers) await server.kill()
      folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
      await place?.remove()
    }
  }, 600_000)
})
