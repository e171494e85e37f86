/** A server with live rooms, and what teachers, pupils and visitors do there. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { live } from '#generated/live/index.ts'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import type { Scope } from '#generated/live/server.ts'
import { liveChecks } from '../../../runtime/modules/live/server/checks.ts'
import { liveServer } from '../../../runtime/modules/live/server/index.ts'
import type { Intent } from '../../../runtime/modules/live/shared/events.ts'
import type { LiveState } from '../../../runtime/modules/live/shared/state.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { openSocket, type HubSocket } from '../../server/hub/hub-client.ts'
import { scopeOn } from '../../server/records/scope.ts'
import { ask, type WireAnswer } from '../../server/session/endpoint.ts'
import type { Engine } from '../../support/databases.ts'

const manifests = [live, member, system]

/** A pupil by number of the member, or the teacher. */
export type Who = number | 'teacher'

interface Result {
  readonly client: string
  readonly seq: number | null
  readonly reason: string | null
  readonly message: string
}

export interface LiveSite {
  readonly app: TestApp
  readonly scope: Scope
  readonly teacher: number
  readonly address: string
  member(username?: string): Promise<number>
  tokenOf(member: number): Promise<string>
  /** A room that begins now. @param values of its record */
  room(values?: Row): Promise<number>
  /** The same, with its lesson started. */
  lesson(values?: Row): Promise<number>
  /** Calls a route of the classroom for somebody; null = a visitor. */
  call<Data = Record<string, unknown>>(who: Who | null, action: string, payload: object): Promise<WireAnswer<Data>>
  read<Data = Record<string, unknown>>(
    who: Who | null,
    action: string,
    room: number,
    query?: string,
  ): Promise<WireAnswer<Data>>
  /** Does something and expects it to be stored. @returns the number of its event */
  does(who: Who, room: number, intent: Intent): Promise<number>
  /** Tries something. @returns why it was refused; null = it was stored */
  tries(who: Who, room: number, intent: Intent): Promise<string | null>
  act(who: Who, room: number, events: readonly (Intent & { readonly client?: string })[]): Promise<readonly Result[]>
  lessonAction(room: number, action: 'start' | 'end' | 'resume', admin?: number): Promise<WireAnswer<unknown>>
  state(who: Who | null, room: number): Promise<LiveState>
  /** A ticket for a socket. */
  ticket(who: Who): Promise<string>
  /** Opens a socket of somebody and subscribes to the topic. */
  enter(who: Who, room: number): Promise<HubSocket>
  rows(table: string, where: Row): Promise<readonly Row[]>
  update(table: string, id: number, values: Row): Promise<void>
  findings(): Promise<readonly unknown[]>
  dispose(): Promise<void>
}

export const holder = (who: Who, teacher: number): string => (who === 'teacher' ? `admin:${teacher}` : `user:${who}`)

export const stroke = (page: number, id: string, more: object = {}): Intent => ({
  kind: 'stroke',
  payload: {
    page,
    stroke: id,
    part: 0,
    tool: 'pen',
    color: 0,
    size: 60,
    points: [1000, 1000, 2000, 1500],
    ...more,
  },
})

export async function openLive(engine: Engine, more: Parameters<typeof openTestApp>[1] = {}): Promise<LiveSite> {
  const app = await openTestApp(engine, { servers: [liveServer, memberServer], ...more }, manifests)
  await app.running.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.running.app.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const name = `teacher-${randomUUID().slice(0, 8)}`
  const teacher = await app.account(name, [await app.group(name, '*')])
  const effects = new Map(Object.entries(liveServer.effects ?? {}))
  const scope = { ...scopeOn(app.database, await models(manifests), { actor: null }), effects } as unknown as Scope
  const tokens = new Map<number, string>()
  const seconds = (): number => Math.floor(Date.now() / 1000)
  const headersOf = async (who: number | null): Promise<Record<string, string>> => ({
    'x-tablewright': '1',
    ...(who !== null && { 'ba-user-token': await site.tokenOf(who) }),
  })
  const site: LiveSite = {
    app,
    scope,
    teacher,
    address,
    async member(username = `pupil-${randomUUID().slice(0, 8)}`) {
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const { id } = await app.database.write((trx) =>
        trx
          .insertInto('user')
          .values({ ...values, money: 0, score: 0, version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return Number(id)
    },
    async tokenOf(id) {
      const before = tokens.get(id)
      if (before) return before
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      const settings = {
        session: { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false },
      }
      const { token } = await app.database.write((trx) =>
        openMemberSession(trx, settings, { id, visitor, keep: false }),
      )
      tokens.set(id, token)
      return token
    },
    async room(values = {}) {
      const start = seconds()
      const body = { title: 'Lesson', teacher_id: teacher, start_time: start, end_time: start + 3600, ...values }
      const answer = await app.post<{ id: number }>(teacher, 'live.Room/add', body)
      if (answer.code !== 1) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
      const added = await app.database.query
        .selectFrom('live_room')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return Number(added['id'])
    },
    async lesson(values) {
      const id = await site.room(values)
      const answer = await site.lessonAction(id, 'start')
      if (answer.code !== 1) throw new Error(answer.msg)
      return id
    },
    async call(who, action, payload) {
      if (who === 'teacher') return (await app.post(teacher, `live.Classroom/${action}`, payload)) as never
      return ask(app.running, 'POST', `/api/live.Room/${action}`, { headers: await headersOf(who), payload })
    },
    async read(who, action, room, query = '') {
      const path = `${action}?room=${room}${query}`
      if (who === 'teacher') return (await app.get(teacher, `live.Classroom/${path}`)) as never
      return ask(app.running, 'GET', `/api/live.Room/${path}`, { headers: await headersOf(who) })
    },
    async act(who, room, events) {
      const intents = events.map(({ client = randomUUID(), kind, payload }) => ({ client, kind, payload }))
      const answer = await site.call<{ results: Result[] }>(who, 'act', { room, events: intents })
      if (answer.code !== 1) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data.results
    },
    async does(who, room, intent) {
      const [result] = await site.act(who, room, [intent])
      if (!result || result.seq === null) throw new Error(`${intent.kind}: ${result?.message}`)
      return result.seq
    },
    async tries(who, room, intent) {
      const [result] = await site.act(who, room, [intent])
      return result?.reason ?? null
    },
    lessonAction: async (room, action, admin = teacher) =>
      (await app.post(admin, 'live.Classroom/lesson', { room, action })) as never,
    async state(who, room) {
      const answer = await site.read<{ state: LiveState }>(who, 'info', room)
      if (answer.code !== 1) throw new Error(answer.msg)
      return answer.data.state
    },
    async ticket(who) {
      const area = who === 'teacher' ? '/admin' : '/api'
      const headers =
        who === 'teacher' ? { batoken: await app.token(teacher), 'x-tablewright': '1' } : await headersOf(who)
      const answer = await fetch(`${address}${area}/Live/ticket`, { method: 'POST', headers })
      return ((await answer.json()) as { data: { ticket: string } }).data.ticket
    },
    async enter(who, room) {
      const socket = await openSocket({ address }, await site.ticket(who))
      await socket.subscribe(`live:${room}`)
      return socket
    },
    rows(table, where) {
      let query = app.database.query.selectFrom(table).selectAll().orderBy('id')
      for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
      return query.execute()
    },
    async update(table, id, values) {
      await app.database.write((trx) => trx.updateTable(table).set(values).where('id', '=', id).execute())
    },
    async findings() {
      const lists = await Promise.all(liveChecks.map((check) => check.find(scope as never, 20)))
      return lists.flatMap(({ list: findings }) => findings)
    },
    dispose: () => app.dispose(),
  }
  return site
}
