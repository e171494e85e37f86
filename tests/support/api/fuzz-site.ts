/** The fuzzer on a test site: records to work with, callers with and without rights. */
import { fieldsOfLine, holdsLines, type TableModel } from '../../../runtime/protocol/index.ts'
import type { ServerProgram } from '../../../runtime/server/compose.ts'
import type { TestClient, TestSite } from '../../../runtime/testing/index.ts'
import { fuzz, type Caller, type FuzzReport, type Operation } from './fuzz.ts'
import type { Schema } from './random-value.ts'

export async function openApiOf(site: TestSite): Promise<Schema> {
  return (await (await site.admin()).get<Schema>('/admin/Index/openapi')).data
}

interface Rounds {
  readonly seed: number
  readonly valid: number
  readonly invalid: number
  readonly outside: number
}

export async function fuzzSite(server: ServerProgram, site: TestSite, rounds: Rounds): Promise<FuzzReport> {
  const admin = await site.admin()
  const document = await openApiOf(site)
  // What the site has switched off answers that, and nothing else.
  await admin.post('/admin/routine.Config/edit', { wms_stocktake: 1 })
  const models = await server.models()
  const filled = new Map<string, readonly number[]>()
  for (const model of models) {
    if (model.storage !== 'table' || !model.actions.includes('add') || model.module === 'system') continue
    const ids: number[] = []
    for (let count = 0; count < 2; count++)
      ids.push(await site.factory(model.id).create(await ruled(site, model.id, count)))
    filled.set(model.controller, ids)
  }
  for (const [controller, entity, values] of ownRecords)
    filled.set(controller, [
      await admin.add(entity, values),
      await admin.add(entity, { ...values, ...secondOf(values) }),
    ])
  const readable = models.filter((model) => model.actions.includes('index')).map((model) => `${model.page}/index`)
  const callers: Caller[] = [
    callerOf('super', admin),
    callerOf('reader', await site.admin({ rights: readable })),
    callerOf('member', await site.member()),
    { name: 'nobody', area: null, headers: async () => ({}) },
  ]
  return fuzz({
    address: site.address,
    document,
    callers,
    ...rounds,
    known: (operation, name) => knownFor(models, filled, operation, name),
    without,
  })
}

/** What rules and hooks ask for; a factory follows the schema alone. */
async function ruled(
  site: TestSite,
  entity: string,
  count: number,
): Promise<Readonly<Record<string, number | string>>> {
  if (entity === 'member/rule') return { name: `fuzz/page${count}` }
  if (entity.endsWith('/variable')) return { name: `fuzz_${count}`, value: 'Fuzzed' }
  const needs = { 'wms/outbound': 'customer', 'wms/stocktake': 'warehouse', 'wms/warehousing': 'supplier' }
  const needed = needs[entity as keyof typeof needs] as string | undefined
  return needed ? { [`${needed}_id`]: await site.factory(`wms/${needed}`).create() } : {}
}

const callerOf = (name: string, client: TestClient): Caller => ({
  name,
  area: name === 'member' ? 'api' : 'admin',
  headers: async () => ({ [name === 'member' ? 'ba-user-token' : 'batoken']: client.token }),
})

const password = 'Correct-2026-horse'

/** Accounts, groups and rules apart from those that the callers need. */
const ownRecords: readonly (readonly [
  controller: string,
  entity: string,
  values: Readonly<Record<string, unknown>>,
])[] = [
  ['auth.Group', 'system/admin_group', { name: 'fuzzed group', rules: ['*'] }],
  ['auth.Rule', 'system/admin_rule', { type: 'menu_dir', title: 'Fuzzed', name: 'fuzzed' }],
  ['auth.Admin', 'system/admin', { username: 'fuzzed', nickname: 'Fuzzed', password, group_arr: [1] }],
]

/** What is unique in the values, once more. */
const secondOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    ['name', 'username'].flatMap((name) => (name in values ? [[name, `${String(values[name])}2`]] : [])),
  )

/** Ids of records that are there for what names one; none of the accounts and groups that the callers need. */
function knownFor(
  models: readonly TableModel[],
  filled: ReadonlyMap<string, readonly number[]>,
  { path }: Operation,
  name: string,
): readonly unknown[] {
  const controller = path.split('/')[2] ?? ''
  const parameter = path === '/admin/Index/login' ? signIn[name] : parameters[name]
  if (parameter) return parameter
  // The sessions of the callers have small numbers.
  if (path.endsWith('/endSession') && name === 'id') return [9_000_001]
  const isOwn = ['id', 'ids', 'ids[]', 'move', 'target', 'targetId', 'parentRowId'].includes(name)
  const own = filled.get(controller) ?? (controller.startsWith('auth.') ? [9_000_001] : [1, 2])
  if (isOwn) return own
  const model = models.find((one) => one.controller === controller)
  const fields = (model?.fields ?? []).flatMap((field) => [field, ...(holdsLines(field) ? fieldsOfLine(field) : [])])
  const target = fields.find((field) => field.name === name)?.relation?.to
  return filled.get(models.find(({ id }) => id === target)?.controller ?? '') ?? []
}

const signIn: Readonly<Record<string, readonly unknown[] | undefined>> = { username: ['fuzzed'], password: [password] }

/** Texts that mean something in a query. */
const parameters: Readonly<Record<string, readonly unknown[] | undefined>> = {
  order: ['id,desc', 'id,asc'],
  initKey: ['id'],
  initOperator: ['eq', 'in'],
  field: ['id'],
  operator: ['eq', 'gt', 'LIKE'],
  val: ['1', '2'],
  table: ['wms_product', 'wms_stock'],
  suffix: ['pdf', 'docx'],
  manager: ['npm'],
}

/** They end the sessions that the fuzzer uses, or shut it out. */
const without: ReadonlySet<string> = new Set([
  'POST /admin/Index/logout',
  'POST /api/user/logout',
  'POST /admin/routine.Config/edit',
])
