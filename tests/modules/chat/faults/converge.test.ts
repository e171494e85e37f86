/** The long form: 200 messages with many cuts, between two servers on PostgreSQL. */
import { describe, expect, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { runConversation } from '../converge.ts'

describe.each(engines)('conversations over connections that break on $name', (engine) => {
  it.each([1, 2, 3])(
    'have every message once and in order (seed %i)',
    async (seed) => {
      await expect(runConversation(engine, { seed, pages: 10, messages: 200, cutShare: 0.3 })).resolves.toBeUndefined()
    },
    600_000,
  )
})
