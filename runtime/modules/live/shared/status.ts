/** The status of a room as a function of clock and presence: nothing has to happen at the right moment. */
import type { RoomStatus } from './state.ts'

/** Milliseconds without a teacher after which a lesson has ended. */
export const absenceMs = 600_000
/** Before the start, when a lesson may begin. */
export const earlyMs = 1_800_000
/** After its end, when a lesson may go on. */
export const resumeMs = 86_400_000
/** How long answers to a quiz are taken after its end: they were sent in time. */
export const graceMs = 2000

/** @param lastSeen when a teacher or assistant was last there */
export function statusAt(status: RoomStatus, lastSeen: number | null, now: number): RoomStatus {
  return status === 'live' && lastSeen !== null && now > lastSeen + absenceMs ? 'ended' : status
}

/** When a lesson that its teacher has left ends. */
export const endOf = (lastSeen: number): number => lastSeen + absenceMs
