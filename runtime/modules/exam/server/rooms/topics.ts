/** Realtime topics of rooms: what happens in one, for its desk, and what concerns one attempt, for its candidate. */
import { hintTopic, lockRows, nowSeconds, wakeTopic, type TopicKind, type TopicPresence } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { attemptOptions } from '#generated/exam/options.ts'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { attemptTopic, roomTopic } from '../../shared/room-topics.ts'
import { findOwnAttempt, isWorking } from '../attempts/attempt.ts'
import { mayWatch } from './rights.ts'

/** Tells the desk of a room after the commit that it has changed. */
export const announceRoom = (room: number): void => hintTopic(roomTopic(room))

/** The same for what happens all the time: a desk that misses it looks again by itself. */
export const announceProgress = (room: number): void => wakeTopic(roomTopic(room))

/** Tells the candidate after the commit: more time, a message, or the end. */
export const announceAttempt = (attempt: number): void => wakeTopic(attemptTopic(attempt))

const rooms: TopicKind<Database> = {
  name: 'examRoom',
  // Guard T12: who sits in a room is for those who watch it.
  mayRead: async ({ scope, member }) => member === null && mayWatch(scope),
}

type Presence = TopicPresence<Database>

/** Notes that candidates who work were there just now. */
async function note(
  scope: Scope,
  attempts: readonly number[],
  change: (trx: Transaction, ids: readonly number[]) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const ids = [...new Set(attempts)].toSorted((left, right) => left - right)
  await scope.database.write(async (trx) => {
    await lockRows(scope, trx, 'exam/attempt', ids, 'write')
    const rows = await trx
      .updateTable('exam_attempt')
      .set({ seen_time: nowSeconds() })
      .where('id', 'in', ids)
      .where('state', '=', attemptOptions.state.working)
      .returning('room_id')
      .execute()
    await change(trx, ids)
    for (const room of new Set(rows.map(({ room_id }) => room_id))) if (room !== null) announceProgress(room)
  })
}

/** The connection that counts is the one that came last. */
const setPresence = (trx: Transaction, ids: readonly number[], presence: string | null) =>
  trx
    .updateTable('exam_attempt')
    .set({ presence })
    .where('id', 'in', [...ids])

/** A candidate hears of what concerns the own attempt; to be connected is to be there. */
const attempts: TopicKind<Database> = {
  name: 'examAttempt',
  // Guard T20: members hear of their own attempts.
  async mayRead({ scope, member, key }) {
    const id = Number(key)
    if (!member || !Number.isSafeInteger(id) || String(id) !== key) return false
    const attempt = await findOwnAttempt(scope.database.query, id, member.id)
    return attempt !== null && isWorking(attempt)
  },
  onJoin: ({ scope, key, connection }: Presence) =>
    note(scope as Scope, [Number(key)], (trx, ids) => setPresence(trx, ids, connection).execute()),
  onLeave: ({ scope, key, connection }: Presence) =>
    note(scope as Scope, [Number(key)], (trx, ids) =>
      setPresence(trx, ids, null).where('presence', '=', connection).execute(),
    ),
  async onBeat(scope, present) {
    if (present.length === 0) return
    await note(
      scope as Scope,
      present.map(({ key }) => Number(key)),
      async (trx) => {
        // The tab that came last is gone, and a former one is still there.
        for (const { key, connection } of present)
          await setPresence(trx, [Number(key)], connection)
            .where('presence', 'is', null)
            .execute()
      },
    )
  },
}

export const examTopics = [rooms, attempts]
