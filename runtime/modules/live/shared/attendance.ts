/** Attendance: the length of the union of intervals within the session, however many tabs were open. */

export type Interval = readonly [from: number, to: number]

/** The parts of the intervals within the session, joined where they touch, in order. */
export function unionWithin(intervals: readonly Interval[], [start, end]: Interval): readonly Interval[] {
  const parts = intervals
    .map(([from, to]): Interval => [Math.max(from, start), Math.min(to, end)])
    .filter(([from, to]) => from < to)
    .toSorted((left, right) => left[0] - right[0] || left[1] - right[1])
  const union: [number, number][] = []
  for (const [from, to] of parts) {
    const last = union.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

/** Milliseconds of attendance. */
export const attended = (intervals: readonly Interval[], session: Interval): number =>
  unionWithin(intervals, session).reduce((sum, [from, to]) => sum + to - from, 0)
