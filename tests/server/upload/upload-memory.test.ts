/** The memory of what was written goes while an upload still arrives. */
import { cachedDataVersionTag } from 'node:v8'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const megabyte = 1024 * 1024

let uploadMemory: typeof import('../../../runtime/server/upload/upload-memory.ts').uploadMemory

async function loadUploadMemory(): Promise<void> {
  vi.resetModules()
  ;({ uploadMemory } = await import('../../../runtime/server/upload/upload-memory.ts'))
}

describe('the function of V8', () => {
  const megabytes = (): number => process.memoryUsage().arrayBuffers / megabyte

  beforeEach(loadUploadMemory)

  /** Whether buffers that nobody holds go with what is written. Another thread of V8 gives their memory back. */
  async function freesBuffers(): Promise<boolean> {
    for (let count = 0; count < 16; count++) Buffer.alloc(megabyte)
    const filled = megabytes()
    uploadMemory.written(4 * megabyte)
    return vi.waitUntil(() => megabytes() < filled - 12, { timeout: 500, interval: 10 }).catch(() => false)
  }

  it('frees buffers that nobody holds, and leaves the options of V8 as they are', async () => {
    const options = cachedDataVersionTag()
    const held = Buffer.alloc(megabyte)
    uploadMemory.begin()
    // V8 also collects by itself, at the latest after 32 MB: it may do so while the buffers of one round are made.
    let freed = 0
    for (let round = 0; round < 5; round++) if (await freesBuffers()) freed += 1
    expect(freed).toBeGreaterThanOrEqual(4)
    expect(held).toHaveLength(megabyte)
    expect(cachedDataVersionTag()).toBe(options)
  })
})

describe('how often it is called', () => {
  const collect = vi.fn<(how: object) => void>()

  beforeEach(async () => {
    vi.stubGlobal('gc', collect.mockClear())
    await loadUploadMemory()
  })

  afterEach(() => vi.unstubAllGlobals())

  it('waits for 4 MB of the file, again and again', () => {
    uploadMemory.begin()
    uploadMemory.written(4 * megabyte - 1)
    expect(collect).not.toHaveBeenCalled()
    uploadMemory.written(1)
    expect(collect.mock.calls).toEqual([[{ type: 'minor' }]])
    uploadMemory.written(3 * megabyte)
    expect(collect).toHaveBeenCalledTimes(1)
    uploadMemory.written(megabyte)
    expect(collect).toHaveBeenCalledTimes(2)
  })

  it('waits for as many bytes of each file that arrives', () => {
    uploadMemory.begin()
    uploadMemory.begin()
    uploadMemory.written(8 * megabyte - 1)
    expect(collect).not.toHaveBeenCalled()
    uploadMemory.written(1)
    expect(collect).toHaveBeenCalledTimes(1)
    uploadMemory.end()
    uploadMemory.written(4 * megabyte)
    expect(collect).toHaveBeenCalledTimes(2)
  })
})
