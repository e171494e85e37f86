/** Realtime topics of rooms. */
import type { TopicCall, TopicKind } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { isStaff, type Person } from '../shared/person.ts'
import { isRemoved } from '../shared/rights.ts'
import { personOf, readRoom, storedStatus, type Room } from './room.ts'
import { currentState, eventOf, eventRows } from './store/log.ts'
import { presenceHooks } from './store/presence.ts'

type Call = Pick<TopicCall<Database>, 'scope' | 'member'>

/** The caller as somebody who may be in the room; null = neither reads nor writes. */
export async function enter(call: Call, id: number): Promise<{ readonly room: Room; readonly person: Person } | null> {
  const room = Number.isSafeInteger(id) && id > 0 ? await readRoom(call.scope.database.query, id) : undefined
  const person = room && personOf(call, room)
  if (!room || !person) return null
  // Guard T12: pupils do not see a lesson that does not take place, and nobody sees one again that sent them out.
  if (
    !isStaff(person) &&
    (storedStatus(room) === 'cancelled' || isRemoved(await currentState(call.scope, room), person))
  )
    return null
  return { room, person }
}

const roomOf = (key: string): number => (/^[1-9]\d{0,15}$/.test(key) ? Number(key) : 0)

const rooms: TopicKind<Database> = {
  name: 'live',
  mayRead: async (call) => (await enter(call, roomOf(call.key))) !== null,
  async fetch({ scope, key }, after, limit) {
    const rows = await eventRows(scope.database.query, roomOf(key)).where('seq', '>', after).limit(limit).execute()
    return rows.map(eventOf).map(({ seq, ...data }) => ({ seq, data }))
  },
  ...presenceHooks,
}

const people: TopicKind<Database> = {
  name: 'livePeople',
  mayRead: async (call) => (await enter(call, roomOf(call.key))) !== null,
}

const desks: TopicKind<Database> = {
  name: 'liveDesk',
  // Guard T12: answers that come in are for teachers.
  async mayRead(call) {
    const entered = await enter(call, roomOf(call.key))
    return entered !== null && isStaff(entered.person)
  },
}

const privateMessages: TopicKind<Database> = {
  name: 'livePrivate',
  // Guard T12: private messages are for the two who write them.
  async mayRead(call) {
    const [room = '', ...holder] = call.key.split(':')
    const entered = await enter(call, roomOf(room))
    return entered !== null && entered.person.holder === holder.join(':')
  },
}

export const liveTopics = [rooms, people, desks, privateMessages]
