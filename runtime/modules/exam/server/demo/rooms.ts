/** Two rooms of the demo: one that is open, with results, and one to come, with sign-ups that wait. */
import { insertMany, nowSeconds } from 'tablewright/server'
import { paperOptions, roomOptions, signupOptions } from '#generated/exam/options.ts'
import type { DemoWork, Scope, Transaction } from '#generated/exam/server.ts'
import { inLanguage, type Wording } from './wording.ts'

const day = 86_400

interface DemoRoom {
  readonly title: Wording
  readonly description: Wording
  readonly rules: object
  /** Days from now. */
  readonly from: number
  readonly to: number
  readonly accepted: number
  readonly waiting: number
}

const { signup_mode: modes } = roomOptions

const rooms: readonly DemoRoom[] = [
  {
    title: ['消防测验（机房一）', 'Fire safety, computer room 1'],
    description: ['请携带证件，提前十分钟入场。', 'Bring your badge and come ten minutes early.'],
    rules: { signup_mode: modes.normal, people_count: 24, makeup_count: 1 },
    from: -21,
    to: 7,
    accepted: 16,
    waiting: 0,
  },
  {
    title: ['消防测验（机房二）', 'Fire safety, computer room 2'],
    description: ['报名由安全部审核。', 'The safety department approves sign-ups.'],
    rules: { signup_mode: modes.audit, people_count: 12 },
    from: 3,
    to: 4,
    accepted: 4,
    waiting: 3,
  },
]

export async function addDemoRooms(work: DemoWork): Promise<void> {
  const { scope } = work
  const { query } = scope.database
  if (await query.selectFrom('exam_room').select('id').limit(1).executeTakeFirst()) return
  const paper = await query
    .selectFrom('exam_paper')
    .select('id')
    .where('mode', '=', paperOptions.mode.random)
    .where('status', '=', paperOptions.status.published)
    .orderBy('id')
    .executeTakeFirst()
  if (!paper) return
  const members = await query
    .selectFrom('user')
    .select(['id', 'nickname', 'username'])
    .orderBy('id')
    .limit(60)
    .execute()
  for (const [index, room] of rooms.entries()) {
    const id = await addRoom(work, room, paper.id)
    const candidates = members.slice(index * 20).concat(members)
    await scope.database.write((trx) => addSignups(scope, trx, id, room, candidates))
    if (index === 0) await scope.database.write((trx) => seatAttempts(trx, paper.id, id))
  }
}

async function addRoom(work: DemoWork, room: DemoRoom, paper: number): Promise<number> {
  const { language } = work.scope
  const hour = Math.floor(nowSeconds() / 3600) * 3600
  const id = await work.add('exam/room', {
    title: inLanguage(room.title, language),
    description: inLanguage(room.description, language),
    paper_id: paper,
    start_time: hour + room.from * day,
    end_time: hour + room.to * day,
    ...room.rules,
  })
  await work.runAction('exam/room', 'open', { id })
  return id
}

interface DemoMember {
  readonly id: number
  readonly nickname: string
  readonly username: string
}

async function addSignups(
  scope: Scope,
  trx: Transaction,
  room: number,
  { accepted, waiting }: DemoRoom,
  members: readonly DemoMember[],
): Promise<void> {
  const unique = [...new Map(members.map((member) => [member.id, member])).values()].slice(0, accepted + waiting)
  const { status } = signupOptions
  const now = nowSeconds()
  const rows = unique.map(({ id, nickname, username }, place) => ({
    name: nickname || username,
    room_id: room,
    user_id: id,
    status: place < accepted ? status.accepted : status.waiting,
    invited: signupOptions.invited.no,
    create_time: now - day + place,
    update_time: now,
    version: 1,
  }))
  await insertMany(scope.database, scope.registry.require('exam/signup'), trx, rows)
  const count = rows.filter((row) => row.status === status.accepted).length
  await trx.updateTable('exam_room').set({ signup_count: count }).where('id', '=', room).execute()
}

/** The latest attempts of those who are signed up were taken in the room. */
async function seatAttempts(trx: Transaction, paper: number, room: number): Promise<void> {
  const attempts = await trx
    .selectFrom('exam_attempt as a')
    .innerJoin('exam_signup as s', (join) => join.onRef('s.user_id', '=', 'a.user_id').on('s.room_id', '=', room))
    .select(({ fn }) => fn.max('a.id').as('id'))
    .where('a.paper_id', '=', paper)
    .groupBy('a.user_id')
    .execute()
  const ids = attempts.map(({ id }) => Number(id)).toSorted((left, right) => left - right)
  for (const id of ids)
    await trx.updateTable('exam_attempt').set({ room_id: room, room_no: 1 }).where('id', '=', id).execute()
}
