/** Names of people, and who is in a room. */
import { nowMilliseconds } from 'tablewright/server'
import type { Scope } from '#generated/live/server.ts'
import type { Role } from '../../shared/person.ts'
import type { Room } from '../room.ts'
import { isAlive } from './attendance.ts'
import { readProfiles, type Profile } from './profiles.ts'

export interface RoomPerson extends Profile {
  readonly holder: string
  readonly role: Role
  readonly present: boolean
}

/** Everybody who has been in the room, those who are there now first. */
export async function readPeople({ database }: Pick<Scope, 'database'>, room: Room): Promise<readonly RoomPerson[]> {
  const { query } = database
  const rows = await query
    .selectFrom('live_presence')
    .select(['holder', 'joined_ms', 'seen_ms', 'left_ms'])
    .where('room_id', '=', room.id)
    .orderBy('joined_ms')
    .execute()
  const now = nowMilliseconds()
  const teacher = `admin:${room.teacher_id}`
  const present = new Map<string, boolean>([[teacher, false]])
  for (const row of rows) present.set(row.holder, (present.get(row.holder) ?? false) || isAlive(row, now))
  const profiles = await readProfiles(query, [...present.keys()])
  const people = [...present].flatMap(([holder, isPresent]): RoomPerson[] => {
    const profile = profiles.get(holder)
    const role = holder === teacher ? 'teacher' : holder.startsWith('admin:') ? 'assistant' : 'pupil'
    return profile ? [{ holder, role, present: isPresent, ...profile }] : []
  })
  const rank = ({ role, present: isPresent }: RoomPerson): number =>
    (isPresent ? 0 : 3) + (role === 'teacher' ? 0 : role === 'assistant' ? 1 : 2)
  return people.toSorted((left, right) => rank(left) - rank(right))
}
