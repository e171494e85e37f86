/** The figures of the dashboard: tiles that equal the lists they open, and totals that equal the ledger. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeListQuery, type Filter } from 'tablewright/protocol'
import { storeClosedDays } from '../../../../runtime/modules/wms/server/dashboard/closed-days.ts'
import { readMovements } from '../../../../runtime/modules/wms/server/dashboard/movements.ts'
import type { Unit } from '../../../../runtime/modules/wms/shared/dashboard.ts'
import { readTop } from '../../../../runtime/modules/wms/server/dashboard/top.ts'
import { randomOf } from '../../../../runtime/modules/wms/server/demo/random.ts'
import type { Scope as WmsScope } from '#generated/wms/server.ts'
import { moduleEngines } from '../../../support/databases.ts'
import { scopeOn } from '../../../server/records/scope.ts'
import { openWarehouseApp, type WarehouseApp } from '../warehouse-app.ts'
import { partOf } from '../../../support/part-of.ts'

interface Movement {
  readonly at: number
  readonly formType: number
  readonly productId: number
  /** Thousandths. */
  readonly quantity: number
  /** Hundredths. */
  readonly amount: number
}

// Without changes of clocks, with them in the night, and with them at midnight.
const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/Havana']
const day = 86_400
const now = Date.parse('2026-04-02T09:30:00Z') / 1000
const seconds = (iso: string): number => Date.parse(iso) / 1000

/** The calendar day by another way than the code under test. */
const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })]),
)
const dayIn = (zone: string, at: number): string => formats.get(zone)!.format(at * 1000)

describe.each(moduleEngines)('the dashboard on $name', (engine) => {
  let app: WarehouseApp
  let products: readonly number[] = []
  const ledger: Movement[] = []
  let lines = 0
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    products = [await app.product(), await app.product(), await app.product()]
  })
  afterAll(() => app?.dispose())
  afterEach(() => {
    vi.useRealTimers()
  })

  const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time * 1000 })
  const scopeIn = (timeZone: string): WmsScope => {
    const scope = scopeOn(app.database, [])
    return { ...scope, settings: { ...scope.settings, timeZone } }
  }
  const post = async (rows: readonly Movement[]): Promise<void> => {
    ledger.push(...rows)
    await app.database.write((trx) =>
      trx
        .insertInto('wms_inventory_history')
        .values(
          rows.map(({ at: createtime, formType, productId, quantity, amount }) => ({
            order_no: 'RK1',
            form_type: formType,
            product_id: productId,
            product_no: 'P',
            product_name: 'P',
            spec: '',
            unit: '',
            warehouse_shelf_id: app.places.a,
            warehouse_shelf: 'A',
            quantity,
            before_quantity: 0,
            after_quantity: 0,
            total_price: amount,
            order_kind: 'wms/warehousing',
            order_id: 1,
            line_id: ++lines,
            posting_seq: 1,
            leg: 'in',
            createtime,
            version: 1,
          })),
        )
        .execute(),
    )
  }
  /** What the ledger says, summed the slow way. */
  const expected = (zone: string, length: number, period: string) => {
    const own = ledger.filter((one) => dayIn(zone, one.at).slice(0, length) === period)
    const sum = (types: readonly number[], of: 'quantity' | 'amount') =>
      own.filter(({ formType }) => types.includes(formType)).reduce((total, one) => total + one[of], 0)
    const text = (value: number, digits: number) => (value / 10 ** digits).toFixed(digits)
    return {
      name: period,
      in_quantity: text(sum([10, 20, 30], 'quantity'), 3),
      out_quantity: text(0 - sum([40, 50, 60], 'quantity'), 3),
      in_amount: text(sum([10, 20, 30], 'amount'), 2),
      out_amount: text(0 - sum([40, 50, 60], 'amount'), 2),
    }
  }
  const lengths: Readonly<Record<Unit, number>> = { day: 10, month: 7, year: 4 }
  const expectFigures = async (zone: string): Promise<void> => {
    for (const unit of ['day', 'month', 'year'] as const) {
      const { periods } = await readMovements(scopeIn(zone), unit)
      expect(periods, `${zone} ${unit}`).toEqual(periods.map(({ name }) => expected(zone, lengths[unit], name)))
    }
    const since = [...Array(30).keys()].map((back) => dayIn(zone, Date.now() / 1000 - back * day))
    const sums = products.map((id) => ({
      id,
      out: ledger
        .filter(({ productId, formType }) => productId === id && [40, 50, 60].includes(formType))
        .filter((one) => since.includes(dayIn(zone, one.at)))
        .reduce((total, { quantity }) => total - quantity, 0),
    }))
    const top = await readTop(scopeIn(zone))
    expect(top.map(({ product_id, quantity }) => [product_id, quantity])).toEqual(
      sums
        .filter(({ out }) => out > 0)
        .toSorted((one, other) => other.out - one.out || one.id - other.id)
        .map(({ id, out }) => [id, (out / 1000).toFixed(3)]),
    )
  }

  it('shows zeros for all periods of an empty ledger', async () => {
    at(now)
    const scope = scopeIn('Asia/Shanghai')
    await storeClosedDays(scope)
    const [days, months, years] = [
      await readMovements(scope, 'day'),
      await readMovements(scope, 'month'),
      await readMovements(scope, 'year'),
    ]
    expect(days.as_of).toBe('2026-04-02 17:30:00')
    expect([days.periods.length, days.periods[0]?.name, days.periods.at(-1)]).toEqual([
      30,
      '2026-03-04',
      { name: '2026-04-02', in_quantity: '0.000', out_quantity: '0.000', in_amount: '0.00', out_amount: '0.00' },
    ])
    expect(months.periods.map(({ name }) => name)).toEqual([
      ...['05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
      ...['01', '02', '03', '04'].map((month) => `2026-${month}`),
    ])
    expect(years.periods.map(({ name }) => name)).toEqual(['2022', '2023', '2024', '2025', '2026'])
    expect(await readTop(scope)).toEqual([])
  })

  it('equals the ledger by day, month and year of the site, before and after days are stored (I12)', async () => {
    const { int, pick } = randomOf(20261123, 'ledger')
    const around = ['2026-03-08', '2026-03-29', '2026-03-31', '2026-04-01'].flatMap((date) =>
      // Around midnights and around the hours in which clocks change.
      ['04:59:59', '05:00:00', '10:00:00', '15:59:59', '16:00:00', '22:59:59', '23:00:00'].map((time) =>
        seconds(`${date}T${time}Z`),
      ),
    )
    const anywhen = Array.from({ length: 120 }, (_row, place) => now - int(0, place % 3 === 0 ? 500 * day : 40 * day))
    const rows = [...around, ...anywhen].toSorted((one, other) => one - other)
    await post(
      rows.map((time) => {
        const formType = pick([10, 20, 30, 40, 50, 60, 70, 80])
        const sign = [40, 50, 60].includes(formType) ? -1 : 1
        // One in five takes an earlier one back.
        const quantity = sign * int(0, 90_000) * (int(0, 4) === 0 ? -1 : 1)
        return { at: time, formType, productId: pick(products), quantity, amount: quantity * 12 }
      }),
    )
    at(now)
    for (const zone of zones) {
      await expectFigures(zone)
      // Two processes at once.
      await Promise.all([storeClosedDays(scopeIn(zone)), storeClosedDays(scopeIn(zone))])
      await expectFigures(zone)
      const stored = await app.database.query
        .selectFrom('wms_daily')
        .select(['day', 'form_type', 'quantity', 'amount'])
        .where('time_zone', '=', zone)
        .orderBy('day')
        .orderBy('form_type')
        .execute()
      const days = [...new Set(stored.map((row) => String(row['day'])))]
      expect([days[0], days.at(-1)]).toEqual([dayIn(zone, rows[0]!), dayIn(zone, now - 3600 - day)])
      expect(days.length).toBe(
        Math.round((seconds(`${days.at(-1)}T12:00:00Z`) - seconds(`${days[0]}T12:00:00Z`)) / day) + 1,
      )
      const sums = new Map<string, number>()
      for (const { at: time, formType, quantity } of ledger) {
        const key = `${dayIn(zone, time)} ${formType}`
        sums.set(key, (sums.get(key) ?? 0) + quantity)
      }
      expect(
        stored.map((row) => [row['day'], row['form_type'], Number(row['quantity']), Number(row['amount'])]),
      ).toEqual(
        days.flatMap((date) =>
          [10, 20, 30, 40, 50, 60, 70, 80].map((formType) => {
            const quantity = sums.get(`${date} ${formType}`) ?? 0
            return [date, formType, quantity, quantity * 12]
          }),
        ),
      )
    }
  })

  it('counts what is posted later on its own day, and closes a day an hour after it ends', async () => {
    const zone = 'Asia/Shanghai'
    const midnight = seconds('2026-04-02T16:00:00Z')
    await post([
      { at: midnight - 1, formType: 10, productId: products[0]!, quantity: 5000, amount: 100 },
      { at: midnight, formType: 40, productId: products[1]!, quantity: -7000, amount: -200 },
    ])
    const lastDay = async () =>
      (
        await app.database.query
          .selectFrom('wms_daily')
          .select(({ fn }) => fn.max('day').as('last'))
          .where('time_zone', '=', zone)
          .executeTakeFirstOrThrow()
      )['last']
    at(midnight + 3599)
    await storeClosedDays(scopeIn(zone))
    expect(await lastDay()).toBe('2026-04-01')
    await expectFigures(zone)
    at(midnight + 3600)
    await storeClosedDays(scopeIn(zone))
    expect(await lastDay()).toBe('2026-04-02')
    await expectFigures(zone)
  })

  it('T84: closes no day because of a clock that was ahead', async () => {
    const zone = 'Asia/Shanghai'
    const morning = seconds('2026-04-10T02:00:00Z')
    const rows = (table: string) =>
      app.database.query.selectFrom(table).select('id').where('time_zone', '=', zone).where('day', '>', '2026-04-09')
    at(morning + 5 * day)
    await storeClosedDays(scopeIn(zone))
    expect((await rows('wms_daily').execute()).length).toBeGreaterThan(0)
    at(morning)
    await post([{ at: morning - 60, formType: 40, productId: products[1]!, quantity: -3000, amount: -90 }])
    await expectFigures(zone)
    await storeClosedDays(scopeIn(zone))
    for (const table of ['wms_daily', 'wms_daily_product']) expect(await rows(table).execute(), table).toEqual([])
    await expectFigures(zone)
    at(morning + day)
    await storeClosedDays(scopeIn(zone))
    await expectFigures(zone)
  })

  it('shows figures of lists that the caller may open, each the count of the list it links to', async () => {
    await fillLists(app, products)
    const read = async (token?: string) => (await app.call('Dashboard/index', undefined, token)).data
    const { tiles, stock_value } = partOf<{
      tiles: readonly { name: string; entity: string; search: readonly Filter[]; count: number }[]
      stock_value: string
    }>(await read())
    const controllers: Readonly<Record<string, string>> = {
      'wms/warehousing': 'Warehousing',
      'wms/outbound': 'Outbound',
      'wms/relocation': 'Relocation',
      'wms/product': 'Product',
      'wms/stock_layer': 'StockLayer',
    }
    for (const { name, entity, search, count } of tiles) {
      const list = await app.call(`${controllers[entity]}/index?${writeListQuery({ search, exact: true })}`)
      expect(list.data['total'], name).toBe(count)
    }
    expect(Object.fromEntries(tiles.map(({ name, count }) => [name, count]))).toEqual(await countSlowly(app))
    const value = (await app.rows('wms_product'))
      .filter((row) => row['deletetime'] === null)
      .map((row) => Math.floor((Number(row['total_stock_num']) * Number(row['price']) + 50_000) / 100_000))
      .reduce((total, one) => total + one, 0)
    expect(stock_value).toBe((value / 100).toFixed(2))

    const buyer = await app.admin('buyer', ['wms', 'wms/warehousing', 'wms/warehousing/index'])
    expect(await read(buyer)).toMatchObject({ tiles: [{ name: 'inboundToAudit' }], stock_value: null })
    expect((await app.call('Dashboard/movements?unit=day', undefined, buyer)).data).toBeNull()
    expect((await app.call('Dashboard/top', undefined, buyer)).data).toBeNull()
    expect(await app.call('Dashboard/movements?unit=week')).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect((await app.call('Dashboard/index', undefined, '')).code).toBe(302)
  })
})

/** Documents in all states, products with and without an alert, and batches of all ages. */
async function fillLists({ database, places }: WarehouseApp, products: readonly number[]): Promise<void> {
  const { int, pick } = randomOf(7, 'lists')
  const at = Math.floor(Date.now() / 1000)
  const maybeDeleted = () => (int(0, 4) === 0 ? at : null)
  const many = <Row>(count: number, row: (place: number) => Row): Row[] =>
    Array.from({ length: count }, (_, n) => row(n))
  const log = '[]'
  await database.write(async (trx) => {
    const insert = (table: string, rows: readonly Readonly<Record<string, string | number | null>>[]) =>
      trx
        .insertInto(table)
        .values([...rows])
        .execute()
    await insert(
      'wms_warehousing',
      many(30, (n) => ({
        receipt_no: `RK${n}`,
        type: 10,
        audit_status: int(0, 1),
        deletetime: maybeDeleted(),
        version: 1,
        remark_log: log,
      })),
    )
    await insert(
      'wms_outbound',
      many(30, (n) => ({
        outbound_no: `CK${n}`,
        type: 10,
        audit_status: int(0, 1),
        shipment_status: int(0, 1),
        deletetime: maybeDeleted(),
        version: 1,
        remark_log: log,
      })),
    )
    await insert(
      'wms_relocation',
      many(30, (n) => ({
        relocation_no: `YK${n}`,
        product_id: pick(products),
        source_warehouse_shelf_id: places.a,
        target_warehouse_shelf_id: places.b,
        plan_quantity: 1000,
        audit_status: int(0, 1),
        status: int(0, 3),
        deletetime: maybeDeleted(),
        version: 1,
        remark_log: log,
      })),
    )
    await insert(
      'wms_stock_layer',
      many(30, (n) => ({
        product_id: pick(products),
        warehouse_shelf_id: places.a,
        order_no: `RK${n}`,
        received_at: at - 90 * 86_400,
        remaining: pick([0, 1000]),
        expire_at: pick([null, at - 86_400, at + 10 * 86_400, at + 100 * 86_400]),
        warn_at: pick([at - 100_000, at + 100_000]),
        version: 1,
      })),
    )
    for (const [place, id] of products.entries())
      await trx
        .updateTable('wms_product')
        .set({ total_stock_num: 1234 * (place + 1), price: 125_055, low_alert_open: place === 1 ? 0 : 1 })
        .where('id', '=', id)
        .execute()
    await trx.updateTable('wms_product').set({ deletetime: at }).where('id', '=', products[2]!).execute()
  })
}

/** The counts as domain 1.10 defines them, from the rows themselves. */
async function countSlowly({ rows }: WarehouseApp): Promise<Readonly<Record<string, number>>> {
  const live = async (table: string) =>
    (await rows(table)).filter((row) => (row['deletetime'] ?? null) === null) as Record<string, number | null>[]
  const at = Math.floor(Date.now() / 1000)
  const [inbound, outbound, relocation, products, layers] = [
    await live('wms_warehousing'),
    await live('wms_outbound'),
    await live('wms_relocation'),
    await live('wms_product'),
    (await live('wms_stock_layer')).filter((row) => row['remaining']! > 0),
  ]
  const isExpired = (row: Record<string, number | null>) => row['expire_at'] !== null && row['expire_at']! <= at
  return {
    inboundToAudit: inbound.filter((row) => row['audit_status'] === 0).length,
    outboundToAudit: outbound.filter((row) => row['audit_status'] === 0).length,
    relocationToAudit: relocation.filter((row) => row['audit_status'] === 0 && row['status'] !== 3).length,
    toShip: outbound.filter((row) => row['audit_status'] === 1 && row['shipment_status'] === 0).length,
    toMove: relocation.filter((row) => row['audit_status'] === 1 && row['status']! < 2).length,
    lowStock: products.filter((row) => row['low_alert_open'] === 1).length,
    expiring: layers.filter((row) => !isExpired(row) && row['warn_at'] !== null && row['warn_at']! <= at).length,
    expired: layers.filter(isExpired).length,
  }
}
