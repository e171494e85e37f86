/** The shop against its plain model, the same steps every time. */
import { describe, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { playShop } from './model/play.ts'
import { openShopSite } from './shop-site.ts'

describe.each(moduleEngines)('the shop and its model on $name', (engine) => {
  it('SI3, SI7, SB14: agree after every step of members, warehouse and administrators', async () => {
    const site = await openShopSite(engine)
    try {
      await playShop(site, 1, 75)
    } finally {
      await site.dispose()
    }
  })
})
