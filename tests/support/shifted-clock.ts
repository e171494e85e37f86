import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Replaces waiting for a fixed time: the returned function moves the clocks of this process on. They go on running, and
 * timers stay as they are. Registers what sets them right again at the end of the file or group.
 */
export function useShiftedClock(): (milliseconds: number) => void {
  let shift = 0
  beforeAll(() => {
    const clocks = { date: Date.now.bind(Date), performance: performance.now.bind(performance) }
    vi.spyOn(Date, 'now').mockImplementation(() => clocks.date() + shift)
    vi.spyOn(performance, 'now').mockImplementation(() => clocks.performance() + shift)
  })
  afterAll(() => {
    vi.mocked(Date.now).mockRestore()
    vi.mocked(performance.now).mockRestore()
  })
  return (milliseconds) => {
    shift += milliseconds
  }
}
