/** Long random walks of the shop and its warehouse beside the plain model; a failure names the seed. */
import { describe, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { playShop } from '../model/play.ts'
import { openShopSite } from '../shop-site.ts'

/** The same walk every time, and a long one that is new every time. */
const walks = [
  [20_260, 500],
  [Math.floor(Date.now() / 1000) % 1_000_000, 5000],
] as const

describe.each(engines)('long walks of the shop on $name', (engine) => {
  it.each(walks)(
    'seed %i, %i steps',
    async (seed, steps) => {
      const site = await openShopSite(engine)
      try {
        await playShop(site, seed, steps)
      } finally {
        await site.dispose()
      }
    },
    1_800_000,
  )
})
