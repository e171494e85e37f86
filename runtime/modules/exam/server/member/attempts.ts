/** Routes of an attempt: start, save, poll, leave the page, hand in. */
import { codes, decimalText } from 'tablewright/protocol'
import { nowSeconds, RouteReply } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/exam/server.ts'
import { focus, poll, save, start, submit } from '../../shared/routes.ts'
import {
  findOwnAttempt,
  isOverdue,
  isWorking,
  lockOwnAttempt,
  readItems,
  settingsOf,
  type Attempt,
  type Item,
} from '../attempts/attempt.ts'
import { answerOf, optionsOf } from '../attempts/mark.ts'
import { admitSave, countFocusLosses, readSaved, saveItems, type SaveRefusal } from '../attempts/save.ts'
import { startAttempt, type StartRefusal } from '../attempts/start.ts'
import { submitAttempt, submitOverdue } from '../attempts/submit.ts'
import { t } from '../i18n.ts'
import { readMessages } from '../rooms/desk.ts'
import { findRoom } from '../rooms/room.ts'
import { defineExamRoute, idOf, refuseMissing } from './define-route.ts'

const timingOf = ({ state, deadline }: Pick<Attempt, 'state' | 'deadline'>) => ({
  state,
  now: nowSeconds(),
  deadline: deadline ?? 0,
})

/** The states that members are told: how far the marking is would tell what was right. */
const submitted = 1

// Guard T10: before the release, a member learns that the attempt was handed in, and nothing else.
// Without: export const shownState = (attempt: Pick<Attempt, 'state'>): number => attempt.state
export const shownState = (attempt: Pick<Attempt, 'state'>): number =>
  isWorking(attempt) || attempt.state === 4 ? attempt.state : submitted

const shownTiming = (attempt: Pick<Attempt, 'state' | 'deadline'>) => ({
  ...timingOf(attempt),
  state: shownState(attempt),
})

const refuseStart = ({ language }: Pick<Scope, 'language'>, reason: Exclude<StartRefusal, 'missing'>): RouteReply =>
  new RouteReply({ reason }, { code: codes.refused, msg: t(language, `start.${reason}`) })

const refuseSave = ({ language }: Pick<Scope, 'language'>, reason: SaveRefusal, attempt: Attempt): RouteReply =>
  new RouteReply({ reason, ...shownTiming(attempt) }, { code: codes.refused, msg: t(language, `save.${reason}`) })

/** An item as its candidate sees it. */
function shownItem(
  item: Item,
  files: readonly { readonly code: string; readonly name: string; readonly size: number }[],
) {
  const { options = [], blanks = 0 } = optionsOf(item)
  return {
    seq: item.seq,
    parent: item.parent_seq,
    kind: item.kind,
    title: item.title,
    options: [...options],
    blanks,
    score: decimalText(item.score ?? 0, 2),
    n: item.answer_seq ?? 0,
    flagged: item.flagged === 1,
    seconds: item.seconds ?? 0,
    answer: answerOf(item),
    files: [...files],
  }
}

const startRoute = defineExamRoute(start, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '开始考试', en: 'Start an exam' },
  maxPerMinute: 60,
  transaction: 'own',
  handler: async ({ scope, member, visitor, input }) => {
    const user = idOf(member)
    const room = input.room === undefined ? null : await findRoom(scope.database.query, input.room)
    const paper = room?.paper_id ?? input.paper ?? 0
    const starting = { paper, room: input.room ?? null, user, device: visitor.device }
    const answer = await startAttempt(scope, starting)
    if ('refusal' in answer)
      return answer.refusal === 'missing' ? refuseMissing(scope) : refuseStart(scope, answer.refusal)
    const { attempt } = answer
    const { query } = scope.database
    const items = isWorking(attempt) ? await readItems(query, attempt.id) : []
    const files = isWorking(attempt)
      ? await query
          .selectFrom('exam_file')
          .select(['seq', 'code', 'name', 'size'])
          .where('attempt_id', '=', attempt.id)
          .orderBy('id')
          .execute()
      : []
    return {
      ...shownTiming(attempt),
      attempt: attempt.id,
      title: attempt.name,
      lease: attempt.lease ?? '',
      switches: attempt.focus_losses ?? 0,
      switchLimit: settingsOf(attempt).switchLimit,
      isInRoom: attempt.room_id !== null,
      items: items.map((item) =>
        shownItem(
          item,
          files.flatMap(({ seq, code, name, size }) => (seq === item.seq ? [{ code: code ?? '', name, size }] : [])),
        ),
      ),
    }
  },
})

/** The attempt of the member, locked. @throws an OperationError `not_found` */
async function requireOwn(scope: Scope, trx: Transaction, id: number, user: number): Promise<Attempt> {
  return (await lockOwnAttempt(scope, trx, id, user)) ?? refuseMissing(scope)
}

const saveRoute = defineExamRoute(save, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '保存答案', en: 'Save answers' },
  maxPerMinute: 240,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      const own = await requireOwn(scope, trx, input.attempt, idOf(member))
      const { attempt, refusal } = await admitSave(scope, trx, own, input.lease)
      if (refusal) return refuseSave(scope, refusal, attempt)
      const saved = await saveItems(scope, trx, attempt, input.items, input.times)
      return { ...shownTiming(attempt), saved: [...saved] }
    }),
})

const pollRoute = defineExamRoute(poll, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '考试计时', en: 'Clock of an exam' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const attempt = (await findOwnAttempt(scope.database.query, input.attempt, idOf(member))) ?? refuseMissing(scope)
    const state = isOverdue(attempt) ? submitted : shownState(attempt)
    const messages = await readMessages(scope.database.query, attempt)
    return { ...timingOf(attempt), state, isHere: attempt.lease === input.lease, messages }
  },
})

const submitRoute = defineExamRoute(submit, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '交卷', en: 'Hand in an exam' },
  maxPerMinute: 60,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      const own = await requireOwn(scope, trx, input.attempt, idOf(member))
      const { attempt, refusal } = await admitSave(scope, trx, own, input.lease)
      // Handing in twice is no mistake: the answer to the first request was lost.
      if (refusal === 'over')
        return { ...shownTiming(attempt), saved: [...(await readSaved(trx, attempt, input.items))] }
      if (refusal) return refuseSave(scope, refusal, attempt)
      const saved = await saveItems(scope, trx, attempt, input.items, input.times)
      return { ...shownTiming(await submitAttempt(scope, trx, attempt, 'member')), saved: [...saved] }
    }),
})

const focusRoute = defineExamRoute(focus, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '记录切屏', en: 'Record that the exam was left' },
  maxPerMinute: 120,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      const own = await requireOwn(scope, trx, input.attempt, idOf(member))
      const attempt = await submitOverdue(scope, trx, own)
      const limit = settingsOf(attempt).switchLimit
      if (!isWorking(attempt)) return { ...shownTiming(attempt), count: attempt.focus_losses ?? 0, limit }
      const count = await countFocusLosses(trx, attempt, input.events)
      const isTooOften = limit !== null && count > limit
      const after = isTooOften
        ? await submitAttempt(scope, trx, { ...attempt, focus_losses: count }, 'forced')
        : attempt
      return { ...shownTiming(after), count, limit }
    }),
})

export const attemptRoutes = [startRoute, saveRoute, pollRoute, submitRoute, focusRoute]
