/** The desk of a room: more time, messages, and the end for one candidate or for all. */
import { lockRows, nowSeconds, OperationError, records, type MenuPage } from 'tablewright/server'
import type { ExamServerParts } from '#generated/exam/parts.ts'
import { attemptOptions, roomOptions, signupOptions } from '#generated/exam/options.ts'
import type { Reading, Scope, Transaction } from '#generated/exam/server.ts'
import {
  deskRooms,
  extendAttempts,
  forceAttempts,
  inviteMembers,
  messageCandidates,
  roomDesk,
} from '../../shared/room-routes.ts'
import { isWorking } from '../attempts/attempt.ts'
import { t } from '../i18n.ts'
import { defineExamRoute, refuseMissing } from '../member/define-route.ts'
import { extendable, readCandidates, readSentMessages } from './desk.ts'
import { watchRight } from './rights.ts'
import { findRoom } from './room.ts'
import { invite } from './signup.ts'
import { announceAttempt, announceRoom } from './topics.ts'

export const deskPage: MenuPage = {
  name: 'exam/desk',
  label: { 'zh-cn': '监考台', en: 'Room desk' },
  icon: 'people',
}

const label = { 'zh-cn': '查看', en: 'View' }
const maxRooms = 100

const indexRoute = defineExamRoute(deskRooms, {
  login: 'admin',
  right: watchRight,
  label,
  maxPerMinute: null,
  handler: async ({ scope }) => {
    const { query } = scope.database
    const rooms = await query
      .selectFrom('exam_room as r')
      .innerJoin('exam_paper as p', 'p.id', 'r.paper_id')
      .selectAll('r')
      .select('p.title as paper')
      .orderBy('r.start_time', 'desc')
      .orderBy('r.id', 'desc')
      .limit(maxRooms)
      .execute()
    const ids = rooms.map(({ id }) => id)
    const working = await countWorking(query, ids)
    const waiting = await countWaiting(query, ids)
    const list = rooms.map((room) => ({
      room: room.id,
      title: room.title,
      paper: room.paper,
      status: room.status ?? roomOptions.status.draft,
      start: room.start_time,
      end: room.end_time,
      accepted: room.signup_count ?? 0,
      places: room.people_count,
      working: working.get(room.id) ?? 0,
      waiting: waiting.get(room.id) ?? 0,
    }))
    const isOpen = ({ status }: (typeof list)[number]): boolean => status === roomOptions.status.open
    return { now: nowSeconds(), list: [...list.filter(isOpen), ...list.filter((room) => !isOpen(room))] }
  },
})

const byRoom = (rows: readonly { readonly room_id: number | null; readonly count: number }[]) =>
  new Map(rows.map(({ room_id: room, count }) => [room, Number(count)]))

/** How many work in each of the rooms. */
async function countWorking(query: Reading, rooms: readonly number[]) {
  if (rooms.length === 0) return byRoom([])
  return byRoom(
    await query
      .selectFrom('exam_attempt')
      .select('room_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('room_id', 'in', [...rooms])
      .where('state', '=', attemptOptions.state.working)
      .groupBy('room_id')
      .execute(),
  )
}

/** How many sign-ups for each of the rooms wait for approval. */
async function countWaiting(query: Reading, rooms: readonly number[]) {
  if (rooms.length === 0) return byRoom([])
  return byRoom(
    await query
      .selectFrom('exam_signup')
      .select('room_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('room_id', 'in', [...rooms])
      .where('status', '=', signupOptions.status.waiting)
      .groupBy('room_id')
      .execute(),
  )
}

const roomRoute = defineExamRoute(roomDesk, {
  login: 'admin',
  right: watchRight,
  label,
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const room = (await findRoom(query, input.room)) ?? refuseMissing(scope)
    const paper = await query
      .selectFrom('exam_paper')
      .select('title')
      .where('id', '=', room.paper_id)
      .executeTakeFirst()
    const waiting = await countWaiting(query, [room.id])
    return {
      now: nowSeconds(),
      room: room.id,
      title: room.title,
      paper: paper?.title ?? '',
      status: room.status ?? roomOptions.status.draft,
      start: room.start_time,
      end: room.end_time,
      waiting: waiting.get(room.id) ?? 0,
      list: await readCandidates(scope, room),
      messages: await readSentMessages(query, room.id),
    }
  },
})

/** One attempt of the room, or all of them. @throws an OperationError where the one is not there */
function pick<Row extends { readonly id: number }>(scope: Scope, rows: readonly Row[], attempt: number | undefined) {
  if (attempt === undefined) return rows
  const row = rows.find(({ id }) => id === attempt)
  if (!row) throw new OperationError('bad_state', { sentence: t(scope.language, 'desk.gone') })
  return [row]
}

async function lockAttempts(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  await lockRows(
    scope,
    trx,
    'exam/attempt',
    ids.toSorted((left, right) => left - right),
    'write',
  )
}

const extendRoute = defineExamRoute(extendAttempts, {
  login: 'admin',
  right: 'exam/desk/extend',
  label: { 'zh-cn': '延长时间', en: 'Give more time' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => {
    const { room, attempt, minutes } = input
    const due = pick(scope, await extendable(trx, room), attempt)
    await lockAttempts(
      scope,
      trx,
      due.map(({ id }) => id),
    )
    // Somebody may have submitted meanwhile.
    const current = pick(scope, await extendable(trx, room), attempt).filter(({ id }) =>
      due.some((row) => row.id === id),
    )
    const module = records<ExamServerParts>(scope, trx).asModule('more time for candidates of a room')
    for (const { id, ...row } of current)
      await module.runAction('exam/attempt', isWorking(row) ? 'extend' : 'reopen', id, { minutes })
    return { count: current.length }
  },
})

const forceRoute = defineExamRoute(forceAttempts, {
  login: 'admin',
  right: 'exam/desk/force',
  label: { 'zh-cn': '收卷', en: 'Submit for candidates' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => {
    const read = () =>
      trx
        .selectFrom('exam_attempt')
        .select('id')
        .where('room_id', '=', input.room)
        .where('state', '=', attemptOptions.state.working)
        .orderBy('id')
        .execute()
    const due = pick(scope, await read(), input.attempt)
    await lockAttempts(
      scope,
      trx,
      due.map(({ id }) => id),
    )
    const current = (await read()).filter(({ id }) => due.some((row) => row.id === id))
    const module = records<ExamServerParts>(scope, trx).asModule('the end for candidates of a room')
    for (const { id } of current) await module.runAction('exam/attempt', 'force', id)
    return { count: current.length }
  },
})

const messageRoute = defineExamRoute(messageCandidates, {
  login: 'admin',
  right: 'exam/desk/message',
  label: { 'zh-cn': '发送消息', en: 'Send a message' },
  maxPerMinute: 120,
  handler: async ({ scope, trx, input }) => {
    const text = input.text.trim()
    if (text === '') throw new OperationError('invalid', { errors: { text: t(scope.language, 'desk.empty') } })
    await lockRows(scope, trx, 'exam/room', [input.room], 'reference')
    const rows = await trx
      .selectFrom('exam_attempt')
      .select('id')
      .where('room_id', '=', input.room)
      .where('state', '=', attemptOptions.state.working)
      .orderBy('id')
      .execute()
    const receivers = pick(scope, rows, input.attempt)
    if (input.attempt !== undefined) await lockRows(scope, trx, 'exam/attempt', [input.attempt], 'reference')
    await trx
      .insertInto('exam_room_message')
      .values({
        text,
        room_id: input.room,
        attempt_id: input.attempt ?? null,
        admin_id: scope.actor?.id ?? null,
        create_time: nowSeconds(),
        version: 1,
      })
      .execute()
    for (const { id } of receivers) announceAttempt(id)
    announceRoom(input.room)
    return { count: receivers.length }
  },
})

const inviteRoute = defineExamRoute(inviteMembers, {
  login: 'admin',
  right: 'exam/desk/invite',
  label: { 'zh-cn': '邀请考生', en: 'Invite candidates' },
  maxPerMinute: 60,
  handler: async ({ scope, trx, input }) => {
    const room = (await findRoom(trx, input.room)) ?? refuseMissing(scope)
    if (room.status === roomOptions.status.closed)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'signup.closed') })
    const names = [...new Set(input.names.map((name) => name.trim()).filter((name) => name !== ''))]
    const users =
      names.length === 0
        ? []
        : await trx.selectFrom('user').select(['id', 'username']).where('username', 'in', names).execute()
    const unknown = names.filter((name) => !users.some(({ username }) => username === name))
    const answer = await invite(
      scope,
      trx,
      room.id,
      users.map(({ id }) => id),
    )
    announceRoom(room.id)
    return { ...answer, unknown }
  },
})

export const deskRoutes = [indexRoute, roomRoute, extendRoute, forceRoute, messageRoute, inviteRoute]
