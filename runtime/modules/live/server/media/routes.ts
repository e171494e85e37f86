/** The recordings of a session, for its replay. */
import { fileTicket } from 'tablewright/server'
import { recordOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { recordingsRoute } from '../../shared/media/routes.ts'
import type { Person } from '../../shared/person.ts'
import { defineBoth } from '../define-both.ts'
import { ticketHolderOf } from '../files/files.ts'
import type { Room } from '../room.ts'

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

export const recordingRoutes = defineBoth(recordingsRoute, {
  label: { 'zh-cn': '课程录制', en: 'Recordings of a lesson' },
  maxPerMinute: 60,
  handler: ({ scope, room, person, input }) => readRecordings(scope, room, person, input.session),
})
