/** A lesson by its time: the state at any moment comes from the same events, by the same function, as it did live. */
import type { LiveEvent } from './events.ts'
import { emptyState, replay, type LiveState } from './state.ts'

/** Events between two states that are kept. */
const markEvery = 200

export interface Timeline {
  /** The state after all events up to a moment. */
  stateAt(time: number): LiveState
}

/** @param events in their order, from the first one on */
export function createTimeline(events: readonly LiveEvent[]): Timeline {
  const marks: LiveState[] = [emptyState]
  for (let start = 0; start + markEvery <= events.length; start += markEvery)
    marks.push(replay(events.slice(start, start + markEvery), marks.at(-1)))
  return {
    stateAt(time) {
      const count = countUpTo(events, time)
      const mark = Math.floor(count / markEvery)
      return replay(events.slice(mark * markEvery, count), marks[mark])
    },
  }
}

/** The number of events up to a moment. Their times are in order. */
function countUpTo(events: readonly LiveEvent[], time: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}
