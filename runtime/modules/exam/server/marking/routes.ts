/** The marking desk: answers that people mark, by question or by person. */
import { decimalText, scaledInteger } from 'tablewright/protocol'
import { lockRows, OperationError, ticketOwnerOf, type MenuPage } from 'tablewright/server'
import { attemptItemOptions, attemptOptions, paperOptions } from '#generated/exam/options.ts'
import type { Scope } from '#generated/exam/server.ts'
import { markAnswerByHand, markingPapers, markingQueue } from '../../shared/marking-routes.ts'
import { readAttachments } from '../attempts/attachments.ts'
import type { Item } from '../attempts/attempt.ts'
import { answerOf, keyOf } from '../attempts/mark.ts'
import { t } from '../i18n.ts'
import { defineExamRoute } from '../member/define-route.ts'
import { markByHand } from './mark-by-hand.ts'
import { ownScore, partOf } from './two-markers.ts'

export const markingPage: MenuPage = {
  name: 'exam/marking',
  label: { 'zh-cn': '阅卷', en: 'Marking' },
  icon: 'endorsed',
}

const { waiting, done } = attemptItemOptions.mark_state
const { submitted, marking } = attemptOptions.state
const maxQueue = 300

const papersRoute = defineExamRoute(markingPapers, {
  login: 'admin',
  right: 'exam/marking/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: null,
  handler: async ({ scope }) => {
    const rows = await scope.database.query
      .selectFrom('exam_attempt as a')
      .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
      .select(['p.id', 'p.title'])
      .select(({ fn }) => fn.sum<number>('a.waiting_count').as('waiting'))
      .where('a.state', 'in', [submitted, marking])
      .groupBy(['p.id', 'p.title'])
      .orderBy('p.id')
      .execute()
    return { list: rows.map((row) => ({ paper: row.id, title: row.title, waiting: Number(row.waiting) })) }
  },
})

const queueRoute = defineExamRoute(markingQueue, {
  login: 'admin',
  right: 'exam/marking/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const items = query
      .selectFrom('exam_attempt_item as i')
      .innerJoin('exam_attempt as a', 'a.id', 'i.attempt_id')
      .where('i.paper_id', '=', input.paper)
      .where('a.state', 'in', [submitted, marking])
    // Marked answers stay in the list, so that points can be taken back, but never in the place of one that waits.
    const selection = await items
      .select('i.id')
      .where('i.mark_state', 'in', [waiting, done])
      .orderBy('i.mark_state')
      .$if(input.by === 'question', (list) => list.orderBy('i.question_id'))
      .orderBy('i.attempt_id')
      .orderBy('i.seq')
      .limit(maxQueue)
      .execute()
    const rows =
      selection.length === 0
        ? []
        : await items
            .innerJoin('exam_paper as p', 'p.id', 'i.paper_id')
            .leftJoin('user as u', 'u.id', 'a.user_id')
            .leftJoin('exam_attempt_item as m', (join) =>
              join.onRef('m.attempt_id', '=', 'i.attempt_id').onRef('m.seq', '=', 'i.parent_seq'),
            )
            .selectAll('i')
            .select(['p.hide_names', 'p.two_markers', 'u.nickname', 'u.username', 'm.title as material'])
            .where(
              'i.id',
              'in',
              selection.map(({ id }) => id),
            )
            .$if(input.by === 'question', (list) => list.orderBy('i.question_id'))
            .orderBy('i.attempt_id')
            .orderBy('i.seq')
            .execute()
    const { count } = await items
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('i.mark_state', '=', waiting)
      .executeTakeFirstOrThrow()
    const filesOf = await readAttachments(
      scope,
      rows.map(({ attempt_id }) => attempt_id),
      ticketOwnerOf(scope),
    )
    return {
      list: rows.map((row) => ({
        item: row.id,
        title: row.title,
        material: row.material ?? '',
        reference: keyOf(row).reference ?? '',
        answer: (answerOf(row).texts ?? []).join('\n'),
        files: filesOf(row),
        name:
          row.hide_names === paperOptions.hide_names.yes
            ? t(scope.language, 'mark.candidate', { number: row.attempt_id })
            : row.nickname || row.username || t(scope.language, 'mark.candidate', { number: row.attempt_id }),
        max: decimalText(row.score ?? 0, 2),
        ...shownMarks(row, row.two_markers === paperOptions.two_markers.yes ? (scope.actor?.id ?? null) : null),
      })),
      more: Math.max(0, Number(count) - rows.filter(({ mark_state }) => mark_state === waiting).length),
    }
  },
})

const pointsText = (score: number | null): string => (score === null ? '' : decimalText(score, 2))

/**
 * The marks of an answer as the caller sees them.
 * @param marker one of two people; null = one is enough
 */
function shownMarks(row: Item, marker: number | null) {
  const isDone = row.mark_state === done
  if (marker === null)
    return {
      part: 'single',
      points: isDone ? pointsText(row.manual_score ?? 0) : '',
      others: [],
      note: row.marker_note ?? '',
    }
  const part = partOf(row, marker)
  // Guard T12: the first two do not see each other's points; whoever decides sees both.
  const others = part === 'third' ? [pointsText(row.first_score), pointsText(row.second_score)] : []
  const own = part === null ? row.manual_score : ownScore(row, marker)
  return { part: part ?? 'none', points: pointsText(own), others, note: isDone ? (row.marker_note ?? '') : '' }
}

/** Hundredths; null = no points yet. @throws an OperationError for what is no number of points */
function readPoints({ language }: Pick<Scope, 'language'>, points: string): number | null {
  const plain = points.trim()
  if (plain === '') return null
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(plain))
    throw new OperationError('invalid', { errors: { points: t(language, 'mark.number') } })
  return scaledInteger(plain, 2)
}

const markRoute = defineExamRoute(markAnswerByHand, {
  login: 'admin',
  right: 'exam/marking/mark',
  label: { 'zh-cn': '评分', en: 'Mark' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => {
    const score = readPoints(scope, input.points)
    const place = await trx
      .selectFrom('exam_attempt_item')
      .select('attempt_id')
      .where('id', '=', input.item)
      .executeTakeFirst()
    if (!place) throw new OperationError('not_found')
    await lockRows(scope, trx, 'exam/attempt', [place.attempt_id], 'write')
    const attempt = await trx
      .selectFrom('exam_attempt')
      .selectAll()
      .where('id', '=', place.attempt_id)
      .executeTakeFirstOrThrow()
    const marked = await markByHand(scope, trx, attempt, { item: input.item, score, note: input.note?.trim() ?? '' })
    return { waiting: marked.waiting_count ?? 0, points: score === null ? '' : decimalText(score, 2) }
  },
})

export const markingRoutes = [papersRoute, queueRoute, markRoute]
