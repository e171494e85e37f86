/** Batch numbers and dates that lines of inbound orders carry. */
import { dayOf } from 'tablewright/protocol'
import { nowSeconds, rowOf } from 'tablewright/server'
import { t } from '../i18n.ts'
import { batchOf, datesOf, isExpired, shelfLifeOf } from '../stock/layer.ts'
import type { LinesCall, Scope } from '#generated/wms/server.ts'
import type { FindLineProblem } from './lines.ts'

/**
 * Refuses dates that cannot be, and warns of goods that have expired: a customer may send them back, and they may have
 * to be disposed of.
 */
export const findBatchProblem =
  (scope: Scope, call: LinesCall<'wms/warehousing'>): FindLineProblem =>
  (product, index) => {
    const { language, settings } = scope
    const batch = batchOf(rowOf(call.lines[index]?.values ?? new Map()))
    const { productionDate: production, expiryDate: expiry } = batch
    const now = nowSeconds()
    if (production !== null && production > dayOf(now, settings.timeZone))
      return { field: 'production_date', text: t(language, 'receipt.future', { date: production }) }
    if (production !== null && expiry !== null && expiry < production)
      return { field: 'expiry_date', text: t(language, 'receipt.order_of_dates', { production, expiry }) }
    const dates = datesOf(now, batch, shelfLifeOf(scope, product.shelfLife))
    if (isExpired(dates, now) && dates.expireAt !== null)
      call.change.warnings.push(
        t(language, 'receipt.expired', {
          line: index + 1,
          product: product.name,
          date: dayOf(dates.expireAt, settings.timeZone),
        }),
      )
    return null
  }
