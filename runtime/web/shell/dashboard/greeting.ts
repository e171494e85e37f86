/** Which greeting belongs to an hour of the day. Pure. */
export type Greeting = 'nightOwl' | 'morning' | 'forenoon' | 'noon' | 'afternoon' | 'evening'

/** @param hour 0–23, on the person's own clock */
export function greetingAt(hour: number): Greeting {
  if (hour < 5) return 'nightOwl'
  if (hour < 9) return 'morning'
  if (hour < 12) return 'forenoon'
  if (hour < 14) return 'noon'
  return hour < 18 ? 'afternoon' : 'evening'
}
