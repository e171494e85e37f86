/** The time line of the story: sixty days up to now, in the site's time zone, in which every event follows the last. */
import { nowSeconds } from 'tablewright/server'
import { addDays, dayAt, startOf } from '../../dashboard/days.ts'
import type { DemoWork } from '#generated/wms/server.ts'

/** Days before today. */
export const dayCount = 60

export interface Moments {
  /**
   * Runs the event on that day at about that time (minutes after midnight), but after all earlier ones and before now.
   */
  on<Result>(day: number, minutes: number, event: () => Promise<Result>): Promise<Result>
}

/** Seconds between two events, at least. */
const pause = 40

/** Days count from 0, sixty days ago, to `dayCount`, today. */
export function createMoments(work: DemoWork): Moments {
  const now = nowSeconds()
  const { timeZone } = work.scope.settings
  const today = dayAt(now, timeZone)
  let last = 0
  return {
    on: (day, minutes, event) => {
      const moment = startOf(addDays(today, day - dayCount), timeZone) + minutes * 60
      // Shortly after midnight the morning of today has not come yet: its events move closer together.
      last = Math.max(last + pause, Math.min(moment, now - 3600))
      return work.at(Math.min(last, now), event)
    },
  }
}
