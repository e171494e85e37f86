/** Reads rooms: who may enter one, and which papers belong to them. */
import { nowSeconds } from 'tablewright/server'
import { roomOptions, signupOptions } from '#generated/exam/options.ts'
import type { Reading, Row } from '#generated/exam/server.ts'

type Query = Pick<Reading, 'selectFrom'>

export type Room = Row<'exam/room'> & { readonly id: number }

export async function findRoom(query: Query, id: number): Promise<Room | null> {
  return (await query.selectFrom('exam_room').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Papers that have rooms, of those given: they are taken in rooms only. */
export async function papersWithRooms(query: Query, papers: readonly number[]): Promise<ReadonlySet<number>> {
  if (papers.length === 0) return new Set()
  const rows = await query
    .selectFrom('exam_room')
    .select('paper_id')
    .distinct()
    .where('paper_id', 'in', [...papers])
    .execute()
  return new Set(rows.map(({ paper_id: paper }) => paper))
}

/** Seconds after its end in which the candidates of a room that is not closed can get more time. */
const afterlife = 86_400

/** Papers with a room that somebody may still enter, or in which there may be more time, of those given. */
export async function papersWithOpenRooms(query: Query, papers: readonly number[]): Promise<ReadonlySet<number>> {
  if (papers.length === 0) return new Set()
  const rows = await query
    .selectFrom('exam_room')
    .select('paper_id')
    .distinct()
    .where('paper_id', 'in', [...papers])
    .where('status', '=', roomOptions.status.open)
    .where('end_time', '>', nowSeconds() - afterlife)
    .execute()
  return new Set(rows.map(({ paper_id: paper }) => paper))
}

export async function isAccepted(query: Query, room: number, user: number): Promise<boolean> {
  const row = await query
    .selectFrom('exam_signup')
    .select('status')
    .where('room_id', '=', room)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.status === signupOptions.status.accepted
}

/** The end of an attempt: that of the paper or of the room, whichever comes first; null = neither has one. */
export function endOf(
  paper: { readonly end_time: number | null },
  room: { readonly end_time: number | null } | null,
): number | null {
  const ends = [paper.end_time, room?.end_time ?? null].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}
