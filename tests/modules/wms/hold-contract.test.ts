/** The contract of stock holds, asked of the warehouse and of the double that replaces it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OperationError, type HoldRef, type StockHolds } from 'tablewright/server'
import { memoryHolds } from '../../contracts/doubles.ts'
import { inMemory, type Site } from '../../contracts/site.ts'
import { refusal } from '../../server/records/scope.ts'
import { engines, untilConnected } from '../../support/databases.ts'
import { openHoldSite } from './hold-site.ts'

describe.each([...engines, null])('stock holds of %j', (engine) => {
  let site: Site<StockHolds> & { readonly product: number; readonly other: number }

  beforeAll(async () => {
    if (!engine) {
      const stock = new Map([1, 2].map((id) => [id, 10_000]))
      site = { ...inMemory(memoryHolds(stock)), product: 1, other: 2 }
      return
    }
    const { contract, scope, run, stocked, dispose } = await openHoldSite(engine)
    site = { contract, scope, run, dispose, product: await stocked(10), other: await stocked(10) }
  })
  afterAll(() => site.dispose())

  const ref = (id: number): HoldRef => ({ entity: 'shop/order', id, no: `SO-${id}` })
  const hold = (id: number, ...lines: readonly (readonly [number, number])[]) =>
    site.run((call) =>
      site.contract.take(
        call,
        ref(id),
        lines.map(([productId, quantity]) => ({ productId, quantity: quantity * 1000 })),
      ),
    )
  const sellable = async (product: number) =>
    ((await site.contract.sellable(site.scope, [product])).get(product) ?? 0) / 1000

  it('are taken as a whole, and lines of one product count together (SB2)', async () => {
    expect((await refusal(hold(1, [site.other, 1], [site.product, 6], [site.product, 6]))).code).toBe('stock_short')
    expect(await sellable(site.other)).toBe(10)
    await hold(1, [site.product, 4], [site.product, 2], [site.other, 1])
    expect([await sellable(site.product), await sellable(site.other)]).toEqual([4, 9])
    expect((await refusal(hold(1, [site.product, 1]))).code).toBe('bad_state')
    expect((await refusal(hold(2, [site.product, 5]))).code).toBe('stock_short')
  })

  it('return exactly, once (SB4)', async () => {
    for (let times = 0; times < 2; times++) {
      await site.run((call) => site.contract.release(call, ref(1)))
      expect([await sellable(site.product), await sellable(site.other)]).toEqual([10, 10])
    }
  })

  it('refuse what cannot be held', async () => {
    expect((await refusal(hold(3))).code).toBe('invalid')
    for (const quantity of [0, -1, 0.5]) expect((await refusal(hold(3, [site.product, quantity]))).code).toBe('invalid')
    expect((await refusal(hold(3, [999_999, 1]))).code).toBe('not_found')
    expect(await sellable(999_999)).toBe(0)
    const toOutbound = () =>
      site.run((call) => site.contract.toOutbound(call, ref(3), { orderSn: 'SO-3', customer: 1 }))
    expect((await refusal(toOutbound)).code).toBe('bad_state')
  })

  it('T85: of 100 takers of 10 pieces at once, exactly 10 get one (SB1)', async () => {
    const attempt = (buyer: number): Promise<string> =>
      untilConnected(() => hold(100 + buyer, [site.product, 1])).then(
        () => 'held',
        (error: unknown) => {
          if (error instanceof OperationError) return error.code
          throw error
        },
      )
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, buyer) => attempt(buyer)))
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'stock_short')).toHaveLength(90)
    expect(await sellable(site.product)).toBe(0)
  })
})
