/** Rooms as lists and pages show them. */
import type { Reading, Scope } from '#generated/live/server.ts'
import { statuses, statusOf, type Room } from './room.ts'

export interface RoomView {
  readonly id: number
  readonly title: string
  readonly intro: string
  readonly cover: string
  readonly teacher: string
  readonly start: number
  readonly end: number
  readonly status: 'scheduled' | 'live' | 'ended' | 'cancelled'
  readonly open: boolean
  readonly sessions: number
}

export async function viewRooms(query: Reading, rooms: readonly Room[]): Promise<readonly RoomView[]> {
  if (rooms.length === 0) return []
  const ids = rooms.map(({ id }) => id)
  const teachers = await query
    .selectFrom('admin')
    .select(['id', 'username', 'nickname'])
    .where('id', 'in', [...new Set(rooms.map(({ teacher_id }) => teacher_id))])
    .execute()
  const sessions = await query
    .selectFrom('live_session')
    .select(['room_id', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('room_id', 'in', ids)
    .where('end_ms', 'is not', null)
    .groupBy('room_id')
    .execute()
  return rooms.map((room) => {
    const teacher = teachers.find(({ id }) => id === room.teacher_id)
    return {
      id: room.id,
      title: room.title,
      intro: room.intro ?? '',
      cover: room.cover ?? '',
      teacher: teacher?.nickname || teacher?.username || '',
      start: room.start_time,
      end: room.end_time,
      status: statusOf(room),
      open: room.allow_visit === 1,
      sessions: Number(sessions.find(({ room_id }) => room_id === room.id)?.count ?? 0),
    }
  })
}

const pageSize = 20

/** Lessons that go on or are to come, the next ones first; or those that are over, the latest first. */
export async function listRooms({ database }: Pick<Scope, 'database'>, isPast: boolean, page: number) {
  const { query } = database
  const rows = await query
    .selectFrom('live_room')
    .selectAll()
    .where('delete_time', 'is', null)
    .where('status', 'in', isPast ? [statuses.ended] : [statuses.scheduled, statuses.live])
    .orderBy('status', 'desc')
    .orderBy('start_time', isPast ? 'desc' : 'asc')
    .orderBy('id')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute()
  return { list: await viewRooms(query, rows.slice(0, pageSize)), more: rows.length > pageSize }
}
