/**
 * 64 clients at once on documents of a real server: nothing is lost, nothing counts twice, and nobody is told of a
 * deadlock.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Row } from '../../../../runtime/server/db/index.ts'
import { engines, openAt, type Place } from '../../../support/databases.ts'
import { serve, type Running } from '../../../support/running.ts'
import { sum } from '../model/book.ts'
import type { Kind } from '../model/documents.ts'
import { faultsOf } from '../model/faults.ts'

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: Record<string, unknown>
}

const clients = 64
const controllers: Readonly<Record<Kind, string>> = {
  warehousing: 'Warehousing',
  outbound: 'Outbound',
  relocation: 'Relocation',
  stocktake: 'Stocktake',
}

describe.each(engines)('64 clients at once on $name', (engine) => {
  let place: Place
  let server: Running
  let database: Database
  let shelves: readonly number[]
  let partners: { readonly supplier: number; readonly customer: number }
  const products: number[] = []
  const docs: { readonly kind: Kind; readonly id: number }[] = []

  beforeAll(async () => {
    place = await engine.place()
    server = await serve({ databaseUrl: place.url, demo: false })
    database = await openAt(place)
    const warehouse = await add('Warehouse', { name: 'Main' })
    const area = await add('WarehouseArea', { warehouse_id: warehouse, serial_no: '1', name: 'Area' })
    shelves = await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        add('WarehouseShelf', { warehouse_id: warehouse, warehouse_area_id: area, serial_no: name, name }),
      ),
    )
    partners = {
      supplier: await add('Supplier', { name: 'Supplier' }),
      customer: await add('Customer', { name: 'Customer' }),
    }
  }, 300_000)
  afterAll(async () => {
    await database?.close()
    await server?.stop()
    await place?.remove()
  })

  /** Sends like the web client: who is told to come again does so. */
  async function send(path: string, body: object, key?: string): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const headers = {
        'content-type': 'application/json',
        'think-lang': 'en',
        batoken: server.token,
        ...(key && { 'idempotency-key': key }),
      }
      const answer = await fetch(`${server.address}/admin/wms.${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (answer.status !== 503 || attempt === 60) {
        const told = (await answer.json()) as Answer
        expect(answer.status, `${path}: ${told.msg}`).toBe(200)
        return told
      }
      await answer.arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 750))
    }
  }
  async function add(controller: string, body: object): Promise<number> {
    const { code, msg, data } = await send(`${controller}/add`, body)
    if (code !== 1) throw new Error(`${controller}: ${msg} ${JSON.stringify(data)}`)
    return Number(data['id'])
  }
  const act = (kind: Kind, action: string, id: number, more: object = {}, key?: string) =>
    send(`${controllers[kind]}/${action}`, { id, ...more }, key)
  const outcomeOf = ({ code, data }: Answer): string => (code === 1 ? 'done' : String(data['reason']))
  const count = (outcomes: readonly string[]): Readonly<Record<string, number>> =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((one) => [one, outcomes.filter((other) => other === one).length]),
    )
  const atOnce = <T>(work: (at: number) => Promise<T>, times = clients): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_one, at) => work(at)))

  async function product(): Promise<number> {
    const id = await add('Product', {
      product_no: `P${products.length}`,
      name: `Product ${products.length}`,
      price: '12.50',
    })
    products.push(id)
    return id
  }
  async function doc(kind: Kind, body: object): Promise<number> {
    const id = await add(controllers[kind], body)
    docs.push({ kind, id })
    return id
  }
  const line = (product_id: number, shelf: number, plan_quantity: number) => ({
    product_id,
    warehouse_shelf_id: shelves[shelf],
    plan_quantity,
  })
  const inbound = (lines: readonly object[]) =>
    doc('warehousing', { type: 10, supplier_id: partners.supplier, product_detail: lines })
  const outbound = (lines: readonly object[]) =>
    doc('outbound', { type: 10, customer_id: partners.customer, product_detail: lines })
  const historyOf = (id: number): Promise<Row[]> =>
    database.query.selectFrom('wms_inventory_history').selectAll().where('product_id', '=', id).orderBy('id').execute()
  const onHand = async (id: number): Promise<number> =>
    sum((await historyOf(id)).map((row) => Number(row['quantity']))) / 1000
  const faults = () => faultsOf({ fixture: { database }, products, docs })

  it('auditing one order concurrently: one succeeds; the same for un-auditing', async () => {
    const id = await product()
    const order = await inbound([line(id, 0, 7), line(id, 0, 3), line(id, 1, 5)])
    const audits = await atOnce(() => act('warehousing', 'audit', order))
    expect(count(audits.map(outcomeOf))).toEqual({ bad_state: clients - 1, done: 1 })
    expect([(await historyOf(id)).length, await onHand(id)]).toEqual([3, 15])
    const back = await atOnce((at) => act('warehousing', 'unaudit', order, { reason: `${at}` }))
    expect(count(back.map(outcomeOf))).toEqual({ bad_state: clients - 1, done: 1 })
    expect([(await historyOf(id)).length, await onHand(id)]).toEqual([6, 0])
    expect(await faults()).toEqual([])
  })

  it('issuing 3 each from a stock of 100: 33 succeed', async () => {
    const id = await product()
    await act('warehousing', 'audit', await inbound([line(id, 0, 100)]))
    const orders = await atOnce(() => outbound([line(id, 0, 1), line(id, 0, 2)]))
    const outcomes = await atOnce((at) => act('outbound', 'audit', orders[at]!))
    expect(count(outcomes.map(outcomeOf))).toEqual({ done: 33, stock_short: clients - 33 })
    expect(await onHand(id)).toBe(1)
    expect(await faults()).toEqual([])
  })

  it('moving parts of one relocation: no more moves than was planned', async () => {
    const id = await product()
    await act('warehousing', 'audit', await inbound([line(id, 0, 100)]))
    const move = await doc('relocation', {
      product_id: id,
      source_warehouse_shelf_id: shelves[0],
      target_warehouse_shelf_id: shelves[1],
      plan_quantity: 40,
    })
    await act('relocation', 'audit', move)
    const outcomes = await atOnce(() => act('relocation', 'move', move, { quantity: 3 }))
    expect(count(outcomes.map(outcomeOf))).toEqual({ bad_state: clients - 13, done: 13 })
    expect(
      await database.query
        .selectFrom('wms_relocation')
        .select(['actual_quantity', 'status'])
        .where('id', '=', move)
        .executeTakeFirst(),
    ).toEqual({ actual_quantity: 39_000, status: 1 })
    const wide = await doc('relocation', {
      product_id: id,
      source_warehouse_shelf_id: shelves[0],
      target_warehouse_shelf_id: shelves[2],
      plan_quantity: clients * 0.5,
    })
    await act('relocation', 'audit', wide)
    expect(count((await atOnce(() => act('relocation', 'move', wide, { quantity: '0.5' }))).map(outcomeOf))).toEqual({
      done: clients,
    })
    const back = await atOnce((at) => act('relocation', 'reverseMove', move, { posting_seq: 1 + (at % 4) }))
    expect(count(back.map(outcomeOf))).toEqual({ bad_state: clients - 4, done: 4 })
    expect(await faults()).toEqual([])
  })

  it('receiving, issuing, moving and undoing across the same places in every order', async () => {
    const goods = [await product(), await product(), await product()]
    const everywhere = goods.flatMap((id) => shelves.map((_one, at) => line(id, at, 20)))
    await act('warehousing', 'audit', await inbound(everywhere))
    const kinds = ['warehousing', 'outbound', 'relocation'] as const
    const made = await atOnce(async (at) => {
      const lines = everywhere.map((one) => ({ ...one, plan_quantity: 2 }))
      const turned = at % 2 === 0 ? lines : [...lines].reverse()
      const kind = kinds[at % 3]!
      if (kind === 'relocation')
        return {
          kind,
          id: await doc(kind, {
            product_id: goods[at % 2],
            source_warehouse_shelf_id: shelves[at % 3],
            target_warehouse_shelf_id: shelves[(at + 1 + (at % 2)) % 3],
            plan_quantity: 4,
          }),
        }
      return { kind, id: await (kind === 'warehousing' ? inbound(turned) : outbound(turned)) }
    })
    const outcomes = await atOnce(async (at) => {
      const { kind, id } = made[at]!
      const first = outcomeOf(await act(kind, 'audit', id, kind === 'relocation' ? { quantity: 2 } : {}))
      if (at % 4 !== 0 || first !== 'done') return [first, '']
      return [
        first,
        outcomeOf(
          await act(kind, kind === 'relocation' ? 'reverseMove' : 'unaudit', id, { reason: 'back', posting_seq: 1 }),
        ),
      ]
    })
    expect(outcomes.flat().filter((one) => !['done', 'stock_short', ''].includes(one))).toEqual([])
    const stands = (kind: Kind) =>
      made.filter((one, at) => one.kind === kind && outcomes[at]![0] === 'done' && outcomes[at]![1] !== 'done').length
    for (const id of goods) expect(await onHand(id)).toBe(60 + 6 * (stands('warehousing') - stands('outbound')))
    expect(await faults()).toEqual([])
  })

  it('run an audit once that was sent a hundred times under one Idempotency-Key, and receive one answer', async () => {
    const id = await product()
    await act('warehousing', 'audit', await inbound([line(id, 0, 9)]))
    const order = await outbound([line(id, 0, 4)])
    const answers = await atOnce(() => act('outbound', 'audit', order, {}, 'audit-once'), 100)
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data])))).toEqual(
      new Set([JSON.stringify([1, { id: order, version: 2 }])]),
    )
    expect([(await historyOf(id)).length, await onHand(id)]).toEqual([2, 5])
  })

  it('mails of one order wait for its log, and edits with them: none is told to come again', async () => {
    const order = await inbound([line(await product(), 0, 1)])
    const answers = await atOnce(async (at) => {
      const isMail = at % 6 !== 5
      const response = await fetch(`${server.address}/admin/wms.Warehousing/${isMail ? 'mail' : 'edit'}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'think-lang': 'en', batoken: server.token },
        body: JSON.stringify({
          id: order,
          ...(isMail ? { to: [`ann${at}@example.com`], language: 'en' } : { remark: `edit ${at}` }),
        }),
      })
      const { code, msg } = (await response.json()) as Answer
      return { isMail, outcome: code === 1 ? 'done' : `${response.status} ${msg}` }
    }, 24)
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ done: 24 })
    const chained = await database.query
      .selectFrom('admin_log')
      .select(['position', 'action'])
      .where('entity', '=', 'wms/warehousing')
      .where('record_id', '=', order)
      .orderBy('position')
      .execute()
    expect(chained.map(({ position }) => position)).toEqual(chained.map((_entry, at) => at + 1))
    expect(chained.filter(({ action }) => action === 'mail')).toHaveLength(
      answers.filter(({ isMail }) => isMail).length,
    )
  })
})
