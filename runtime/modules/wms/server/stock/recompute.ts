/** Brings the layers in stock to the shelf life a product has now. */
import { updateMany } from 'tablewright/server'
import { settings } from '../settings.ts'
import { t } from '../i18n.ts'
import type { Effect, EffectCall } from '../types.ts'
import { datesOf, readLayers } from './layer.ts'
import { reviewExpiry } from './product-expiry.ts'

/** Answers how many layers have changed. The product is locked already. */
const recomputeLayers: Effect<'wms/product', 'recomputeLayers'> = async (call) => {
  const { scope, trx, row } = call
  const { id, effective_day: days } = row
  await lockStock(call, id)
  const due = (await readLayers(trx, [id], null)).map((layer) => ({
    layer,
    dates: datesOf(layer.receivedAt, days, settings(scope).expiryWarnDays),
  }))
  const changed = due.filter(({ layer, dates }) => layer.expireAt !== dates.expireAt || layer.warnAt !== dates.warnAt)
  await updateMany(
    scope.database,
    trx,
    scope.registry.require('wms/stock_layer'),
    changed.map(({ layer, dates }) => ({ id: layer.id, expire_at: dates.expireAt, warn_at: dates.warnAt })),
  )
  await reviewExpiry(trx, [id])
  call.answer({ changed: changed.length, note: t(scope.language, 'expiry.recomputed', { count: changed.length }) })
}

/** A posting holds the stock rows of its places while it works on their layers; until we end, none does. */
async function lockStock({ scope, trx }: EffectCall<'wms/product'>, product: number): Promise<void> {
  if (scope.database.adapter.embedded) return
  await trx
    .selectFrom('wms_stock')
    .select('id')
    .where('product_id', '=', product)
    .orderBy('warehouse_shelf_id')
    .forUpdate()
    .execute()
}

export const productEffects = { recomputeLayers }
