/**
 * The log of a room. Everybody who adds to it locks the room's row first, so that rights are judged by the very state
 * that the event follows. The state is kept in memory up to a number that is committed, and read on from there.
 */
import { LRUCache } from 'lru-cache'
import { lockRows, nowMilliseconds, nowSeconds, publishTopic } from 'tablewright/server'
import type { NewRow, Reading, Scope, Transaction } from '#generated/live/server.ts'
import { roomTopic, type EventKind, type EventPayloads, type LiveEvent } from '../../shared/events.ts'
import { readHolder } from '../../shared/person.ts'
import { applyEvent, emptyState, replay, type LiveState } from '../../shared/state.ts'
import { readRoom, type Room } from '../room.ts'

/** A room that the transaction has locked, with its state so far. */
export interface OpenRoom {
  readonly scope: Pick<Scope, 'database' | 'registry'>
  readonly trx: Transaction
  readonly room: Room
  /** Includes what this transaction has added. */
  state: LiveState
}

/** Events between two stored states. */
const snapshotEvery = 500
const maxRooms = 100
/** Characters of a copy; longer events are fetched. */
const maxCopy = 6000

interface KnownState {
  readonly edition: number
  readonly state: LiveState
}

/** By database: a process may have several. States are those of committed events. */
const statesByDatabase = new WeakMap<object, LRUCache<number, KnownState>>()

function statesOf({ database }: Pick<Scope, 'database'>): LRUCache<number, KnownState> {
  // Transactions and requests see the same adapter.
  const owner: object = database.adapter
  const states = statesByDatabase.get(owner) ?? new LRUCache<number, KnownState>({ max: maxRooms })
  statesByDatabase.set(owner, states)
  return states
}

export const eventRows = (query: Reading, room: number) =>
  query
    .selectFrom('live_event')
    .select(['seq', 'kind', 'user_id', 'admin_id', 'at_ms', 'payload', 'session_id'])
    .where('room_id', '=', room)
    .orderBy('seq')

type EventRow = Awaited<ReturnType<ReturnType<typeof eventRows>['execute']>>[number]

export const eventOf = ({ seq, kind, user_id, admin_id, at_ms, payload }: EventRow): LiveEvent =>
  // The log has what `append` wrote.
  ({
    seq,
    kind,
    person: user_id !== null ? `user:${user_id}` : admin_id !== null ? `admin:${admin_id}` : null,
    time: at_ms ?? 0,
    payload: JSON.parse(payload ?? '{}') as unknown,
  }) as LiveEvent

const batchSize = 2000

/** A place in the log of a room. Its edition changes when a member is deleted, whose events are then changed. */
type LogPlace = Pick<Room, 'id' | 'last_seq' | 'edition'>

/** The state of a room whose events are committed, or were added by the transaction that reads. */
async function stateOf(scope: Pick<Scope, 'database'>, query: Reading, { id, last_seq, edition }: LogPlace) {
  const states = statesOf(scope)
  const seq = last_seq ?? 0
  const remembered = states.get(id)
  // A number that is higher comes from before a backup was restored.
  const isUsable = remembered !== undefined && remembered.edition === (edition ?? 0) && remembered.state.seq <= seq
  let state = isUsable ? remembered.state : await readSnapshot(query, id, seq)
  while (state.seq < seq) {
    const rows = await eventRows(query, id)
      .where('seq', '>', state.seq)
      .where('seq', '<=', seq)
      .limit(batchSize)
      .execute()
    if (rows.length === 0) break
    state = replay(rows.map(eventOf), state)
  }
  states.set(id, { edition: edition ?? 0, state })
  return state
}

async function readSnapshot(query: Reading, room: number, seq: number): Promise<LiveState> {
  const row = await query
    .selectFrom('live_snapshot')
    .select('state')
    .where('room_id', '=', room)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.state ? { ...emptyState, ...(JSON.parse(row.state) as LiveState) } : emptyState
}

/** The present state of a room, as everybody who may enter sees it. */
export const currentState = (scope: Pick<Scope, 'database'>, room: LogPlace): Promise<LiveState> =>
  stateOf(scope, scope.database.query, room)

/** Locks a room. Null = there is none. */
export async function openRoom(scope: OpenRoom['scope'], trx: Transaction, id: number): Promise<OpenRoom | null> {
  await lockRows(scope, trx, 'live/room', [id], 'write')
  const room = await readRoom(trx, id)
  if (!room) return null
  // Everything before the lock is committed, and this transaction has added nothing yet.
  return { scope, trx, room, state: await stateOf(scope, trx, room) }
}

export interface NewEvent<Kind extends EventKind> {
  readonly kind: Kind
  /** Null = the system. */
  readonly person: string | null
  readonly payload: EventPayloads[Kind]
  /** The number by which its sender knows it. */
  readonly client?: string
  /** The session it belongs to, where it begins one. */
  readonly session?: number
}

/** Adds an event to an open room. */
export async function append<Kind extends EventKind>(
  open: OpenRoom,
  { kind, person, payload, client, session }: NewEvent<Kind>,
): Promise<LiveEvent> {
  const { trx, room, state } = open
  const seq = state.seq + 1
  // Clocks of servers differ: time never runs backwards in a log.
  const time = Math.max(nowMilliseconds(), state.time)
  const author = person === null ? null : readHolder(person)
  const text = JSON.stringify(payload)
  const values: NewRow<'live/event'> = {
    room_id: room.id,
    session_id: session ?? (state.status === 'live' ? (state.session?.id ?? null) : null),
    seq,
    at_ms: time,
    kind,
    user_id: author?.kind === 'user' ? author.id : null,
    admin_id: author?.kind === 'admin' ? author.id : null,
    client: client ?? null,
    payload: text,
    create_time: nowSeconds(),
    version: 1,
  }
  await trx.insertInto('live_event').values(values).execute()
  await trx.updateTable('live_room').set({ last_seq: seq }).where('id', '=', room.id).execute()
  // The type of the payload follows from the kind.
  const event = { seq, kind, person, time, payload } as LiveEvent
  open.state = applyEvent(state, event)
  if (seq % snapshotEvery === 0) await storeSnapshot(open)
  await alignTopic(trx, room.id, seq - 1)
  const copy = { kind, person, time, payload }
  const number = await publishTopic(trx, roomTopic(room.id), text.length <= maxCopy ? copy : undefined)
  if (number !== seq) throw new Error(`the topic of the room ${room.id} has the number ${number} instead of ${seq}`)
  return event
}

/** The log is the truth: a counter that comes from another backup than the log is set to it. */
async function alignTopic(trx: Transaction, room: number, seq: number): Promise<void> {
  const name = roomTopic(room)
  const counter = await trx.selectFrom('topic').select('seq').where('name', '=', name).executeTakeFirst()
  if ((counter?.seq ?? 0) === seq) return
  await trx
    .insertInto('topic')
    .values({ name, seq, version: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seq }))
    .execute()
}

async function storeSnapshot({ trx, room, state }: OpenRoom): Promise<void> {
  await trx
    .insertInto('live_snapshot')
    .values({
      room_id: room.id,
      name: `#${state.seq}`,
      seq: state.seq,
      state: JSON.stringify(state),
      create_time: nowSeconds(),
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
