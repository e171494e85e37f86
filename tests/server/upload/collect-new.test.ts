/** The memory of what was written goes while an upload still arrives. */
import { setTimeout as pause } from 'node:timers/promises'
import { cachedDataVersionTag } from 'node:v8'
import { expect, it } from 'vitest'
import { collectNew } from '../../../runtime/server/upload/collect-new.ts'

const megabytes = (): number => process.memoryUsage().arrayBuffers / 1024 / 1024

it('frees buffers that nobody holds, and leaves the options of V8 as they are', async () => {
  const options = cachedDataVersionTag()
  // What others of this process have left.
  collectNew()
  await pause(50)
  const before = megabytes()
  const held = Buffer.alloc(1024 * 1024)
  for (let count = 0; count < 16; count++) Buffer.alloc(1024 * 1024)
  expect(megabytes()).toBeGreaterThan(before + 12)
  collectNew()
  // Another thread of V8 gives the memory back.
  await expect.poll(megabytes, { timeout: 1000, interval: 50 }).toBeLessThan(before + 3)
  expect(held).toHaveLength(1024 * 1024)
  expect(cachedDataVersionTag()).toBe(options)
})
