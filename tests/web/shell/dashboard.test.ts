// @vitest-environment jsdom
/** Greeting and working time. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { greetingAt } from '../../../runtime/web/shell/dashboard/greeting.ts'
import { beginWorkday, toggleBreak, workedMs, workingTime } from '../../../runtime/web/shell/dashboard/working-time.ts'
import { clockText } from '../../../runtime/web/shell/dashboard/WorkedToday.tsx'

describe('the greeting', () => {
  it.each([
    [0, 'nightOwl'],
    [4, 'nightOwl'],
    [5, 'morning'],
    [8, 'morning'],
    [9, 'forenoon'],
    [11, 'forenoon'],
    [12, 'noon'],
    [13, 'noon'],
    [14, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('at %i is %s', (hour, greeting) => {
    expect(greetingAt(hour)).toBe(greeting)
  })
})

describe('the time worked today', () => {
  const stored = () => JSON.parse(localStorage.getItem('workingTime') ?? 'null') as unknown
  beforeEach(() => {
    localStorage.clear()
    vi.useFakeTimers({ now: new Date(2026, 5, 1, 9, 0, 0) })
  })
  afterEach(() => void vi.useRealTimers())

  it('starts at zero each day, is stored in milliseconds under workingTime, and continues after a reload', () => {
    beginWorkday()
    expect(stored()).toEqual({ date: '2026-06-01', startTime: Date.now(), pauseTime: 0, startPauseTime: 0 })
    vi.advanceTimersByTime(3_600_000)
    beginWorkday()
    expect(workedMs(workingTime())).toBe(3_600_000)
  })

  it('leaves breaks out', () => {
    beginWorkday()
    vi.advanceTimersByTime(60_000)
    toggleBreak()
    vi.advanceTimersByTime(600_000)
    expect(workedMs(workingTime())).toBe(60_000)
    toggleBreak()
    vi.advanceTimersByTime(5_000)
    expect(workedMs(workingTime())).toBe(65_000)
  })

  it('starts anew on the next day, and when what is stored is damaged', () => {
    beginWorkday()
    vi.setSystemTime(new Date(2026, 5, 2, 8, 0, 0))
    beginWorkday()
    expect(workedMs(workingTime())).toBe(0)
    for (const text of [
      '{',
      '7',
      '{"date":"2026-06-02","startTime":"x"}',
      `{"date":"2026-06-02","startTime":${Date.now() + 9e9},"pauseTime":0,"startPauseTime":0}`,
    ]) {
      localStorage.setItem('workingTime', text)
      expect(workedMs(workingTime())).toBe(0)
    }
  })

  it('reads as hours, minutes and seconds', () => {
    expect([0, 59_999, 3_600_000, 45_296_000].map(clockText)).toEqual(['0:00:00', '0:00:59', '1:00:00', '12:34:56'])
  })
})
