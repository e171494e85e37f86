/** Brings the layers in stock to the shelf life a product has now; printed expiry dates stay. */
import { updateMany } from 'tablewright/server'
import { breakHolds } from '../holds/break.ts'
import { announceShifted } from '../notices/expiry.ts'
import { t } from '../i18n.ts'
import type { Effect } from '#generated/wms/server.ts'
import { datesOf, readLayers, shelfLifeOf } from './layer.ts'
import { reviewExpiry } from './product-expiry.ts'

/**
 * Answers how many layers have changed. The action has locked the product, and every posting locks the products it
 * moves before it touches their layers: until we end, none does.
 */
const recomputeLayers: Effect<'wms/product', 'recomputeLayers'> = async (call) => {
  const { scope, trx, row } = call
  const { id, effective_day: days } = row
  const due = (await readLayers(trx, [id], null)).map((layer) => ({
    layer,
    dates: datesOf(layer.receivedAt, layer, shelfLifeOf(scope, days)),
  }))
  const outdated = due.filter(({ layer, dates }) => layer.expireAt !== dates.expireAt || layer.warnAt !== dates.warnAt)
  await updateMany(
    scope.database,
    scope.registry.require('wms/stock_layer'),
    trx,
    outdated.map(({ layer, dates }) => ({ id: layer.id, expire_at: dates.expireAt, warn_at: dates.warnAt })),
  )
  await reviewExpiry(scope, trx, [id])
  await announceShifted(
    trx,
    outdated.flatMap(({ layer, dates }) => (layer.id === null ? [] : [{ id: layer.id, ...dates, before: layer }])),
  )
  call.answer({ changed: outdated.length, note: t(scope.language, 'expiry.recomputed', { count: outdated.length }) })
}

export const productEffects = { recomputeLayers, breakHolds }
