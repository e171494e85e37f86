/** Twenty rounds of what `contracts.test.ts` does once. */
import { describe, expect, it } from 'vitest'
import { expectedRound, openPaySite, runRound } from '../../modules/helpdesk/callbacks.ts'
import { engines } from '../../support/databases.ts'

describe.each(engines)('a supplier that calls back while its consumer refunds on $name', (engine) => {
  it.each(['first', 'computed'] as const)('T85: 50 at once, 20 rounds, no retry above five (%s)', async (lock) => {
    const site = await openPaySite(engine, lock)
    try {
      for (let round = 0; round < 20; round++) expect(await runRound(site)).toEqual(expectedRound)
      expect(site.attempts()).toBeLessThanOrEqual(5)
    } finally {
      await site.database.dispose()
    }
  })
})
