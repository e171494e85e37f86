/** The long form: ten thousand messages with two hundred cuts, between two servers on PostgreSQL. */
import { describe, expect, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { runConversations } from '../converge.ts'

describe.each(engines)('conversations over connections that break on $name', (engine) => {
  it('C1 C2 C3: lose none of 10,000 messages and double none, over 200 cuts', async () => {
    const scenario = { seed: 1, conversations: 20, pages: 4, messages: 10_000, cuts: 200 }
    await expect(runConversations(engine, scenario)).resolves.toBeUndefined()
  }, 900_000)
})
