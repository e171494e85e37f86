/** One engine on which the commands of the model are done through the real operations. */
import { Ajv } from 'ajv'
import type { FormModel, TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { wmsServer } from '../../../../runtime/modules/wms/server/index.ts'
import { moduleHooks, effectsOf, settingsOf, type ModuleEntry } from '../../../../runtime/server/modules.ts'
import { joinHooks } from '../../../../runtime/server/operation/scope.ts'
import type { Scope, Validate } from '../../../../runtime/server/operation/scope.ts'
import { createRegistry } from '../../../../runtime/server/core/models/registry.ts'
import { defaultSettings } from '../../../../runtime/server/settings/settings.ts'
import type { Engine, TestDatabase } from '../../../support/databases.ts'
import { units, type Book } from './book.ts'
import type { Kind } from './documents.ts'
import { tolerance } from './remainders.ts'

export interface Fixture {
  readonly name: Engine['name']
  readonly database: TestDatabase
  readonly scope: Scope
  /** The model of `wms/<name>`. */
  of(name: string): TableModel
}

/** Ids of one world on one engine: everything the model names by its place. */
export interface World {
  readonly fixture: Fixture
  readonly products: readonly number[]
  readonly shelves: readonly number[]
  readonly areas: readonly number[]
  readonly warehouses: readonly number[]
  readonly units: readonly number[]
  readonly partners: Readonly<Record<'supplier' | 'customer' | 'carrier', readonly number[]>>
  readonly docs: { readonly kind: Kind; readonly id: number }[]
  /** Ids of lines by their keys, those that are gone among them. */
  readonly lines: Map<number, number>
  /** Their keys, by kind of document and id. */
  readonly lineKeys: Map<string, number>
}

const entries: readonly ModuleEntry[] = [
  { manifest: wms, server: wmsServer },
  { manifest: system, server: null },
]

export async function openFixture(engine: Engine): Promise<Fixture> {
  const tables = [wms, system].flatMap((manifest) => Object.values(manifest.tables))
  const models = await Promise.all(tables.map((entry) => entry.model()))
  const database = await engine.open(models)
  const { id } = await database.write((trx) =>
    trx
      .insertInto('admin')
      .values({ username: 'admin', nickname: 'Admin', password: '-', login_failure: 0, status: 1, version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await database.write((trx) =>
    trx
      .insertInto('wms_unit')
      .values(units.map((unit) => ({ ...unit, status: 1, version: 1 })))
      .execute(),
  )
  const settings = defaultSettings({ version: '0', uploadFolder: '/nowhere', modules: settingsOf(entries) })
  const validators = await compiled()
  const scope: Scope = {
    database,
    registry: createRegistry(models),
    settings: { ...settings, own: { ...settings.own, wms_over_receipt: tolerance } },
    language: 'en',
    actor: { id: Number(id), username: 'admin', super: true, nodes: new Set(), groups: [] },
    validators: (form) => Promise.resolve(validators.get(form) ?? null),
    hooks: joinHooks(moduleHooks(entries)),
    effects: effectsOf(entries, models),
  }
  return { name: engine.name, database, scope, of: (name) => models.find((model) => model.id === `wms/${name}`)! }
}

/** Every form as the build compiles it, dialogs of actions among them. */
async function compiled(): Promise<ReadonlyMap<string, Validate>> {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const forms = await Promise.all(
    Object.values(wms.tables).flatMap((entry) => [
      entry.form?.(),
      ...Object.values(entry.actions ?? {}).map((form) => form()),
    ]),
  )
  return new Map(
    forms.filter((form): form is FormModel => form !== undefined).map((form) => [form.id, ajv.compile(form.schema)]),
  )
}

/** A world of its own beside all others: places, products and partners as the book has them. */
export async function seedWorld(fixture: Fixture, book: Book): Promise<World> {
  return fixture.database.write(async (trx) => {
    const insert = async (table: string, rows: readonly Record<string, string | number | null>[]): Promise<number[]> =>
      (
        await trx
          .insertInto(table)
          .values(rows.map((row) => ({ version: 1, ...row })))
          .returning('id')
          .execute()
      )
        .map(({ id }) => Number(id))
        .sort((one, other) => one - other)
    const at = await trx.selectFrom('wms_unit').select('id').orderBy('id').execute()
    const warehouses = await insert(
      'wms_warehouse',
      book.warehouses.map((_one, place) => ({ name: `W${place}`, status: 1 })),
    )
    const areas = await insert(
      'wms_warehouse_area',
      book.areas.map(({ warehouse }, place) => ({
        warehouse_id: warehouses[warehouse]!,
        serial_no: `A${place}`,
        name: `A${place}`,
        status: 1,
      })),
    )
    const shelves = await insert(
      'wms_warehouse_shelf',
      book.shelves.map(({ name, area }) => ({
        warehouse_id: warehouses[book.areas[area]!.warehouse]!,
        warehouse_area_id: areas[area]!,
        serial_no: name,
        name,
        status: 1,
      })),
    )
    const products = await insert(
      'wms_product',
      book.products.map((product) => ({
        product_no: `${warehouses[0]}-${product.name}`,
        name: product.name,
        unit_id: Number(at[product.unit]!['id']),
        price: product.price,
        effective_day: product.days,
        safety_stock_num: product.safety,
        total_stock_num: 0,
        reserved_num: 0,
        low_alert_open: product.safety > 0 ? 1 : 0,
        status: 10,
        ...(product.home !== null && {
          warehouse_id: warehouses[0]!,
          warehouse_area_id: areas[0]!,
          warehouse_shelf_id: shelves[product.home]!,
        }),
      })),
    )
    const partner = (name: string) =>
      insert(
        `wms_${name}`,
        ['One', 'Two'].map((one) => ({
          name: one,
          ...(name === 'carrier' && { contact_person: one, mobile: '13800000000' }),
        })),
      )
    return {
      fixture,
      products,
      shelves,
      areas,
      warehouses,
      units: at.map(({ id }) => Number(id)),
      partners: {
        supplier: await partner('supplier'),
        customer: await partner('customer'),
        carrier: await partner('carrier'),
      },
      docs: [],
      lines: new Map(),
      lineKeys: new Map(),
    }
  })
}
