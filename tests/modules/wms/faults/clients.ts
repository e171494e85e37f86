/**
 * Clients that audit orders and take audits back over HTTP as fast as they can, and remember what the server has told
 * them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Running } from '../../../support/running.ts'

interface Order {
  readonly controller: 'Warehousing' | 'Outbound'
  readonly id: number
  /** As the server last told; nobody else works on the order. */
  version: number
  isAudited: boolean
  /** An action was sent and never answered. */
  isOpen: boolean
}

/** How an order stands in the database. */
export interface OrderState {
  readonly version: number
  readonly isAudited: boolean
  /** Postings of the order in the ledger. */
  readonly postings: number
}

type Api = Pick<Running, 'api' | 'address' | 'token'>

const shelves = 3
const products = 8
const inbound = 36
const outbound = 12

export class Clients {
  /** Actions the server has confirmed. */
  acknowledged = 0
  /** Actions it has refused, as business has it. */
  refused = 0
  /** Other answers, by status. */
  readonly turnedAway = new Map<number, number>()
  readonly #orders: readonly Order[]
  readonly #random: () => number

  private constructor(orders: readonly Order[], seed: number) {
    this.#orders = orders
    this.#random = randomFrom(seed)
  }

  /** Fills an empty warehouse with orders of several lines each. */
  static async seed({ api }: Api, seed: number): Promise<Clients> {
    const random = randomFrom(seed)
    const add = async (controller: string, body: object): Promise<number> => {
      const answer = await api<{ id: number }>(`/admin/wms.${controller}/add`, body)
      if (Number(answer.code) === 503) return pause(200).then(() => add(controller, body))
      if (answer.code !== 1) throw new Error(`${controller}: ${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data.id
    }
    const many = async (count: number, make: (at: number) => Promise<number>): Promise<number[]> => {
      const ids: number[] = []
      while (ids.length < count) ids.push(...(await Promise.all([make(ids.length), make(ids.length + 1)])))
      return ids.slice(0, count)
    }
    const [unit, warehouse, supplier_id, customer_id] = await Promise.all([
      add('Unit', { name: 'piece', decimals: 0 }),
      add('Warehouse', { name: 'Main' }),
      add('Supplier', { name: 'Supplier' }),
      add('Customer', { name: 'Customer' }),
    ])
    const area = await add('WarehouseArea', { warehouse_id: warehouse, serial_no: '01', name: 'Area' })
    const shelfIds = await many(shelves, (at) =>
      add('WarehouseShelf', {
        warehouse_id: warehouse,
        warehouse_area_id: area,
        serial_no: String(at),
        name: String(at),
      }),
    )
    const productIds = await many(products, (at) =>
      add('Product', {
        product_no: `P${at}`,
        name: `Product ${at}`,
        unit_id: unit,
        price: '12.50',
        safety_stock_num: 10,
        effective_day: 30,
      }),
    )
    const pick = (list: readonly number[]) => list[Math.floor(random() * list.length)]!
    const lines = (most: number) =>
      Array.from({ length: 3 + Math.floor(random() * 4) }, () => ({
        product_id: pick(productIds),
        warehouse_shelf_id: pick(shelfIds),
        plan_quantity: 1 + Math.floor(random() * most),
      }))
    const came = await many(inbound, () => add('Warehousing', { type: 10, supplier_id, product_detail: lines(40) }))
    const went = await many(outbound, () => add('Outbound', { type: 10, customer_id, product_detail: lines(6) }))
    const order =
      (controller: Order['controller']) =>
      (id: number): Order => ({ controller, id, version: 1, isAudited: false, isOpen: false })
    return new Clients([...came.map(order('Warehousing')), ...went.map(order('Outbound'))], seed + 1)
  }

  /**
   * Lets four clients work until the server no longer answers at all, or `stopped` says so; those who are turned away
   * come again.
   */
  async work(server: Api, stopped: () => boolean = () => false): Promise<void> {
    const workers = 4
    await Promise.all(
      Array.from({ length: workers }, async (_one, worker) => {
        const own = this.#orders.filter((_order, at) => at % workers === worker)
        while (!stopped()) if (!(await this.#actOn(server, own[Math.floor(this.#random() * own.length)]!))) return
      }),
    )
  }

  /** Waits until that many more actions are confirmed, however slow the machine is, and a moment longer. */
  async atWork(actions: number, moment: number): Promise<void> {
    const enough = this.acknowledged + actions
    for (const deadline = Date.now() + 20_000; this.acknowledged < enough && Date.now() < deadline;) await pause(2)
    await pause(moment)
  }

  /** False when no answer came. */
  async #actOn({ address, token }: Api, order: Order): Promise<boolean> {
    const action = order.isAudited ? 'unaudit' : 'audit'
    order.isOpen = true
    const answer = await fetch(`${address}/admin/wms.${order.controller}/${action}`, {
      method: 'POST',
      headers: { batoken: token, 'content-type': 'application/json', 'think-lang': 'en' },
      body: JSON.stringify({ id: order.id, reason: 'counted again' }),
    })
      .then(
        async (response) => ({
          status: response.status,
          body: (await response.json()) as { code: number; data: { version?: number; reason?: string } },
        }),
        () => null,
      )
      .catch(() => null)
    if (answer === null) return false
    if (answer.status !== 200) {
      this.turnedAway.set(answer.status, (this.turnedAway.get(answer.status) ?? 0) + 1)
      await pause(50)
      return true
    }
    order.isOpen = false
    if (answer.body.code === 1) {
      this.acknowledged++
      order.version = answer.body.data.version!
      order.isAudited = !order.isAudited
    } else if (answer.body.data.reason === 'stock_short') this.refused++
    else throw new Error(`${action} of ${order.controller} ${order.id}: ${JSON.stringify(answer.body)}`)
    return true
  }

  /**
   * Compares what the server has told with what it has kept, and goes on from there. An action without an answer may
   * have
   * happened, wholly or not at all.
   * @returns a sentence for everything that is lost, or done and not told
   */
  reconcile(standings: ReadonlyMap<string, OrderState>): readonly string[] {
    return this.#orders.flatMap((order) => {
      const name = `${order.controller} ${order.id}`
      const now = standings.get(name)!
      const extra = now.version - order.version
      const faults: string[] = []
      if (extra < 0) faults.push(`${name}: version ${order.version} was acknowledged, ${now.version} is there`)
      if (extra > (order.isOpen ? 1 : 0))
        faults.push(`${name}: version ${now.version} is there, ${order.version} was acknowledged`)
      if (now.isAudited !== (extra % 2 === 0 ? order.isAudited : !order.isAudited) || now.postings !== now.version - 1)
        faults.push(`${name}: ${JSON.stringify(now)} does not follow from ${JSON.stringify(order)}`)
      Object.assign(order, { version: now.version, isAudited: now.isAudited, isOpen: false })
      return faults
    })
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
