/** Rooms as members see them: sign up, withdraw, enter. */
import { codes, decimalText } from 'tablewright/protocol'
import { nowSeconds, RouteReply } from 'tablewright/server'
import { attemptOptions, paperOptions, roomOptions, signupOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { listRooms, signUpForRoom, withdrawFromRoom } from '../../shared/room-routes.ts'
import { isOverdue, isWorking, type Attempt } from '../attempts/attempt.ts'
import { t } from '../i18n.ts'
import { defineExamRoute, idOf, refuseMissing } from '../member/define-route.ts'
import { readReleased, type Release } from '../papers/release.ts'
import type { Room } from './room.ts'
import { isOver, refusePassword, signUp, withdraw, type Signup, type SignupRefusal } from './signup.ts'
import { announceRoom } from './topics.ts'

const maxRooms = 100
const { status: statuses } = signupOptions

const signupNames = new Map<number, string>(Object.entries(statuses).map(([name, value]) => [value, name]))

/** Open rooms, and all for which the member is signed up, with their papers. */
const readRooms = (query: Reading, user: number) =>
  query
    .selectFrom('exam_room as r')
    .innerJoin('exam_paper as p', 'p.id', 'r.paper_id')
    .innerJoin('exam_subject as s', 's.id', 'p.subject_id')
    .leftJoin('exam_signup as u', (join) => join.onRef('u.room_id', '=', 'r.id').on('u.user_id', '=', user))
    .selectAll('r')
    .select(['s.name as subject', 'p.title as paper', 'p.quantity', 'p.total_score', 'p.pass_score', 'p.limit_time'])
    .select(['p.status as paperStatus', 'u.status as signup', 'u.reason', 'u.invited'])
    .where('r.status', '<>', roomOptions.status.draft)
    .where((eb) =>
      eb.or([
        eb('u.id', 'is not', null),
        eb.and([eb('r.status', '=', roomOptions.status.open), eb('r.end_time', '>', nowSeconds())]),
      ]),
    )
    .orderBy('r.start_time', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxRooms)
    .execute()

type ListedRoom = Awaited<ReturnType<typeof readRooms>>[number]

/** The next step of the member, or why there is none. */
function stepOf(room: ListedRoom, latest: Attempt | undefined, released: Release) {
  const refuse = (refusal: string) => ({ action: '', refusal })
  const now = nowSeconds()
  if (latest && isWorking(latest) && !isOverdue(latest)) return { action: 'resume', refusal: '' }
  const isEntered = latest !== undefined
  if (room.signup === null) {
    if (room.people_count !== null && (room.signup_count ?? 0) >= room.people_count) return refuse('full')
    return { action: 'signup', refusal: '' }
  }
  if (room.signup === statuses.waiting) return refuse('waiting')
  if (room.signup === statuses.refused) return refuse('refused')
  if (!isEntered && now < room.start_time) return refuse('before')
  if (room.status !== roomOptions.status.open || room.paperStatus !== paperOptions.status.published)
    return refuse(isEntered ? 'done' : 'closed')
  if (isOver(room)) return refuse(isEntered ? 'done' : 'after')
  return isEntered ? makeupOf(room, latest, released) : { action: 'enter', refusal: '' }
}

/** Whether it can be tried again: told only once the result is. */
function makeupOf(room: Pick<Room, 'makeup_count'>, latest: Attempt, { scores }: Release) {
  const isLeft = (latest.room_no ?? 0) < 1 + (room.makeup_count ?? 0)
  if (!isLeft) return { action: '', refusal: 'done' }
  if (latest.state === attemptOptions.state.void) return { action: 'makeup', refusal: '' }
  if (latest.state !== attemptOptions.state.graded || !scores.has(latest.paper_id))
    return { action: '', refusal: 'makeup_wait' }
  return latest.is_pass === attemptOptions.is_pass.yes
    ? { action: '', refusal: 'passed' }
    : { action: 'makeup', refusal: '' }
}

const indexRoute = defineExamRoute(listRooms, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '考场列表', en: 'List exam rooms' },
  maxPerMinute: 120,
  handler: async ({ scope, member }) => {
    const { query } = scope.database
    const rooms = await readRooms(query, idOf(member))
    const attempts =
      rooms.length === 0
        ? []
        : await query
            .selectFrom('exam_attempt')
            .selectAll()
            .where('user_id', '=', idOf(member))
            .where(
              'room_id',
              'in',
              rooms.map(({ id }) => id),
            )
            .orderBy('room_no')
            .execute()
    const released = await readReleased(query, attempts)
    const { password, audit } = roomOptions.signup_mode
    return {
      now: nowSeconds(),
      list: rooms.map((room) => {
        const latest = attempts.findLast((attempt) => attempt.room_id === room.id)
        return {
          id: room.id,
          title: room.title,
          description: room.description ?? '',
          subject: room.subject,
          paper: room.paper,
          quantity: room.quantity ?? 0,
          total: decimalText(room.total_score ?? 0, 2),
          pass: decimalText(room.pass_score ?? 0, 2),
          limit: room.limit_time,
          start: room.start_time,
          end: room.end_time,
          left: room.people_count === null ? null : Math.max(0, room.people_count - (room.signup_count ?? 0)),
          needsPassword: room.signup_mode === password,
          needsApproval: room.signup_mode === audit,
          signup: room.signup === null ? 'none' : (signupNames.get(room.signup) ?? 'none'),
          reason: room.signup === statuses.refused ? (room.reason ?? '') : '',
          isInvited: room.invited === signupOptions.invited.yes,
          canWithdraw: room.signup !== null && room.signup !== statuses.refused && !latest && !isOver(room),
          makeups: room.makeup_count ?? 0,
          ...stepOf(room, latest, released),
        }
      }),
    }
  },
})

const refuseSignup = ({ language }: Pick<Scope, 'language'>, reason: Exclude<SignupRefusal, 'missing'>): RouteReply =>
  new RouteReply({ reason }, { code: codes.refused, msg: t(language, `signup.${reason}`) })

const nameOf = ({ status }: Signup): string => signupNames.get(status ?? statuses.waiting) ?? ''

const signUpRoute = defineExamRoute(signUpForRoom, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '报名考场', en: 'Sign up for a room' },
  maxPerMinute: 30,
  transaction: 'own',
  handler: async ({ scope, member, input }) => {
    const user = idOf(member)
    const wrong = await refusePassword(scope, { id: input.room, user, password: input.password ?? '' })
    if (wrong) return refuseSignup(scope, wrong)
    const answer = await scope.database.write(async (trx) => {
      const signed = await signUp(scope, trx, input.room, user)
      if ('signup' in signed) announceRoom(input.room)
      return signed
    })
    if ('signup' in answer) return { signup: nameOf(answer.signup) }
    return answer.refusal === 'missing' ? refuseMissing(scope) : refuseSignup(scope, answer.refusal)
  },
})

const withdrawRoute = defineExamRoute(withdrawFromRoom, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '取消报名', en: 'Withdraw from a room' },
  maxPerMinute: 30,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      if (!(await withdraw(scope, trx, input.room, idOf(member))))
        return new RouteReply({ reason: 'begun' }, { code: codes.refused, msg: t(scope.language, 'signup.begun') })
      announceRoom(input.room)
      return { room: input.room }
    }),
})

export const roomRoutes = [indexRoute, signUpRoute, withdrawRoute]
