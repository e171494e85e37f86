/** A server with conversations, and calls of members and agents. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { chat } from '#generated/chat/index.ts'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import type { Scope } from '#generated/chat/server.ts'
import type { AnyJob } from 'tablewright/server'
import { chatChecks } from '../../../runtime/modules/chat/server/checks.ts'
import { chatServer } from '../../../runtime/modules/chat/server/index.ts'
import type { ChatMessage } from '../../../runtime/modules/chat/shared/message.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import { ask, type WireAnswer } from '../../server/session/endpoint.ts'
import type { Engine } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'

const usualManifests = [chat, member, system]

export interface ChatSite {
  readonly app: TestApp
  readonly root: number
  readonly scope: Scope
  readonly address: string
  /** A new member; an agent with the role of the desk. */
  member(username?: string): Promise<number>
  agent(username: string): Promise<number>
  tokenOf(member: number): Promise<string>
  /** Calls `/api/<path>` for a member: by POST with a payload, else by GET. */
  call<Data = Record<string, unknown>>(member: number, path: string, payload?: object): Promise<WireAnswer<Data>>
  /** The conversation with the desk, or with another member. */
  service(member: number): Promise<number>
  private(member: number, other: number): Promise<number>
  send(member: number, conversation: number, text: string, more?: object): Promise<WireAnswer<SentMessage>>
  upload(member: number, conversation: number, name: string, bytes: Buffer): Promise<WireAnswer<{ code: string }>>
  messages(member: number, conversation: number, query?: string): Promise<readonly ChatMessage[]>
  unread(member: number, conversation: number): Promise<number>
  rows(table: string, where: Row): Promise<readonly Row[]>
  set(values: Readonly<Record<string, string>>): Promise<void>
  /** Runs a job now, with the scope of the site unless another is given. */
  run(job: AnyJob, scope?: Scope): Promise<void>
  /** Findings of `doctor` about conversations. */
  findings(): Promise<readonly unknown[]>
  dispose(): Promise<void>
}

interface SentMessage {
  readonly conversation: number
  readonly seq: number
}

export const client = (): string => randomUUID()

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export async function openChat(
  engine: Engine,
  more: Parameters<typeof openTestApp>[1] = {},
  manifests = usualManifests,
): Promise<ChatSite> {
  const app = await openTestApp(engine, { servers: [chatServer, memberServer], ...more }, manifests)
  await app.running.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.running.app.server.address() as AddressInfo
  // Several servers may have one database.
  const name = `root-${client().slice(0, 8)}`
  const root = await app.account(name, [await app.group(name, '*')])
  const list = await models(manifests)
  const { mailer } = mailServer
  const { members } = memberServer
  const services = { actor: null, ...(mailer && { mailer }), ...(members && { members }) }
  const scope = scopeOn(app.database, list, services) as unknown as Scope
  const tokens = new Map<number, string>()
  let names = 0
  const site: ChatSite = {
    app,
    root,
    scope,
    address: `http://127.0.0.1:${port}`,
    async member(username = `member${++names}`) {
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
    agent: async (username) => app.account(username, [await app.group(`desk of ${username}`, '*')]),
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
    call: async (id, path, payload) =>
      ask(app.running, payload ? 'POST' : 'GET', `/api/${path}`, {
        headers: { 'ba-user-token': await site.tokenOf(id), 'x-tablewright': '1' },
        ...(payload && { payload }),
      }),
    service: async (id) => opened(await site.call(id, 'chat.Index/open', { service: true })),
    private: async (id, other) => opened(await site.call(id, 'chat.Index/open', { member: other })),
    send: (id, conversation, text, facts = {}) =>
      site.call(id, 'chat.Index/send', { conversation, client: client(), text, ...facts }),
    async upload(id, conversation, name, bytes) {
      const { payload, headers } = form([{ file: name, bytes }])
      const answer = await app.running.app.inject({
        method: 'POST',
        url: `/api/chat.Index/upload?conversation=${conversation}`,
        payload,
        headers: { ...headers, 'ba-user-token': await site.tokenOf(id), 'think-lang': 'en' },
      })
      return answer.json()
    },
    async messages(id, conversation, query = '') {
      const path = `chat.Index/messages?conversation=${conversation}${query}`
      return (await site.call<{ messages: ChatMessage[] }>(id, path)).data.messages
    },
    async unread(id, conversation) {
      const { data } = await site.call<{ list: { id: number; unread: number }[] }>(id, 'chat.Index/list')
      return data.list.find((line) => line.id === conversation)?.unread ?? -1
    },
    rows(table, where) {
      let query = app.database.query.selectFrom(table).selectAll().orderBy('id')
      for (const [name, value] of Object.entries(where)) query = query.where(name, '=', value)
      return query.execute()
    },
    async set(values) {
      const answer = await app.post(root, 'routine.Config/edit', values)
      if (answer.code !== 1) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
    },
    async run(job, own = scope) {
      await job.handler({
        scope: own as never,
        payload: null as never,
        attempt: 1,
        signal: new AbortController().signal,
        complete: (work) => app.database.write((trx) => work(trx as never)),
      })
    },
    async findings() {
      const lists = await Promise.all(chatChecks.map((check) => check.find(scope as never, 20)))
      return lists.flatMap(({ list: findings }) => findings)
    },
    dispose: () => app.dispose(),
  }
  return site
}

function opened({ code, msg, data }: WireAnswer): number {
  if (code !== 1) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return Number(data['conversation'])
}
