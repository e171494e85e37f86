/** Routes of the classroom. Those that write open their own transactions: what is said is in no log. */
import { nowMilliseconds, nowSeconds, records } from 'tablewright/server'
import type { LiveServerParts } from '#generated/live/parts.ts'
import type { Scope } from '#generated/live/server.ts'
import type { Person } from '../shared/person.ts'
import {
  actRoute,
  eventsRoute,
  lessonRoute,
  peopleRoute,
  privateListRoute,
  privateSendRoute,
  roomsRoute,
  stateRoute,
} from '../shared/routes.ts'
import { defineBoth } from './define-both.ts'
import { defineLiveRoute } from './define-route.ts'
import { isRecorded } from './media/recording.ts'
import { missingRoom, requireOpenRoom, teachRight, type Room } from './room.ts'
import { listRooms, viewRooms } from './rooms.ts'
import { performIntents } from './store/act.ts'
import { currentState, eventOf, eventRows } from './store/log.ts'
import { readPeople } from './store/people.ts'
import { readPrivate, sendPrivate } from './store/private.ts'
import { enter } from './topics.ts'

const rooms = defineLiveRoute(roomsRoute, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '直播间列表', en: 'Live rooms' },
  maxPerMinute: 120,
  handler: async ({ scope, input: { past, page } }) => ({
    ...(await listRooms(scope, past === true, page ?? 1)),
    now: nowSeconds(),
  }),
})

async function readSessions({ database }: Scope, room: number) {
  const rows = await database.query
    .selectFrom('live_session')
    .select(['n', 'start_ms', 'end_ms'])
    .where('room_id', '=', room)
    .where('end_ms', 'is not', null)
    .orderBy('n')
    .execute()
  return rows.map(({ n, start_ms, end_ms }) => ({ n, start: start_ms ?? 0, end: end_ms ?? 0 }))
}

const stateLabel = { 'zh-cn': '课堂状态', en: 'State of a lesson' }

async function viewState(scope: Scope, room: Room, person: Person | null) {
  const [view] = await viewRooms(scope.database.query, [room])
  if (!view) throw missingRoom(scope)
  const state = await currentState(scope, room)
  return {
    room: view,
    me: person,
    state: { ...state },
    now: nowMilliseconds(),
    bank: scope.questionBank !== undefined,
    recorded: isRecorded(scope, room),
    sessions: await readSessions(scope, room.id),
  }
}

const staffState = defineLiveRoute(stateRoute.staff, {
  login: 'admin',
  right: teachRight,
  label: { 'zh-cn': '授课', en: 'Teach' },
  maxPerMinute: 120,
  handler: async (call) => {
    const entered = await enter(call, call.input.room)
    if (!entered) throw missingRoom(call.scope)
    return viewState(call.scope, entered.room, entered.person)
  },
})

const pupilState = defineLiveRoute(stateRoute.pupil, {
  login: 'visitor',
  right: null,
  label: stateLabel,
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    if (!member) return viewState(scope, await requireOpenRoom(scope, input.room), null)
    const entered = await enter({ scope, member }, input.room)
    if (!entered) throw missingRoom(scope)
    return viewState(scope, entered.room, entered.person)
  },
})

/** Events of one answer. */
const maxEvents = 500

async function readEvents({ database }: Scope, room: number, after: number) {
  const rows = await eventRows(database.query, room).where('seq', '>', after).limit(maxEvents).execute()
  return { events: rows.map((row) => ({ ...eventOf(row) })), more: rows.length === maxEvents }
}

const eventsLabel = { 'zh-cn': '课堂事件', en: 'Events of a lesson' }

const staffEvents = defineLiveRoute(eventsRoute.staff, {
  login: 'admin',
  right: teachRight,
  label: eventsLabel,
  maxPerMinute: 240,
  handler: async (call) => {
    const entered = await enter(call, call.input.room)
    if (!entered) throw missingRoom(call.scope)
    return readEvents(call.scope, entered.room.id, call.input.after)
  },
})

const pupilEvents = defineLiveRoute(eventsRoute.pupil, {
  login: 'visitor',
  right: null,
  label: eventsLabel,
  maxPerMinute: 240,
  handler: async ({ scope, member, input }) => {
    const entered = member ? await enter({ scope, member }, input.room) : null
    const room = member ? entered?.room : await requireOpenRoom(scope, input.room)
    if (!room) throw missingRoom(scope)
    return readEvents(scope, room.id, input.after)
  },
})

const people = defineBoth(peopleRoute, {
  label: { 'zh-cn': '课堂成员', en: 'People of a lesson' },
  maxPerMinute: 240,
  handler: async ({ scope, room }) => ({ people: await readPeople(scope, room) }),
})

const actions = defineBoth(actRoute, {
  label: { 'zh-cn': '课堂操作', en: 'Act in a lesson' },
  maxPerMinute: 600,
  handler: async ({ scope, room, person, input }) => {
    const results = await performIntents(scope, room.id, person, input.events)
    if (!results) throw missingRoom(scope)
    return { results }
  },
})

const privateList = defineBoth(privateListRoute, {
  label: { 'zh-cn': '课堂私聊', en: 'Private messages in a lesson' },
  maxPerMinute: 240,
  handler: async ({ scope, room, person }) => ({ messages: await readPrivate(scope, room.id, person) }),
})

const privateSend = defineBoth(privateSendRoute, {
  label: { 'zh-cn': '发送私聊', en: 'Write in private' },
  // Guard T35: a member sends a number of messages in a minute.
  maxPerMinute: 30,
  handler: async ({ scope, room, person, input }) => {
    await sendPrivate(scope, room, person, input)
    return { done: true }
  },
})

const lesson = defineLiveRoute(lessonRoute, {
  login: 'admin',
  right: teachRight,
  label: { 'zh-cn': '上课与下课', en: 'Start and end a lesson' },
  maxPerMinute: 30,
  handler: async ({ scope, trx, input: { room, action } }) => {
    const work = records<LiveServerParts>(scope, trx).asModule('from the classroom')
    await work.runAction('live/room', action, room)
    return { done: true }
  },
})

export const roomRoutes = [
  rooms,
  staffState,
  pupilState,
  staffEvents,
  pupilEvents,
  ...people,
  ...actions,
  ...privateList,
  ...privateSend,
  lesson,
]
