/** Rooms as lessons, for modules with courses. Supplies the contract `lessons`. */
import { sql, type SqlBool } from 'kysely'
import type { Lesson, Lessons } from 'tablewright/server'
import type { Reading } from '#generated/live/server.ts'
import { statuses, statusOf, type Room } from './room.ts'

/** The core knows the tables of a module at run time only. */
const readings = ({ database }: { readonly database: { readonly query: unknown } }): Reading =>
  database.query as Reading

/** The page of a room in the client. */
const pathOf = (room: number): string => `/ailive/${room}`

function lessonOf(room: Pick<Room, 'id' | 'title' | 'status' | 'seen_ms'>): Lesson {
  const status = statusOf(room)
  const state = status === 'cancelled' ? 'draft' : status === 'ended' ? 'closed' : 'open'
  return { id: room.id, title: room.title, path: pathOf(room.id), state }
}

const lessonRows = (query: Reading) =>
  query.selectFrom('live_room').select(['id', 'title', 'status', 'seen_ms']).where('delete_time', 'is', null)

/** A pattern for texts that contain the text, whatever its characters mean in patterns. */
const patternOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

export const lessons: Lessons = {
  async find(scope, ids) {
    if (ids.length === 0) return new Map()
    const rows = await lessonRows(readings(scope))
      .where('id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.id, lessonOf(row)]))
  },
  async list(scope, { text = '', limit }) {
    const rows = await lessonRows(readings(scope))
      .where('status', '<>', statuses.cancelled)
      .$if(text !== '', (query) => query.where(sql<SqlBool>`lower(title) like ${patternOf(text)} escape '\\'`))
      .orderBy('start_time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(lessonOf)
  },
}
