/** The figures of the display: loaded when they change, and every few seconds where the hub is not heard. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, callRoute, isAdminSignedIn, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { adminBoard, boardTopic, publicBoard, type Board } from '../../shared/dashboard.ts'

/** Milliseconds between two requests: with the hub, for what changes by the clock alone, and without it. */
const pauseMs = { heard: 60_000, alone: 15_000 }
/** Changes within this time are loaded together. */
const gatherMs = 1000

export interface BoardState {
  /** Null until they came the first time, and while they are not open to the caller. */
  readonly board: Board | null
  /** The display is not open to the caller. */
  readonly isClosed: boolean
  /** The last request failed; the figures are those before it. */
  readonly hasFailed: boolean
  /** The hub tells of changes. */
  readonly isLive: boolean
  readonly load: () => void
}

/** Neither a message nor a line of progress on a wall, however often figures are loaded. */
const calm = { quiet: true, isBackground: true } as const

/** Administrators with the right see more than totals; everybody else sees those, where the site allows it. */
async function loadBoard(year: number | null): Promise<Board> {
  const input = year === null ? {} : { year }
  if (isAdminSignedIn())
    try {
      return await callRoute(adminBoard, input, calm)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 401) throw error
    }
  return callRoute(publicBoard, input, calm)
}

/**
 * The new figures, in which every part that is the same is the very object of before: charts are drawn anew only when
 * what they show has changed.
 */
function mergeBoard(before: Board | null, after: Board): Board {
  if (!before) return after
  const parts = Object.entries(after).map(([name, part]) => {
    const former: unknown = before[name as keyof Board]
    return [name, JSON.stringify(former) === JSON.stringify(part) ? former : part]
  })
  return Object.fromEntries(parts) as Board
}

/** @param year null = that of the present moment */
export function useBoard(year: number | null): BoardState {
  const [turn, setTurn] = useState(0)
  const last = useRef<Board | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = (): void => setTurn((before) => before + 1)
  const { value, error } = useStaleWhileRevalidate(`${year} ${turn}`, async () => {
    last.current = mergeBoard(last.current, await loadBoard(year))
    return last.current
  })
  const isClosed = error instanceof ApiError && error.status === 404
  const isSignedIn = isAdminSignedIn()
  const { isOpen } = useTopic(isSignedIn ? boardTopic : null, {
    onChange: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(load, gatherMs)
    },
  })
  const isLive = isSignedIn && isOpen && !isClosed
  useEffect(() => {
    const interval = setInterval(() => setTurn((before) => before + 1), isLive ? pauseMs.heard : pauseMs.alone)
    return () => clearInterval(interval)
  }, [isLive])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { board: isClosed ? null : value, isClosed, hasFailed: Boolean(error) && !isClosed, isLive, load }
}
