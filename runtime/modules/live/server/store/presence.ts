/** Presence: the connections that the hub reports. */
import { hintTopic, lockRows, nowMilliseconds, nowSeconds, type TopicPresence } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope, Transaction } from '#generated/live/server.ts'
import { peopleTopic } from '../../shared/events.ts'
import { isStaff, readHolder, type Person } from '../../shared/person.ts'
import { absenceMs } from '../../shared/status.ts'
import { personOf, readRoom, storedStatus, type Room } from '../room.ts'
import { storeAttendance } from './attendance.ts'

type Presence = TopicPresence<Database>

/** Somebody has come, or shows that they are still there. */
export async function noteJoin(scope: Scope, room: Room, person: Person, connection: string): Promise<void> {
  const now = nowMilliseconds()
  const holder = readHolder(person.holder)
  await scope.database.write(async (trx) => {
    await trx
      .insertInto('live_presence')
      .values({
        room_id: room.id,
        holder: person.holder,
        user_id: holder?.kind === 'user' ? holder.id : null,
        admin_id: holder?.kind === 'admin' ? holder.id : null,
        connection,
        joined_ms: now,
        seen_ms: now,
        left_ms: null,
        create_time: nowSeconds(),
        version: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['room_id', 'connection']).doUpdateSet({ seen_ms: now, left_ms: null }),
      )
      .execute()
    if (isStaff(person)) await noteTeacher(trx, room.id, now)
    hintTopic(peopleTopic(room.id))
  })
}

/** Time of the last presence of a teacher only moves on; a lesson that ended for lack of one stays ended. */
export async function noteTeacher(trx: Transaction, room: number, now: number): Promise<void> {
  await trx
    .updateTable('live_room')
    .set({ seen_ms: now })
    .where('id', '=', room)
    .where('seen_ms', '<', now)
    .where('seen_ms', '>=', now - absenceMs)
    .execute()
}

export async function noteLeave(scope: Scope, room: number, connection: string): Promise<void> {
  const now = nowMilliseconds()
  await scope.database.write(async (trx) => {
    await lockRows(scope, trx, 'live/room', [room], 'write')
    const row = await trx
      .selectFrom('live_presence')
      .select(['id', 'holder'])
      .where('room_id', '=', room)
      .where('connection', '=', connection)
      .where('left_ms', 'is', null)
      .executeTakeFirst()
    if (!row) return
    // Attendance comes before presence in the order of locks; somebody who is leaving was there until now.
    await countPresent(trx, room, now, row.holder)
    await trx.updateTable('live_presence').set({ seen_ms: now, left_ms: now }).where('id', '=', row.id).execute()
    hintTopic(peopleTopic(room))
  })
}

/** The room is locked. */
async function countPresent(trx: Transaction, id: number, now: number, holder?: string): Promise<void> {
  const room = await readRoom(trx, id)
  if (!room || room.session_id === null || storedStatus(room) !== 'live') return
  const session = await trx.selectFrom('live_session').selectAll().where('id', '=', room.session_id).executeTakeFirst()
  if (!session) return
  const span = { id: session.id, start: session.start_ms ?? 0, end: session.end_ms }
  await storeAttendance(trx, id, span, now, holder)
}

/** Attendance of a lesson that is going on. */
export const updateAttendance = (scope: Scope, id: number): Promise<void> =>
  scope.database.write(async (trx) => {
    await lockRows(scope, trx, 'live/room', [id], 'write')
    await countPresent(trx, id, nowMilliseconds())
  })

async function noteBeat(scope: Scope, present: readonly Presence[]): Promise<void> {
  const now = nowMilliseconds()
  const connections = new Map<number, string[]>()
  const taught = new Set<number>()
  for (const { key, connection, member } of present) {
    const room = Number(key)
    connections.set(room, [...(connections.get(room) ?? []), connection])
    // Administrators may read the topic only where they teach.
    if (member === null) taught.add(room)
  }
  await scope.database.write(async (trx) => {
    for (const [room, names] of connections)
      await trx
        .updateTable('live_presence')
        .set({ seen_ms: now })
        .where('room_id', '=', room)
        .where('connection', 'in', names)
        .where('left_ms', 'is', null)
        .execute()
    for (const room of [...taught].toSorted((left, right) => left - right)) await noteTeacher(trx, room, now)
  })
}

/** The parts of the room's topic that keep presence. */
export const presenceHooks = {
  async onJoin({ scope, member, key, connection }: Presence) {
    const room = await readRoom(scope.database.query, Number(key))
    const person = room && personOf({ scope, member }, room)
    if (room && person) await noteJoin(scope as Scope, room, person, connection)
  },
  onLeave: ({ scope, key, connection }: Presence) => noteLeave(scope as Scope, Number(key), connection),
  onBeat: (scope: Presence['scope'], present: readonly Presence[]) => noteBeat(scope as Scope, present),
}
