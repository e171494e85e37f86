import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLater } from '../../runtime/server/core/background-work.ts'

describe('work in the background', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('begins once, when the first answers are out, and is waited for when the server stops', async () => {
    let end = (): void => {}
    const stop = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const begin = vi.fn(() => [{ stop }, { stop: async () => {} }])
    const work = startLater(begin)
    vi.advanceTimersByTime(100)
    expect(begin).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(begin).toHaveBeenCalledTimes(1)
    let hasStopped = false
    const stopped = work.stop().then(() => (hasStopped = true))
    await Promise.resolve()
    expect([stop.mock.calls.length, hasStopped]).toEqual([1, false])
    end()
    expect(await stopped).toBe(true)
  })

  it('does not begin in a server that stops before', async () => {
    const begin = vi.fn(() => [])
    await startLater(begin).stop()
    vi.advanceTimersByTime(10_000)
    expect(begin).not.toHaveBeenCalled()
  })
})
