/** Holds that nobody can be sent what was promised of: the goods have expired, or are on closed shelves (S2). */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { createJobDefinition, createRouteDefinition, listPath, nowSeconds, publishNotice } from 'tablewright/server'
import type { NoticeKind } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { shortHolds } from '../../shared/holds.ts'
import { textOfAll } from '../i18n.ts'
import type { Reading } from '#generated/wms/server.ts'
import { activeHolds } from './rows.ts'
import { readGood } from './sellable.ts'

/** Products that one statement reads. */
const batch = 500
/** Holds that a notice lists. */
const maxListed = 5

interface ShortHold {
  readonly id: number
  readonly holderNo: string
  readonly productId: number
  /** Number and name. */
  readonly product: string
  /** Thousandths. */
  readonly quantity: number
  /** Thousandths of it that are not there. */
  readonly missing: number
}

/** The stock of a product goes to its oldest holds first; these are the others, the oldest first. */
export async function readShortHolds(query: Reading, now: number): Promise<readonly ShortHold[]> {
  const products = await query
    .selectFrom('wms_product')
    .select(['id', 'product_no', 'name', 'reserved_num'])
    .where('reserved_num', '>', 0)
    .orderBy('id')
    .execute()
  const short: ShortHold[] = []
  for (let start = 0; start < products.length; start += batch) {
    const part = products.slice(start, start + batch)
    const good = await readGood(
      query,
      part.map(({ id }) => id),
      now,
    )
    const scarce = part.filter((product) => (good.get(product.id) ?? 0) < (product.reserved_num ?? 0))
    if (scarce.length === 0) continue
    const active = await activeHolds(
      query,
      scarce.map(({ id }) => id),
    )
    for (const product of scarce) {
      let left = good.get(product.id) ?? 0
      for (const hold of active.filter((row) => row.product_id === product.id).toReversed()) {
        const missing = Math.max(0, hold.quantity - left)
        left = Math.max(0, left - hold.quantity)
        if (missing > 0)
          short.push({
            id: hold.id,
            holderNo: hold.holder_no,
            productId: product.id,
            product: `${product.product_no} ${product.name}`,
            quantity: hold.quantity,
            missing,
          })
      }
    }
  }
  return short
}

const textOf = (thousandths: number): string => displayDecimal(decimalText(thousandths, 3))

/** Its recipients are those who may end holds. */
export const shortHoldsNotice: NoticeKind = {
  name: 'wms/shortHolds',
  label: { 'zh-cn': '预留缺货', en: 'Holds without stock' },
  path: listPath('wms/hold'),
  nodes: ['wms/product/breakHolds'],
}

/** Every night, so that somebody decides before the goods are to be sent. */
export const reportShortHolds = createJobDefinition<Database>()({
  name: 'wms/reportShortHolds',
  label: { 'zh-cn': '检查库存预留', en: 'Check stock holds' },
  schedule: { cron: '10 4 * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => {
      const short = await readShortHolds(trx, nowSeconds())
      if (short.length === 0) return
      const lines = short
        .slice(0, maxListed)
        .map(({ holderNo, product, quantity, missing }) =>
          [holderNo, product, `${textOf(missing)}/${textOf(quantity)}`].join(' · '),
        )
      if (short.length > maxListed) lines.push('…')
      await publishNotice(trx, {
        kind: shortHoldsNotice,
        title: textOfAll('hold.uncovered', { count: short.length }),
        content: textOfAll('hold.uncovered_content', { holds: lines.join('\n') }),
      })
    })
  },
})

/** Whenever somebody asks. */
export const shortHoldsRoute = createRouteDefinition<Database>()(shortHolds, {
  login: 'admin',
  right: 'wms/hold/index',
  label: { 'zh-cn': '检查库存预留', en: 'Check stock holds' },
  maxPerMinute: null,
  async handler({ scope }) {
    const short = await readShortHolds(scope.database.query, nowSeconds())
    return {
      list: short.map(({ id, holderNo, productId, product, quantity, missing }) => ({
        id,
        holder_no: holderNo,
        product_id: productId,
        product,
        quantity: textOf(quantity),
        missing: textOf(missing),
      })),
    }
  },
})
