/** The short form of `faults/converge.test.ts`. */
import { describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { runConversations } from './converge.ts'

describe.each(moduleEngines)('conversations over connections that break on $name', (engine) => {
  it('C2 C3 mattermost#23332: everybody has every message once and in order', async () => {
    const scenario = { seed: 7, conversations: 1, pages: 4, messages: 200, cuts: 20 }
    await expect(runConversations(engine, scenario)).resolves.toBeUndefined()
  })
})
