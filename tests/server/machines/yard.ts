/** A server with a small yard made from its own schemas: orders with one state field, moves with two. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { system } from '#generated/system/index.ts'
import { prepareAccess } from '../../../runtime/server/identity/permissions/prepare-rules.ts'
import { createApp } from '../../../runtime/server/app.ts'
import { prepareDatabase, type Database, type Row } from '../../../runtime/server/db/index.ts'
import type { Effect } from '../../../runtime/server/operation/scope.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { ensureFirstAdmin } from '../../../runtime/server/identity/session/admins.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { watchTables } from '../../support/lock-order.ts'
import { openAt, type Engine } from '../../support/databases.ts'
import { loadTestModule } from '../../support/schema-set.ts'

const { manifest, models: yard, forms } = await loadTestModule('yard')

const ajv = new Ajv({ allErrors: true, strict: true, validateFormats: false })
const compiled = new Map(forms.map((form) => [form.id, ajv.compile(form.schema)]))

/** Ids of records whose action was committed, and work that shall go wrong after it. */
export const committed: number[] = []

const tell: Effect = async ({ row, set, afterCommit, posted }) => {
  if (posted.size > 0) throw new Error('nothing was posted')
  set({ told: Number(row['told'] ?? 0) + 1 })
  afterCommit(async () => {
    committed.push(Number(row['id']))
    throw new Error('what comes after the commit is passed over')
  })
}

/** Writes, and then refuses who may not cancel what is audited. */
const fail: Effect = async ({ row, trx, model, can }) => {
  await trx.updateTable(model.table).set({ courier_no: 'gone' }).where('id', '=', row['id']!).execute()
  if (row['status'] === 1 && !can('cancelAudited'))
    throw new OperationError('stock_short', { sentence: 'audited ones stay' })
}

export const effects = new Map([['yard/order', { tell, fail }]])

export interface Answer {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: Record<string, unknown> & {
    readonly reason?: string
    readonly results?: readonly {
      readonly id: unknown
      readonly code: number
      readonly msg: string
      readonly reason?: string
    }[]
  }
}

export interface Yard {
  readonly app: FastifyInstance
  readonly database: Database
  readonly token: string
  /** A POST signed in as `admin`, or with another token; `key` is its Idempotency-Key. */
  post(
    path: string,
    body: object,
    more?: { readonly key?: string; readonly token?: string; readonly language?: string },
  ): Promise<Answer>
  send(method: 'GET' | 'DELETE', path: string): Promise<Answer>
  /** Adds an order and answers its id. */
  order(values?: object): Promise<number>
  row(table: string, id: number): Promise<Row>
  count(table: string): Promise<number>
  /** Another process on the same database. */
  twin(): Promise<Pick<Yard, 'post'> & { close(): Promise<void> }>
  dispose(): Promise<void>
}

/** Password of the first administrator. */
export const yardPassword = 'Str0ng-enough'

export async function openYard(engine: Engine): Promise<Yard> {
  const models = [...(await Promise.all(Object.values(system.tables).map((entry) => entry.model()))), ...yard]
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-yard-'))
  const place = await engine.place()
  const database = await openAt(place)
  watchTables(models)
  await prepareDatabase(database, models, true)
  const modules = [
    { manifest, models: yard },
    { manifest: system, models: models.filter((model) => model.module === 'system') },
  ]
  await prepareAccess(database, modules)
  await ensureFirstAdmin(database, yardPassword)
  const make = (on: Database): Promise<FastifyInstance> =>
    createApp({
      database: on,
      registry: createRegistry(models),
      modules,
      effects,
      settings: defaultSettings({ version: '0', uploadFolder: join(folder, 'storage'), captcha: false }),
      validators: async (id) => compiled.get(id) ?? null,
      webRoot: null,
      logLevel: 'silent',
      maxDelay: 0,
    })
  const app = await make(database)
  const post = poster(app)
  const signed = await post('Index/login', { username: 'admin', password: yardPassword })
  const token = String((signed.data['userInfo'] as Record<string, unknown>)['token'])
  let orders = 0
  const asAdmin: Yard['post'] = (path, body, more = {}) => post(path, body, { token, ...more })
  return {
    app,
    database,
    token,
    post: asAdmin,
    send: async (method, path) =>
      answerOf(
        await app.inject({
          method,
          url: `/admin/${path}`,
          headers: { batoken: token, 'x-tablewright': '1', 'think-lang': 'en' },
        }),
      ),
    order: async (values = {}) =>
      Number(
        (await asAdmin('yard.Order/add', { order_no: `O-${++orders}-${String(Math.random()).slice(2, 8)}`, ...values }))
          .data['id'],
      ),
    row: async (name, id) =>
      database.query.selectFrom(`yard_${name}`).selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    count: async (name) =>
      Number(
        (
          await database.query
            .selectFrom(name)
            .select((select) => select.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        )['n'],
      ),
    twin: async () => {
      const own = await openAt(place)
      const other = await make(own)
      const postThere = poster(other)
      const close = async (): Promise<void> => {
        await other.close()
        await own.close()
      }
      return { close, post: (path, body, more = {}) => postThere(path, body, { token, ...more }) }
    },
    dispose: async () => {
      await app.close()
      await database.close()
      await place.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A keyed request that met a busy server (503) comes again, as a client may: that is what keys are for. */
const poster =
  (app: FastifyInstance): Yard['post'] =>
  async (path, body, { key, token, language = 'en' } = {}) => {
    const headers = {
      'x-tablewright': '1',
      'think-lang': language,
      ...(token && { batoken: token }),
      ...(key && { 'idempotency-key': key }),
    }
    for (let attempt = 1; ; attempt++) {
      const answer = answerOf(await app.inject({ method: 'POST', url: `/admin/${path}`, payload: body, headers }))
      if (answer.status !== 503 || !key || attempt === 10) return answer
    }
  }

const answerOf = (answer: { readonly statusCode: number; readonly body: string }): Answer => ({
  status: answer.statusCode,
  ...(JSON.parse(answer.body) as Omit<Answer, 'status'>),
})
