/** A server with fire safety, its records and the calls of devices and viewers. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { face } from '#generated/face/index.ts'
import { personOptions } from '#generated/face/options.ts'
import type { Scope } from '#generated/face/server.ts'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { faceServer } from '../../../runtime/modules/face/server/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { builtInEngine } from '../../../runtime/modules/face/server/engine/engine.ts'
import { sealVector } from '../../../runtime/modules/face/server/library/vectors.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import type { Board, TileName } from '../../../runtime/modules/face/shared/dashboard.ts'
import { settingsOf } from '../../../runtime/server/modules.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import { ask, type WireAnswer } from '../../server/session/endpoint.ts'
import type { Engine } from '../../support/databases.ts'

export interface FaceSite {
  readonly app: TestApp
  readonly root: number
  /** Sets who may see the figures. */
  allow(viewers: 'nobody' | 'staff' | 'members' | 'everybody'): Promise<void>
  /** The figures as the super administrator sees them. */
  board(year?: number): Promise<Board>
  insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>
  /** Sends a report of a device. */
  report(token: string, body: unknown, language?: string): Promise<Reply>
  /** Sends records of a face device. */
  sendRecords(token: string, body: unknown): Promise<Reply>
  /** A new member, and calls of `/api/<path>` for one: by POST with a payload, else by GET. */
  member(): Promise<number>
  call<Data = Record<string, unknown>>(member: number, path: string, payload?: object): Promise<WireAnswer<Data>>
  rows(table: string): Promise<readonly Row[]>
  set(values: Readonly<Record<string, string>>): Promise<void>
  /** People with made-up templates, straight in the table; `noise` is how far templates are from each other. */
  addEnrolled(count: number, noise?: number): Promise<readonly number[]>
  /** The scope of jobs, with the settings of the server. */
  readonly scope: Scope
  dispose(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: Readonly<Record<string, unknown>> | null
}

const manifests = [face, member, system]

/** A vector that is far from all others, with templates near to it. */
const vectorAt = (axis: number, noise: number): Float32Array => {
  const vector = new Float32Array(128)
  vector[axis] = 0.7
  vector[127] = noise
  return vector
}

export async function openFace(engine: Engine): Promise<FaceSite> {
  const app = await openTestApp(engine, { servers: [faceServer, memberServer] }, manifests)
  const root = await app.account('root', [await app.group('root', '*')])
  const settings = defaultSettings({
    version: '0.0.0-test',
    uploadFolder: join(app.running.folder, 'storage'),
    modules: settingsOf([{ manifest: face, server: faceServer }]),
  })
  const scope = scopeOn(app.database, await models(manifests), { actor: null, settings }) as unknown as Scope
  const sendReport = async (path: string, token: string, body: unknown, language: string): Promise<Reply> => {
    const answer = await app.running.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { 'x-device-token': token, 'think-lang': language, 'content-type': 'application/json' },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.statusCode, ...(JSON.parse(answer.body || '{}') as Omit<Reply, 'status'>) }
  }
  const tokens = new Map<number, string>()
  let members = 0
  const tokenOf = async (id: number): Promise<string> => {
    const before = tokens.get(id)
    if (before) return before
    const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
    const session = { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false }
    const { token } = await app.database.write((trx) =>
      openMemberSession(trx, { session }, { id, visitor, keep: false }),
    )
    tokens.set(id, token)
    return token
  }
  const rows = (table: string) => app.database.query.selectFrom(table).selectAll().orderBy('id').execute()
  return {
    app,
    root,
    scope,
    rows,
    async set(values) {
      const saved = await app.post(root, 'routine.Config/edit', values)
      if (saved.code !== 1) throw new Error(`${saved.msg} ${JSON.stringify(saved.data)}`)
    },
    async addEnrolled(count, noise = 0.1) {
      const start = (await rows('face_person')).length
      const ids: number[] = []
      for (let index = 0; index < count; index++) {
        const reference = randomUUID()
        const id = await app.database.write(async (trx) => {
          const { id: added } = await trx
            .insertInto('face_person')
            .values({
              name: `Invented ${start + index}`,
              status: personOptions.status.enrolled,
              templates: 3,
              reference,
              version: 1,
              create_time: 1,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          for (const slot of [1, 2, 3])
            await trx
              .insertInto('face_template')
              .values({
                person_id: added,
                slot,
                pose: 'front',
                engine: builtInEngine.name,
                engine_version: builtInEngine.version,
                vector: sealVector(settings, reference, slot, vectorAt(start + index, noise * slot)),
                quality: 80,
                version: 1,
                create_time: 1,
              })
              .execute()
          return Number(added)
        })
        ids.push(id)
      }
      return ids
    },
    async member() {
      const username = `member${++members}`
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
    call: async (id, path, payload) =>
      ask(app.running, payload ? 'POST' : 'GET', `/api/${path}`, {
        headers: { 'ba-user-token': await tokenOf(id), 'x-tablewright': '1' },
        ...(payload && { payload }),
      }),
    sendRecords: (token, body) => sendReport('face.Device/records', token, body, 'en'),
    async allow(viewers) {
      const saved = await app.post(root, 'routine.Config/edit', { face_viewers: viewers })
      if (saved.code !== 1) throw new Error(`${saved.msg} ${JSON.stringify(saved.data)}`)
    },
    async board(year) {
      const answer = await app.get<Board>(root, `face.Dashboard/index${year ? `?year=${year}` : ''}`)
      if (answer.code !== 1) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    insert: (table, rows) =>
      app.database.write(async (trx) => {
        const all = rows.map((row) => ({ version: 1, create_time: 1, update_time: 1, ...row }))
        for (let start = 0; start < all.length; start += 100)
          await trx
            .insertInto(table)
            .values(all.slice(start, start + 100))
            .execute()
      }),
    report: (token, body, language = 'en') => sendReport('face.FireDevice/alarms', token, body, language),
    dispose: () => app.dispose(),
  }
}

export const tileOf = ({ tiles }: Board, name: TileName) => tiles.find((tile) => tile.name === name)!
