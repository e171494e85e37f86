/** Servers are killed during a lesson: no event is lost, presence is put right, and a quiz closes in its time. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Intent, LiveEvent } from '../../../../runtime/modules/live/shared/events.ts'
import { replay, type LiveState } from '../../../../runtime/modules/live/shared/state.ts'
import { engines, type Place } from '../../../support/databases.ts'
import { serve, type Running, type ServeOptions } from '../../../support/running.ts'
import { openSocket, type HubSocket } from '../../../server/hub/hub-client.ts'
import { stroke } from '../live-site.ts'

const password = 'long enough 7'

interface Member {
  readonly id: number
  readonly token: string
}

interface Result {
  readonly seq: number | null
  readonly message: string
}

/** The servers of a lesson; those that were killed are null until they are started again. */
class Servers {
  readonly options: ServeOptions[]
  readonly running: (Running | null)[] = []

  constructor(options: ServeOptions[]) {
    this.options = options
  }

  async start(index: number): Promise<void> {
    this.running[index] = await serve(this.options[index])
  }

  async kill(index: number): Promise<void> {
    const server = this.running[index]
    this.running[index] = null
    await server?.kill()
  }

  get there(): readonly Running[] {
    return this.running.filter((server) => server !== null)
  }

  /** The next server that is there. */
  at(turn: number): Running {
    const server = this.there[turn % this.there.length]
    if (!server) throw new Error('there is no server')
    return server
  }

  async asMember<Data>(turn: number, { token }: Member, path: string, body?: object) {
    const answer = await fetch(`${this.at(turn).address}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'ba-user-token': token,
        'x-tablewright': '1',
        'think-lang': 'en',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { code: number; msg: string; data: Data }
  }

  /** Sends the same again, to another server, until one answers. */
  async act(room: number, who: Member | 'teacher', intent: Intent): Promise<Result> {
    const events = [{ client: randomUUID(), kind: intent.kind, payload: intent.payload }]
    let turn = 0
    return vi.waitFor(
      async () => {
        turn += 1
        const { code, msg, data } =
          who === 'teacher'
            ? await this.at(turn).api<{ results: Result[] }>('/admin/live.Classroom/act', { room, events })
            : await this.asMember<{ results: Result[] }>(turn, who, 'live.Room/act', { room, events })
        if (code !== 1) throw new Error(msg)
        return data.results[0]!
      },
      { timeout: 120_000, interval: 100 },
    )
  }
}

async function addMember(servers: Servers, username: string): Promise<Member> {
  const values = { username, nickname: username, password, group_id: 1, gender: 0 }
  expect(await servers.at(0).api('/admin/user.User/add', values)).toMatchObject({ code: 1 })
  const signIn = { tab: 'login', username, password, keep: false }
  const nobody = { id: 0, token: '' }
  const { data } = await servers.asMember<{ userInfo: Member }>(0, nobody, 'user/checkIn', signIn)
  return data.userInfo
}

async function enter(server: Running, { token }: Member, room: number): Promise<HubSocket> {
  const headers = { 'ba-user-token': token, 'x-tablewright': '1' }
  const answer = await fetch(`${server.address}/api/Live/ticket`, { method: 'POST', headers })
  const { data } = (await answer.json()) as { data: { ticket: string } }
  const socket = await openSocket({ address: server.address }, data.ticket)
  await socket.subscribe(`live:${room}`)
  return socket
}

describe.each(engines)('servers that are killed during a lesson on $name', (engine) => {
  let place: Place | null = null
  let servers: Servers
  const folders: string[] = []
  afterEach(async () => {
    for (const index of servers.running.keys()) await servers.kill(index)
    folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))
    await place?.remove()
  })

  it('L1 L2 L9: keep every event once, mend presence, and close the quiz that went on', async () => {
    place = engine.name === 'postgresql' ? await engine.place() : null
    const { url: databaseUrl } = place ?? {}
    const count = place ? 2 : 1
    for (let index = 0; index < count; index++) folders.push(mkdtempSync(join(tmpdir(), 'tablewright-live-')))
    servers = new Servers(
      folders.map((dataFolder) => ({ dataFolder, demo: false, ...(databaseUrl !== undefined && { databaseUrl }) })),
    )
    for (let index = 0; index < count; index++) await servers.start(index)
    const [zoe, adam] = [await addMember(servers, 'zoe'), await addMember(servers, 'adam')]
    const start_time = Math.floor(Date.now() / 1000)
    const room = await addRoom(servers.at(0), { title: 'Killed', teacher_id: 1, start_time, draw: 1 })
    const first = await enter(servers.at(0), zoe, room)
    const second = await enter(servers.at(1), adam, room)
    const people = [zoe, adam, 'teacher'] as const
    const seqs: number[] = []
    const does = async (from: number, to: number): Promise<void> => {
      for (let index = from; index < to; index += people.length) {
        const results = await Promise.all(
          people.map((who, place) => servers.act(room, who, stroke(0, `stroke-${index}-${place}`))),
        )
        expect(results.filter(({ seq }) => seq === null)).toEqual([])
        seqs.push(...results.map(({ seq }) => seq!))
      }
    }
    await does(0, 30)
    const quiz = { kind: 'single', title: 'Which?', options: ['One', 'Two'], key: [1], seconds: 15 }
    const question = await servers.at(0).api<{ quiz: number }>('/admin/live.Classroom/ask', { room, ...quiz })
    const answer = (member: Member, choice: string) =>
      servers.asMember(0, member, 'live.Room/answer', { room, quiz: question.data.quiz, choice: [choice] })
    expect(await answer(zoe, 'B')).toMatchObject({ code: 1 })
    expect(await answer(adam, 'A')).toMatchObject({ code: 1 })
    for (const index of [0, count - 1, 0]) {
      // Everybody goes on while the servers end, and sends until one of them has stored it.
      const doing = does(seqs.length, seqs.length + 30)
      await servers.kill(index)
      await servers.start(index)
      await doing
    }
    // Adam is back, Zoe is not.
    for (const socket of [first, second]) socket.socket.terminate()
    const back = await enter(servers.at(0), adam, room)
    for (const { api } of servers.there) {
      const { data } = await api<{ events: LiveEvent[] }>(`/admin/live.Classroom/events?room=${room}&after=0`)
      const info = await api<{ state: LiveState }>(`/admin/live.Classroom/info?room=${room}`)
      expect(data.events.map(({ seq }) => seq)).toEqual(data.events.map((_event, index) => index + 1))
      expect(replay(data.events)).toEqual(info.data.state)
      expect(info.data.state.strokes[0]?.length).toBe(seqs.length)
    }
    expect(new Set(seqs).size).toBe(seqs.length)
    const stateOf = async () =>
      (await servers.at(0).api<{ state: LiveState }>(`/admin/live.Classroom/info?room=${room}`)).data.state
    // The minute's job of whichever server is there closes it.
    await expect
      .poll(async () => (await stateOf()).quizzes[0]?.result, { timeout: 150_000, interval: 1000 })
      .toEqual({ answered: 2, counts: { A: 1, B: 1 }, key: ['B'] })
    const present = async () => {
      const path = `/admin/live.Classroom/people?room=${room}`
      const { data } = await servers.at(0).api<{ people: { name: string; present: boolean }[] }>(path)
      return data.people.filter((person) => person.present).map(({ name }) => name)
    }
    await expect.poll(present, { timeout: 120_000, interval: 1000 }).not.toContain('zoe')
    expect((await present()).filter((name) => name === 'adam')).toHaveLength(1)
    expect(await servers.at(0).api('/admin/live.Classroom/lesson', { room, action: 'end' })).toMatchObject({ code: 1 })
    const rows = await servers.at(0).api<{ list: { name: string; seconds: number }[] }>('/admin/live.Attendance/index')
    const session = (Date.now() - start_time * 1000) / 1000
    for (const { seconds } of rows.data.list) expect(seconds).toBeLessThanOrEqual(session)
    expect(rows.data.list.filter(({ name }) => name === 'adam')).toHaveLength(1)
    back.socket.terminate()
  }, 600_000)
})

interface RoomValues {
  readonly title: string
  readonly teacher_id: number
  readonly start_time: number
  readonly draw: number
}

/** A room whose lesson has begun. */
async function addRoom({ api }: Running, values: RoomValues) {
  const added = await api('/admin/live.Room/add', { ...values, end_time: values.start_time + 3600 })
  expect(added).toMatchObject({ code: 1 })
  const { data } = await api<{ list: { id: number; title: string }[] }>('/admin/live.Room/index')
  const room = data.list.find(({ title }) => title === values.title)!.id
  expect(await api('/admin/live.Classroom/lesson', { room, action: 'start' })).toMatchObject({ code: 1 })
  return room
}
