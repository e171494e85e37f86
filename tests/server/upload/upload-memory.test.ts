/** The memory of what was written goes while an upload still arrives. */
import { setTimeout as pause } from 'node:timers/promises'
import { cachedDataVersionTag } from 'node:v8'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { uploadMemory } from '../../../runtime/server/upload/upload-memory.ts'

const megabyte = 1024 * 1024
const megabytes = (): number => process.memoryUsage().arrayBuffers / megabyte

let before: number

beforeEach(async () => {
  uploadMemory.begin()
  // What others of this process have left.
  uploadMemory.written(4 * megabyte)
  await pause(50)
  before = megabytes()
})

afterEach(() => uploadMemory.end())

/** Makes buffers that nobody holds. */
function leaveBuffers(): void {
  for (let count = 0; count < 16; count++) Buffer.alloc(megabyte)
  expect(megabytes()).toBeGreaterThan(before + 12)
}

// Another thread of V8 gives the memory back.
const untilFreed = () => expect.poll(megabytes, { timeout: 1000, interval: 50 }).toBeLessThan(before + 3)

it('frees buffers that nobody holds, and leaves the options of V8 as they are', async () => {
  const options = cachedDataVersionTag()
  const held = Buffer.alloc(megabyte)
  leaveBuffers()
  uploadMemory.written(4 * megabyte)
  await untilFreed()
  expect(held).toHaveLength(megabyte)
  expect(cachedDataVersionTag()).toBe(options)
})

it('waits for as many bytes of each file that arrives', async () => {
  uploadMemory.begin()
  try {
    leaveBuffers()
    uploadMemory.written(7 * megabyte)
    await pause(50)
    expect(megabytes()).toBeGreaterThan(before + 12)
    uploadMemory.written(megabyte)
    await untilFreed()
  } finally {
    uploadMemory.end()
  }
})
