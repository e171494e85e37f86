/** The long form of what `hub.test.ts` shows in small: many clients, many cuts. */
import { describe, expect, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { runScenario } from '../follow.ts'

describe.each(engines)('many clients of the hub on $name', (engine) => {
  it.each([1, 2, 3])(
    'have what the table has, each entry once and in order (seed %i)',
    async (seed) => {
      await expect(runScenario(engine, { seed, clients: 16, entries: 600, cutShare: 0.15 })).resolves.toBeUndefined()
    },
    600_000,
  )
})
