/** Presence and attendance. Presence is one row a connection; attendance is derived from it. */
import { nowMilliseconds, nowSeconds } from 'tablewright/server'
import type { Reading, Transaction } from '#generated/live/server.ts'
import { attended, unionWithin, type Interval } from '../../shared/attendance.ts'
import { readProfiles } from './profiles.ts'

/** Milliseconds after which a connection without a sign of life is gone: two beats of the hub, and a little. */
const aliveMs = 65_000

export interface Session {
  readonly id: number
  readonly start: number
  /** Null = it is going on. */
  readonly end: number | null
}

type PresenceRow = {
  readonly joined_ms: number | null
  readonly seen_ms: number | null
  readonly left_ms: number | null
}

/** When the connection was there, as far as it is known at that moment. */
function intervalOf({ joined_ms: joined, seen_ms: lastSeen, left_ms: left }: PresenceRow, now: number): Interval {
  const from = joined ?? 0
  const last = lastSeen ?? from
  return [from, Math.max(from, left ?? (last >= now - aliveMs ? now : last))]
}

export const isAlive = ({ seen_ms: lastSeen, left_ms: left }: PresenceRow, now: number): boolean =>
  left === null && (lastSeen ?? 0) >= now - aliveMs

/** Notes that everybody who is connected at the end of a session was there until then. */
export async function markAlive(trx: Transaction, room: number, now: number): Promise<void> {
  await trx
    .updateTable('live_presence')
    .set({ seen_ms: now })
    .where('room_id', '=', room)
    .where('left_ms', 'is', null)
    .where('seen_ms', '>=', now - aliveMs)
    .where('seen_ms', '<', now)
    .execute()
}

async function intervalsOf(query: Reading, room: number, now: number, holder?: string) {
  const rows = await query
    .selectFrom('live_presence')
    .select(['holder', 'user_id', 'joined_ms', 'seen_ms', 'left_ms'])
    .where('room_id', '=', room)
    .where('user_id', 'is not', null)
    .$if(holder !== undefined, (presence) => presence.where('holder', '=', holder ?? ''))
    .execute()
  const intervals = new Map<string, { readonly user: number; readonly list: Interval[] }>()
  for (const row of rows) {
    const entry = intervals.get(row.holder) ?? { user: row.user_id ?? 0, list: [] }
    entry.list.push(intervalOf(row, now))
    intervals.set(row.holder, entry)
  }
  return intervals
}

/**
 * Stores how long pupils were there, one row for each. The room is locked: of two transactions the later one counts.
 * @param holder that pupil only
 */
export async function storeAttendance(
  trx: Transaction,
  room: number,
  session: Session,
  now: number = nowMilliseconds(),
  holder?: string,
): Promise<void> {
  const span: Interval = [session.start, session.end ?? now]
  const intervals = await intervalsOf(trx, room, now, holder)
  const profiles = await readProfiles(trx, [...intervals.keys()])
  for (const [name, { user, list }] of intervals) {
    const union = unionWithin(list, span)
    const [first, last] = [union[0], union.at(-1)]
    if (!first || !last) continue
    const values = {
      name: profiles.get(name)?.name ?? '',
      first_time: Math.floor(first[0] / 1000),
      last_time: Math.floor(last[1] / 1000),
      seconds: Math.floor(attended(list, span) / 1000),
      update_time: nowSeconds(),
    }
    await trx
      .insertInto('live_attendance')
      .values({
        ...values,
        room_id: room,
        session_id: session.id,
        holder: name,
        user_id: user,
        create_time: nowSeconds(),
        version: 1,
      })
      .onConflict((conflict) => conflict.columns(['session_id', 'holder']).doUpdateSet(values))
      .execute()
  }
}
