/** The short form of `faults/converge.test.ts`. */
import { describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { runConversation } from './converge.ts'

describe.each(moduleEngines)('a conversation over connections that break on $name', (engine) => {
  it('C2 C3 C9 mattermost#23332: everybody has every message once and in order', async () => {
    await expect(runConversation(engine, { seed: 7, pages: 4, messages: 60, cutShare: 0.2 })).resolves.toBeUndefined()
  })
})
