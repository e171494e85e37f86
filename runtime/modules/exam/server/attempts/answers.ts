/** The answers of one attempt, for those who mark. */
import { decimalText } from 'tablewright/protocol'
import { ticketOwnerOf } from 'tablewright/server'
import { listAnswers } from '../../shared/attempt-routes.ts'
import { defineExamRoute } from '../member/define-route.ts'
import { askedQuestion, solutionOf } from '../member/results.ts'
import { readAttachments } from './attachments.ts'
import { readItems } from './attempt.ts'
import { answerOf, keyOf, scoreOf } from './mark.ts'

export const answersRoute = defineExamRoute(listAnswers, {
  login: 'admin',
  // A list of attempts shows no keys.
  right: 'exam/marking/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: null,
  handler: async ({ scope, input: { id } }) => {
    const items = await readItems(scope.database.query, id)
    const filesOf = await readAttachments(scope, [id], ticketOwnerOf(scope))
    return {
      list: items.map((item) => {
        const points = scoreOf(item)
        return {
          ...askedQuestion(item),
          seq: item.seq,
          answer: answerOf(item),
          files: filesOf(item),
          solution: solutionOf(keyOf(item), item.explain),
          score: decimalText(item.score ?? 0, 2),
          points: points === null ? '' : decimalText(points, 2),
          note: item.marker_note ?? '',
        }
      }),
    }
  },
})
