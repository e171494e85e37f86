/** The freight rule that a shop cannot work without. */
import { insertMissing, nowSeconds } from 'tablewright/server'
import { freightOptions } from '#generated/shop/options.ts'
import type { PrepareCall } from '#generated/shop/server.ts'
import { t } from './i18n.ts'

/** Cents. */
const firstFee = 1000

/** Adds a rule for all regions while there is none: what administrators removed comes back only when none is left. */
export async function prepareShop({ trx, scope }: PrepareCall): Promise<void> {
  const rule = await trx.selectFrom('shop_freight').select('id').limit(1).executeTakeFirst()
  if (rule) return
  const time = nowSeconds()
  await insertMissing(trx, 'shop_freight', [
    {
      name: t(scope.language, 'freight.others'),
      provinces: null,
      fee: firstFee,
      kg_fee: 0,
      free_from: null,
      status: freightOptions.status.enabled,
      create_time: time,
      update_time: time,
      version: 1,
    },
  ])
}
