/** The recordings of a session, for its replay. */
import { fileTicket, nowMilliseconds } from 'tablewright/server'
import { recordOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { growthRoute, recordingsRoute } from '../../shared/media/routes.ts'
import type { Person } from '../../shared/person.ts'
import { defineBoth } from '../define-both.ts'
import { defineLiveRoute } from '../define-route.ts'
import { ticketHolderOf } from '../files/files.ts'
import { missingRoom, teachRight, type Room } from '../room.ts'
import { enter } from '../topics.ts'

const { state: states, kind: kinds } = recordOptions

async function readRecordings(scope: Scope, room: Room, person: Person, session: number) {
  const rows = await scope.database.query
    .selectFrom('live_record')
    .innerJoin('live_session', 'live_session.id', 'live_record.session_id')
    .select([
      'live_record.id',
      'live_record.name',
      'live_record.kind',
      'live_record.start_ms',
      'live_record.end_ms',
      'live_record.has_video',
      'live_record.url',
    ])
    .where('live_record.room_id', '=', room.id)
    .where('live_session.n', '=', session)
    .where('live_record.state', 'in', [states.sealed, states.repaired])
    .orderBy('live_record.start_ms')
    .orderBy('live_record.id')
    .execute()
  const owner = ticketHolderOf(scope, person.holder)
  const recordings = await Promise.all(
    rows.map(async ({ id, name, kind, start_ms, end_ms, has_video, url }) => ({
      id,
      name: name ?? '',
      kind: kind === kinds.screen ? ('screen' as const) : ('camera' as const),
      start: start_ms ?? 0,
      end: end_ms ?? 0,
      video: has_video === 1,
      // The core knows the tables of a module at run time only.
      address: owner && url ? ((await fileTicket(scope as never, url, owner)) ?? '') : '',
    })),
  )
  return { recordings: recordings.filter(({ address }) => address !== '') }
}

/** Milliseconds without a note of it after which a recording has stopped growing: three notes are missing. */
const stillMs = 15_000

const growth = defineLiveRoute(growthRoute, {
  login: 'admin',
  right: teachRight,
  label: { 'zh-cn': '录制是否继续', en: 'Whether recordings grow' },
  maxPerMinute: 60,
  handler: async (call) => {
    const entered = await enter(call, call.input.room)
    if (!entered) throw missingRoom(call.scope)
    const row = await call.scope.database.query
      .selectFrom('live_record')
      .select('id')
      .where('room_id', '=', entered.room.id)
      .where('state', '=', states.writing)
      .where('seen_ms', '<', nowMilliseconds() - stillMs)
      .limit(1)
      .executeTakeFirst()
    return { still: row !== undefined }
  },
})

const recordings = defineBoth(recordingsRoute, {
  label: { 'zh-cn': '课程录制', en: 'Recordings of a lesson' },
  maxPerMinute: 60,
  handler: ({ scope, room, person, input }) => readRecordings(scope, room, person, input.session),
})

export const recordingRoutes = [...recordings, growth]
