/** Rooms, and who may enter one. */
import { nowMilliseconds, OperationError, type Member } from 'tablewright/server'
import { roomOptions } from '#generated/live/options.ts'
import type { Reading, Scope } from '#generated/live/server.ts'
import { closedPolicy, policyNames, type Policy } from '../shared/events.ts'
import { holderOf, type Person } from '../shared/person.ts'
import { statusAt } from '../shared/status.ts'
import type { RoomStatus } from '../shared/state.ts'
import { t } from './i18n.ts'

export const { status: statuses } = roomOptions

export const readRoom = (query: Reading, id: number) =>
  query.selectFrom('live_room').selectAll().where('id', '=', id).where('delete_time', 'is', null).executeTakeFirst()

export type Room = NonNullable<Awaited<ReturnType<typeof readRoom>>>

const statusNames = new Map(Object.entries(statuses).map(([name, value]) => [value as number, name as RoomStatus]))

/** As stored. */
export const storedStatus = ({ status }: Pick<Room, 'status'>): RoomStatus =>
  statusNames.get(status ?? statuses.scheduled) ?? 'scheduled'

/** At this moment: a lesson that its teacher left ten minutes ago is over, whether somebody has noted it or not. */
export const statusOf = (room: Pick<Room, 'status' | 'seen_ms'>, now: number = nowMilliseconds()): RoomStatus =>
  statusAt(storedStatus(room), room.seen_ms, now)

/** The rules of a room, as its record has them. */
export const policyOf = (room: Pick<Room, (typeof policyNames)[number]>): Policy => ({
  ...closedPolicy,
  ...Object.fromEntries(policyNames.map((name) => [name, room[name] === roomOptions.chat.yes])),
})

/** The right of teachers and assistants. */
export const teachRight = 'live/room/teach'

type Caller = { readonly scope: Pick<Scope, 'actor'>; readonly member: Pick<Member, 'id'> | null }

/** The caller as somebody in the room; null = a visitor, or an administrator who does not teach. */
export function personOf({ scope: { actor }, member }: Caller, room: Pick<Room, 'teacher_id'>): Person | null {
  if (member) return { holder: holderOf('user', member.id), role: 'pupil' }
  // Guard T12: administrators teach where they have the right to.
  if (!actor || actor.id === null || !(actor.super || actor.nodes.has(teachRight))) return null
  return { holder: holderOf('admin', actor.id), role: actor.id === room.teacher_id ? 'teacher' : 'assistant' }
}

/** Answers alike where there is no room, and where it is not open to the caller. */
export function missingRoom({ language }: Pick<Scope, 'language'>): OperationError {
  return new OperationError('not_found', { sentence: t(language, 'room.missing') })
}

/** The room for a visitor. @throws an OperationError `not_found` where visitors may not listen */
export async function requireOpenRoom(scope: Scope, id: number): Promise<Room> {
  const room = await readRoom(scope.database.query, id)
  // Guard T12: visitors listen where the room says so.
  if (!room || room.allow_visit !== 1 || storedStatus(room) === 'cancelled') throw missingRoom(scope)
  return room
}
