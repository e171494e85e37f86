/** A shop on a database of its own: the warehouse, members, payments and the shop itself, without a server. */
import { records, type ContractCall, type Scope } from 'tablewright/server'
import type { Scope as ShopScope } from '#generated/shop/server.ts'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { findOrder, ownCall, type ShopCall } from '../../../runtime/modules/shop/server/order.ts'
import { customerOf, sendToWarehouse } from '../../../runtime/modules/shop/server/orders/outbound.ts'
import { openPayment } from '../../../runtime/modules/shop/server/orders/paid.ts'
import { placeOrder, type Placed, type Placing } from '../../../runtime/modules/shop/server/orders/place.ts'
import { sendMoney } from '../../../runtime/modules/shop/server/refunds/money.ts'
import { checksOf, prepareModules } from '../../../runtime/server/modules.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { faultsIn } from '../wms/faults/invariants.ts'
import { payFromBalance, shopEntries, shopModels, shopScope } from './shop-scope.ts'

export interface ShopSite {
  readonly database: TestDatabase
  readonly scope: Scope
  readonly own: ShopScope
  run<T>(work: (call: ShopCall) => Promise<T>): Promise<T>
  member(): Promise<number>
  /** Goods on sale over a new product with so many pieces on the shelf. */
  goods(pieces: number, more?: Row, days?: number): Promise<{ readonly id: number; readonly product: number }>
  /** More pieces of a product. */
  receive(product: number, pieces: number): Promise<number>
  place(member: number, goods: number, pieces: number, more?: Partial<Placing>): Promise<Placed>
  /** An order that must be placed. @returns its id */
  ordered(member: number, goods: number, pieces: number): Promise<number>
  /** Opens the payment of an order. @returns its id */
  opened(order: number): Promise<number>
  /** The provider says that it was paid. */
  paid(payment: number): Promise<void>
  /** Places, pays and sends to the warehouse. @returns the id of the order */
  sold(member: number, goods: number, pieces: number): Promise<number>
  /** Does the jobs of the shop that wait. */
  work(): Promise<void>
  order(id: number): Promise<Row>
  rows(table: string, where?: Row): Promise<readonly Row[]>
  /** Deletes a record as an administrator does. */
  remove(entity: string, id: number): Promise<unknown>
  /** Runs an action of an administrator. */
  act(entity: string, action: string, id: number, input?: object): Promise<unknown>
  /** Changes the quantities that really leave or come, by product. */
  count(entity: 'wms/outbound' | 'wms/warehousing', id: number, pieces: Readonly<Record<number, number>>): Promise<void>
  /** Input of the warehouse when it ships. */
  readonly parcel: { readonly courier_number: string; readonly carrier_id: number }
  /** Audits and ships the outbound order of an order. */
  ship(order: number): Promise<void>
  /** Thousandths that are held of a product, in pieces. */
  reserved(product: number): Promise<number>
  /** Findings of the doctor. */
  faults(): Promise<readonly string[]>
  dispose(): Promise<void>
}

const region = '330106'

export async function openShopSite(engine: Engine): Promise<ShopSite> {
  const models = await shopModels()
  const database = await engine.open(models)
  const admin = await database.write((trx) =>
    trx
      .insertInto('admin')
      .values({ username: 'admin', nickname: 'Admin', password: '-', login_failure: 0, status: 1, version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const scope = await shopScope(database, models, Number(admin['id']))
  await prepareModules(database, shopEntries, async () => scope)
  // The tables are those of the module; only their types differ.
  const own = scope as unknown as ShopScope
  const api = records<WmsServerParts>(scope as never)
  const insert = (table: string, values: Row): Promise<number> =>
    database.write(async (trx) => {
      const row = await trx
        .insertInto(table)
        .values({ version: 1, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      return Number(row['id'])
    })
  const unit = await insert('wms_unit', { name: 'piece', decimals: 0, status: 1 })
  const warehouse = await insert('wms_warehouse', { name: 'W', serial_no: 'W', status: 1 })
  const area = await insert('wms_warehouse_area', { name: 'A', serial_no: 'A', status: 1, warehouse_id: warehouse })
  const shelf = await insert('wms_warehouse_shelf', {
    name: 'S',
    serial_no: 'S',
    status: 1,
    warehouse_id: warehouse,
    warehouse_area_id: area,
  })
  const supplier = await insert('wms_supplier', { name: 'Supplier' })
  const carrier = await insert('wms_carrier', { name: 'Carrier' })
  let [members, products] = [0, 0]
  const run: ShopSite['run'] = (work) => database.write((trx) => work(ownCall({ scope, trx } as ContractCall)))
  const rows: ShopSite['rows'] = (table, where = {}) => {
    let query = database.query.selectFrom(table).selectAll().orderBy('id')
    for (const [name, value] of Object.entries(where)) query = query.where(name, '=', value)
    return query.execute()
  }
  const receive: ShopSite['receive'] = async (product, pieces) => {
    const { id } = await api.create('wms/warehousing', {
      type: 10,
      supplier_id: supplier,
      product_detail: [
        { product_id: product, plan_quantity: `${pieces}.000`, price: '1.0000', warehouse_shelf_id: shelf },
      ],
    } as never)
    await api.runAction('wms/warehousing', 'audit', id)
    return id
  }
  const place: ShopSite['place'] = (user, goods, pieces, more = {}) =>
    run((call) =>
      placeOrder(call, {
        member: user,
        lines: [{ goods_id: goods, quantity: pieces }],
        address: { name: 'Ann', mobile: '13900001234', region, address: 'Street 1' },
        ...more,
      }),
    )
  const site: ShopSite = {
    database,
    scope,
    own,
    run,
    rows,
    receive,
    place,
    member: () => {
      const username = `member${++members}`
      return insert('user', {
        username,
        nickname: username,
        password: '-',
        group_id: 1,
        status: 'enable',
        gender: 0,
        money: 0,
        score: 0,
      })
    },
    async goods(pieces, more = {}, days = 0) {
      const product = await api.create('wms/product', {
        product_no: `P${++products}`,
        name: `Product ${products}`,
        unit_id: unit,
        effective_day: days,
        warehouse_id: warehouse,
        warehouse_area_id: area,
        warehouse_shelf_id: shelf,
      } as never)
      if (pieces > 0) await receive(product.id, pieces)
      const id = await insert('shop_goods', {
        product_id: product.id,
        title: `Goods ${products}`,
        price: 1000,
        limit_buy: 0,
        weight: 0,
        status: 10,
        weigh: products,
        ...more,
      })
      return { id, product: product.id }
    },
    async ordered(user, goods, pieces) {
      const placed = await place(user, goods, pieces)
      if ('problems' in placed) throw new Error(JSON.stringify(placed.problems))
      return placed.order.id
    },
    async opened(order) {
      const row = (await findOrder(own.database.query, order))!
      return (await run((call) => openPayment(call, row))).id
    },
    paid: (payment) => payFromBalance(scope, payment),
    async sold(user, goods, pieces) {
      const id = await site.ordered(user, goods, pieces)
      await site.paid(await site.opened(id))
      await site.work()
      return id
    },
    async work() {
      const customer = await customerOf(own)
      for (;;) {
        const job = await database.query
          .selectFrom('job')
          .select(['id', 'name', 'payload'])
          .where('name', 'like', 'shop/%')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (!job) return
        const { id } = JSON.parse(String(job['payload'])) as { readonly id: number }
        await run((call) =>
          job['name'] === 'shop/makeOutbound' ? sendToWarehouse(call, id, customer) : sendMoney(call, id),
        )
        await database.write((trx) => trx.deleteFrom('job').where('id', '=', job['id']).execute())
      }
    },
    order: async (id) => (await rows('shop_order', { id }))[0]!,
    act: (entity, action, id, input = {}) =>
      records(scope as never).runAction(entity as never, action as never, id, input as never),
    remove: (entity, id) => records(scope as never).remove(entity as never, [id]),
    async count(entity, id, pieces) {
      const record = (await api.get(entity, id)) as unknown as { readonly product_detail: readonly Row[] }
      const left = new Map(Object.entries(pieces).map(([product, count]) => [Number(product), count]))
      const lines = record.product_detail.map((line) => {
        const product = Number(line['product_id'])
        // Lines of one product share what there is of it.
        const actual = Math.min(left.get(product) ?? 0, Number(line['plan_quantity']))
        left.set(product, (left.get(product) ?? 0) - actual)
        return {
          ...line,
          ...(entity === 'wms/warehousing' && { warehouse_shelf_id: shelf }),
          actual_quantity: `${actual}.000`,
        }
      })
      await api.update(entity, id, { product_detail: lines } as never)
    },
    parcel: { courier_number: 'SF1', carrier_id: carrier },
    async ship(order) {
      const outbound = Number((await site.order(order))['outbound_id'])
      await site.act('wms/outbound', 'audit', outbound)
      await site.act('wms/outbound', 'ship', outbound, site.parcel)
    },
    async reserved(product) {
      const [row] = await rows('wms_product', { id: product })
      return Number(row?.['reserved_num']) / 1000
    },
    async faults() {
      const reports: string[] = [...(await faultsIn(database))]
      for (const check of checksOf(shopEntries)) {
        const { list: findings } = await check.find(scope, 20)
        for (const finding of findings) reports.push(`${check.name} ${JSON.stringify(finding)}`)
      }
      return reports
    },
    dispose: () => database.dispose(),
  }
  return site
}
