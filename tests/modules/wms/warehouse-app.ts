/**
 * A warehouse behind its HTTP API: the server in this process, a database of its own, places and partners to work with.
 */
import { Ajv } from 'ajv'
import type { Envelope, FormModel, TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import { moduleHooks, effectsOf, settingsOf, type ModuleEntry } from '../../../runtime/server/modules.ts'
import type { Validate } from '../../../runtime/server/operation/scope.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { models, runApp, type RunningApp } from '../../server/http/running-app.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'

type Row = Record<string, unknown>
export type Answer = Envelope<Row> & { readonly status: number }

/** Ids of the records every test starts with. */
interface Places {
  readonly supplier: number
  readonly customer: number
  readonly carrier: number
  readonly unit: number
  /** Two shelves of one warehouse, one of another. */
  readonly a: number
  readonly b: number
  readonly far: number
}

export interface WarehouseApp {
  readonly database: TestDatabase
  readonly running: RunningApp
  readonly places: Places
  /** Calls `wms.<path>`; a body makes it a POST. */
  call(path: string, body?: object, token?: string): Promise<Answer>
  /** Adds a record and answers its id. Throws when it is refused. */
  add(controller: string, body: object): Promise<number>
  /** Does what must succeed and answers its data. */
  done(path: string, body: object): Promise<Row>
  /** The record as `edit` shows it. */
  read(controller: string, id: number): Promise<Row & { product_detail: Row[] }>
  /** Rows of a table, in the order of their ids. */
  rows(table: string): Promise<readonly Row[]>
  /** A product of the unit without decimals. */
  product(more?: object): Promise<number>
  /** Token of an admin with these nodes only. */
  admin(name: string, nodes: readonly string[]): Promise<string>
  dispose(): Promise<void>
}

const manifests = [wms, system]
const entries: readonly ModuleEntry[] = [
  { manifest: wms, server: wmsServer },
  { manifest: system, server: null },
]

/** Every form as the build compiles it, dialogs of actions among them. */
async function validators(): Promise<(id: string) => Promise<Validate | null>> {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const tables = manifests.flatMap((manifest) => Object.values(manifest.tables))
  const forms = await Promise.all(
    tables.flatMap((entry) => [entry.form?.(), ...Object.values(entry.actions ?? {}).map((form) => form())]),
  )
  const compiled = new Map(
    forms.filter((form): form is FormModel => form !== undefined).map((form) => [form.id, ajv.compile(form.schema)]),
  )
  return (id) => Promise.resolve(compiled.get(id) ?? null)
}

export async function openWarehouseApp(
  engine: Engine,
  own: Readonly<Record<string, boolean | number>> = {},
): Promise<WarehouseApp> {
  const list: readonly TableModel[] = await models(manifests)
  const settings = defaultSettings({
    version: '0',
    uploadFolder: '/nowhere',
    captcha: false,
    modules: settingsOf(entries),
  })
  const running = await runApp(
    engine,
    {
      validators: await validators(),
      hooks: moduleHooks(entries),
      effects: effectsOf(entries, list),
      settings,
      moduleRoutes: [{ module: 'wms', routes: wmsServer.routes ?? [] }],
    },
    manifests,
  )
  const signedIn = await running.signIn()
  if (Object.keys(own).length > 0)
    await running.send('POST', '/admin/routine.Config/edit', { token: signedIn, payload: own })
  const call = async (path: string, body?: object, token = signedIn): Promise<Answer> => {
    const answer = await running.send<Row>(body === undefined ? 'GET' : 'POST', `/admin/wms.${path}`, {
      token,
      headers: { 'think-lang': 'en', 'x-tablewright': '1' },
      ...(body && { payload: body }),
    })
    return partOf(answer)
  }
  const done = async (path: string, body: object): Promise<Row> => {
    const answer = await call(path, body)
    if (answer.code !== 1) throw new Error(`${path}: ${answer.status} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const add = async (controller: string, body: object): Promise<number> =>
    Number((await done(`${controller}/add`, body))['id'])
  const places = await build(add)
  let products = 0
  return {
    database: running.database,
    running,
    places,
    call,
    add,
    done,
    read: async (controller, id) =>
      (await call(`${controller}/edit?id=${id}`)).data['row'] as Row & { product_detail: Row[] },
    rows: (table) => running.database.query.selectFrom(table).selectAll().orderBy('id').execute(),
    product: (more = {}) =>
      add('Product', {
        product_no: `P${String(++products).padStart(6, '0')}`,
        name: `Product ${products}`,
        unit_id: places.unit,
        price: '12.50',
        ...more,
      }),
    admin: (name, nodes) => addAdmin(running, signedIn, name, nodes),
    dispose: () => running.dispose(),
  }
}

async function build(add: WarehouseApp['add']): Promise<Places> {
  const unit = await add('Unit', { name: 'piece', decimals: 0 })
  const [main, other] = [await add('Warehouse', { name: 'Main' }), await add('Warehouse', { name: 'Other' })]
  const areaOf = (warehouse: number) => add('WarehouseArea', { warehouse_id: warehouse, serial_no: '01', name: 'Area' })
  const [near, away] = [await areaOf(main), await areaOf(other)]
  const shelfIn = (warehouse: number, area: number, name: string) =>
    add('WarehouseShelf', { warehouse_id: warehouse, warehouse_area_id: area, serial_no: name, name })
  return {
    unit,
    supplier: await add('Supplier', { name: 'Supplier' }),
    customer: await add('Customer', { name: 'Customer' }),
    carrier: await add('Carrier', { name: 'Carrier', contact_person: 'Ms Li', mobile: '13800138000' }),
    a: await shelfIn(main, near, 'A'),
    b: await shelfIn(main, near, 'B'),
    far: await shelfIn(other, away, 'F'),
  }
}

async function addAdmin(running: RunningApp, token: string, name: string, nodes: readonly string[]): Promise<string> {
  const rules = await running.database.query.selectFrom('admin_rule').select(['id', 'name']).execute()
  const wanted = new Set(nodes.map((node) => node.toLowerCase()))
  const ids = rules.filter((rule) => wanted.has(String(rule['name']).toLowerCase())).map((rule) => Number(rule['id']))
  if (ids.length !== wanted.size) throw new Error(`no rules for all of ${nodes.join(', ')}`)
  const group = await running.send<{ id: number }>('POST', '/admin/auth.Group/add', {
    token,
    payload: { name, rules: ids, status: 1 },
  })
  const admin = await running.send('POST', '/admin/auth.Admin/add', {
    token,
    payload: { username: name, nickname: name, password: 'Secret-2026', group_arr: [group.data.id], status: 1 },
  })
  if (admin.code !== 1) throw new Error(`${admin.msg} ${JSON.stringify(admin.data)}`)
  return (
    await running.send<{ userInfo: { token: string } }>('POST', '/admin/Index/login', {
      payload: { username: name, password: 'Secret-2026' },
    })
  ).data.userInfo.token
}
