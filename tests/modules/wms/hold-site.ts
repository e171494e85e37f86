/** A warehouse whose stock is held for records of another module: inbound orders stand for them. */
import {
  lockRows,
  records,
  type ContractCall,
  type HoldRef,
  type Scope,
  type StockHolder,
  type StockHolds,
} from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { newModel } from './model/apply-step.ts'
import { openFixture, seedWorld, type World } from './model/fixture.ts'

export interface HoldSite {
  readonly database: TestDatabase
  readonly scope: Scope
  readonly world: World
  /** Two records that stock is held for. */
  readonly holders: readonly [number, number]
  readonly contract: StockHolds
  /** The calls of the holder. */
  readonly log: string[]
  /** Makes the next call of the holder refuse. */
  refuseNext(error: Error): void
  run<T>(work: (call: ContractCall) => Promise<T>): Promise<T>
  /** A product with so many pieces on the first shelf, which keep for so many days. */
  stocked(pieces: number, days?: number): Promise<number>
  /** More pieces of it on a shelf. @returns the id of the inbound order */
  receive(product: number, pieces: number, shelf?: number): Promise<number>
  /** An outbound order of somebody else, on the first shelf. */
  order(product: number, pieces: number): Promise<number>
  /** Runs an action on an outbound order. */
  act(order: number, action: 'audit' | 'unaudit' | 'ship' | 'unship', input?: object): Promise<unknown>
  reserved(product: number): Promise<number>
  dispose(): Promise<void>
}

const holderEntity = 'wms/warehousing'
export const holdRef = (id: number): HoldRef => ({ entity: holderEntity, id, no: `SO-${id}` })

export async function openHoldSite(engine: Engine): Promise<HoldSite> {
  const fixture = await openFixture(engine)
  const world = await seedWorld(fixture, newModel(0).book)
  const { database } = fixture
  const log: string[] = []
  let refusal: Error | null = null
  const notify = async (text: string): Promise<void> => {
    const error = refusal
    refusal = null
    if (error) throw error
    log.push(text)
  }
  const linesOf = (lines: readonly { readonly productId: number; readonly quantity: number }[]): string =>
    lines.map(({ quantity }) => quantity / 1000).join('+')
  const holder: StockHolder = {
    entity: holderEntity,
    lock: ({ scope, trx }, ids) => lockRows(scope, trx, holderEntity, ids, 'write'),
    onShipped: (_call, { ref, lines }) => notify(`${ref.no} shipped ${linesOf(lines)}`),
    onUnshipped: (_call, { no }) => notify(`${no} unshipped`),
    onOutboundDeleted: (_call, { no }) => notify(`${no} deleted`),
    onBroken: (_call, { ref, lines }) => notify(`${ref.no} broken ${linesOf(lines)}`),
  }
  const scope: Scope = { ...fixture.scope, stockHolders: [holder] }
  const contract = wmsServer.stockHolds!
  const api = records<WmsServerParts>(scope as never)
  let products = 0
  const receive = async (product: number, pieces: number, shelf = 0): Promise<number> => {
    const { id } = await api.create('wms/warehousing', {
      type: 10,
      supplier_id: world.partners.supplier[0]!,
      product_detail: [
        {
          product_id: product,
          plan_quantity: `${pieces}.000`,
          price: '1.0000',
          warehouse_shelf_id: world.shelves[shelf]!,
        },
      ],
    } as never)
    await api.runAction('wms/warehousing', 'audit', id)
    return id
  }
  const addHolder = async (): Promise<number> => {
    const { id } = await api.create('wms/warehousing', {
      type: 10,
      supplier_id: world.partners.supplier[0]!,
      product_detail: [{ product_id: world.products[0]!, plan_quantity: '1.000', price: '1.0000' }],
    } as never)
    return id
  }
  return {
    database,
    scope,
    world,
    holders: [await addHolder(), await addHolder()],
    contract,
    log,
    refuseNext: (error) => void (refusal = error),
    run: (work) => database.write((trx) => work({ scope, trx })),
    receive,
    async stocked(pieces, days = 0) {
      const { id } = await api.create('wms/product', {
        product_no: `H${++products}`,
        name: `Held ${products}`,
        unit_id: world.units[0]!,
        effective_day: days,
      } as never)
      if (pieces > 0) await receive(id, pieces)
      return id
    },
    async order(product, pieces) {
      const { id } = await api.create('wms/outbound', {
        type: 20,
        product_detail: [
          {
            product_id: product,
            plan_quantity: `${pieces}.000`,
            price: '1.0000',
            warehouse_shelf_id: world.shelves[0]!,
          },
        ],
      } as never)
      return id
    },
    act: (order, action, input = {}) => api.runAction('wms/outbound', action, order, input as never),
    async reserved(product) {
      const row = await database.query
        .selectFrom('wms_product')
        .select('reserved_num')
        .where('id', '=', product)
        .executeTakeFirstOrThrow()
      return Number(row['reserved_num']) / 1000
    },
    dispose: () => database.dispose(),
  }
}
