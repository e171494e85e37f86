/** One server and an admin of every role there can be, with the rights each of them holds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { nodeOf, type ModuleManifest, type StoredValue, type TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { frameworkPages } from '../../../runtime/server/identity/permissions/pages.ts'
import { createRightsCache } from '../../../runtime/server/operation/access/rights.ts'
import { syncRules } from '../../../runtime/server/identity/permissions/sync.ts'
import { createModuleRoutes } from '../../../runtime/server/routes/module-routes/routes.ts'
import { deriveRules } from '../../../runtime/server/identity/permissions/derived-rules.ts'
import { allRoutes, createApp, type AppParts } from '../../../runtime/server/app.ts'
import type { EffectRegistry } from '../../../runtime/server/operation/scope.ts'
import type { Route } from '../../../runtime/server/http/route.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { hashPassword } from '../../../runtime/server/identity/session/password.ts'
import { createSessions } from '../../../runtime/server/identity/session/tokens.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { loadTestModule } from '../../support/schema-set.ts'
import { shop } from '../../support/shop.ts'
import { effects as yardEffects } from '../machines/yard.ts'
import { tables } from '../policy/tenants.ts'

export const password = 'Matrix-2026'

export interface Role {
  readonly name: string
  /** Null = nobody is signed in. */
  readonly token: string | null
  readonly id: number | null
  readonly super: boolean
  readonly holds: (node: string) => boolean
}

export interface Answer {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
}

export interface TestApp {
  readonly server: FastifyInstance
  readonly database: TestDatabase
  readonly models: readonly TableModel[]
  readonly routes: readonly Route[]
  readonly modules: AppParts['modules']
  readonly roles: readonly Role[]
  role(name: string): Role
  send(
    role: Role | null,
    method: NonNullable<InjectOptions['method']>,
    url: string,
    more?: Pick<InjectOptions, 'payload' | 'headers'>,
  ): Promise<Answer>
  /** Adds a record past all rights and answers its id; `owner` fills the columns that refer to admins. */
  insert(model: TableModel, owner: number | null, values?: Readonly<Record<string, StoredValue>>): Promise<number>
  dispose(): Promise<void>
}

const own: ModuleManifest = {
  name: 't',
  label: { 'zh-cn': '测试', en: 'Tests' },
  icon: null,
  order: 1,
  menu: [],
  tables: {},
}

/** Modules whose routes are asked, and the effects their actions run. */
export interface Hosted {
  readonly manifests: readonly ModuleManifest[]
  readonly effects: EffectRegistry
}

const [depot, yard] = await Promise.all(['depot', 'yard'].map(loadTestModule))
const testModules: Hosted = {
  manifests: [shop.manifest, depot!.manifest, yard!.manifest],
  effects: yardEffects,
}

/** What each role holds, by node in lower case; `super` and `stranger` are told apart by what they are. */
const holdings: Readonly<Record<string, (node: string) => boolean>> = {
  super: () => true,
  writer: (node) => !node.startsWith('auth/'),
  reader: (node) => /\/(index|export)$/.test(node),
  keeper: (node) => [...node].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 0,
  none: () => false,
  groupless: () => false,
  closed: () => false,
}

/**
 * @param through what the server sees of the database
 * @param hosted the test modules unless others are given
 */
export async function openTestApp(
  engine: Engine,
  more: Partial<AppParts> = {},
  extra: readonly TableModel[] = [],
  through: (database: TestDatabase) => Database = (database) => database,
  hosted: Hosted = testModules,
): Promise<TestApp> {
  const generated = await Promise.all(
    [...hosted.manifests, system].flatMap((manifest) => Object.values(manifest.tables)).map((entry) => entry.model()),
  )
  const models = [...generated, ...tables('personal').all, ...extra]
  const database = await engine.open(models)
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-roles-'))
  const modules = [...hosted.manifests, system, own].map((manifest) => ({
    manifest,
    models: models.filter((model) => model.module === manifest.name),
  }))
  const derivedRules = deriveRules(modules, frameworkPages)
  await syncRules(database, derivedRules)
  const registry = createRegistry(models)
  const app = await createApp({
    database: through(database),
    registry,
    modules,
    settings: defaultSettings({ version: '0', uploadFolder: join(folder, 'storage'), captcha: false }),
    validators: () => Promise.resolve(null),
    effects: hosted.effects,
    webRoot: null,
    logLevel: 'silent',
    // The valve of a busy process is shown by limits.test.ts; here it only made requests wait and come again.
    maxDelay: 0,
    ...more,
  })
  const send: TestApp['send'] = async (role, method, url, rest = {}) => {
    const ask = () =>
      app.inject({
        method,
        url,
        ...rest,
        headers: { ...(role?.token && { batoken: role.token }), 'think-lang': 'en', ...rest.headers },
      })
    let answer = await ask()
    // A busy machine turns requests away before it looks at them and says when to come again.
    for (let again = 0; answer.statusCode === 503 && again < 20; again++) {
      await pause(500)
      answer = await ask()
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== ''
    const { code, msg, data } = isJson ? answer.json() : { code: NaN, msg: '', data: {} }
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, code, msg, data }
  }
  const roles = await makeRoles(database, send)
  const ofCore = allRoutes(
    { registry, ...more },
    {
      sessions: createSessions(database, async () => ({ idleMinutes: 0, maxDays: 30, requiresFactor: false })),
      rights: createRightsCache(database),
      derivedRules,
    },
  )
  const routes = [...ofCore, ...(await createModuleRoutes(more.moduleRoutes ?? []))]
  const dispose = async (): Promise<void> => {
    await app.close()
    await database.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
  const insert = inserter(database, models)
  return {
    server: app,
    database,
    models,
    routes,
    modules,
    roles,
    send,
    insert,
    dispose,
    role: (name) => roles.find((one) => one.name === name)!,
  }
}

async function makeRoles(database: TestDatabase, send: TestApp['send']): Promise<readonly Role[]> {
  const hash = await hashPassword(password)
  const rules = await database.query.selectFrom('admin_rule').select(['id', 'pid', 'name', 'type']).execute()
  const roles: Role[] = []
  for (const [at, [name, holds]] of Object.entries(holdings).entries()) {
    const held = rules
      .filter((rule) => rule['type'] !== 'button' || holds(String(rule['name']).toLowerCase()))
      .map((rule) => rule['id'])
    const listed =
      name === 'super' ? ['*'] : name === 'none' ? [] : name === 'closed' ? rules.map((rule) => rule['id']) : held
    const id = 101 + at
    await database.write(async (trx) => {
      await trx
        .insertInto('admin_group')
        .values({ id, pid: null, name, rules: JSON.stringify(listed), status: name === 'closed' ? 0 : 1, version: 1 })
        .execute()
      await trx
        .insertInto('admin')
        .values({
          id,
          username: name,
          nickname: `The ${name}`,
          password: hash,
          status: 1,
          login_failure: 0,
          group_arr: JSON.stringify(name === 'groupless' ? [] : [id]),
          version: 1,
        })
        .execute()
    })
    const { data } = await send(null, 'POST', '/admin/Index/login', { payload: { username: name, password } })
    const token = (data['userInfo'] as { readonly token?: string } | undefined)?.token
    if (!token) throw new Error(`${name} cannot sign in: ${JSON.stringify(data)}`)
    roles.push({ name, id, token, super: name === 'super', holds })
  }
  return [...roles, { name: 'stranger', id: null, token: null, super: false, holds: () => false }]
}

/** The node of a table's action as rights are compared. */
export const node = (model: TableModel, action: string): string => nodeOf(model, action).toLowerCase()

/** Whether a check of the table looks at that field: a record without it might not stand. */
const isChecked = (model: TableModel, field: string): boolean =>
  model.checks?.some(({ rule }) => rule.reads.includes(field)) ?? false

/** Adds records past all rights, with what they refer to. */
export function inserter(database: Database, models: readonly TableModel[]): TestApp['insert'] {
  let count = 0
  const insert: TestApp['insert'] = async (model, owner, values = {}) => {
    count++
    const row: Record<string, StoredValue> = { version: 1 }
    if (model.sort) row[model.sort] = count
    for (const field of model.fields) {
      // Lines stand in a table of their own.
      if (field.relation?.owned) continue
      if (field.relation?.to === 'system/admin') row[field.name] = owner
      else if (field.name === model.ownedBy?.field)
        row[field.name] = await insert(
          models.find((one) => one.id === model.ownedBy!.entity)!,
          owner,
        )
      else if (model.ownedBy && field.name === 'line_no') row[field.name] = 1
      else if (field.name === 'admin_id') row[field.name] = owner
      else if (field.implicit || (!field.required && !(field.kind === 'reference' && isChecked(model, field.name))))
        continue
      else if (field.relation)
        row[field.name] = await insert(
          models.find((one) => one.id === field.relation!.to)!,
          owner,
        )
      else row[field.name] = sample(field, count)
    }
    const { id } = await database.write((trx) =>
      trx
        .insertInto(model.table)
        .values({ ...row, ...values })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return Number(id)
  }
  return insert
}

function sample(
  { options, maxLength, default: usual, kind }: TableModel['fields'][number],
  count: number,
): StoredValue {
  if (options) return options[0]!.value
  if (typeof usual === 'number') return usual
  const text = `${kind} ${count}`.slice(0, maxLength ?? 40)
  return ['integer', 'decimal', 'datetime'].includes(kind) ? count : text
}
