/** The dry run of a regrade, and what an applied one has changed. */
import { decimalText } from 'tablewright/protocol'
import { OperationError } from 'tablewright/server'
import { attemptOptions, paperOptions, regradeOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { dryRunRegrade } from '../../shared/regrade-routes.ts'
import { t } from '../i18n.ts'
import { defineExamRoute, refuseMissing } from '../member/define-route.ts'
import { planRegrade, type Regrade } from './plan.ts'

const scoreText = (score: number | null | undefined): string =>
  score === null || score === undefined ? '' : decimalText(score, 2)
const isPass = (value: number | null | undefined): boolean => value === attemptOptions.is_pass.yes

/** Names of members; numbers where the paper is marked without names. */
async function readNames(scope: Scope, query: Reading, paper: number): Promise<ReadonlyMap<number, string>> {
  const rows = await query
    .selectFrom('exam_attempt as a')
    .innerJoin('exam_paper as p', 'p.id', 'a.paper_id')
    .leftJoin('user as u', 'u.id', 'a.user_id')
    .select(['a.id', 'u.nickname', 'u.username', 'p.hide_names'])
    .where('a.paper_id', '=', paper)
    .execute()
  return new Map(
    rows.map(({ id, nickname, username, hide_names }) => {
      const name = hide_names === paperOptions.hide_names.yes ? '' : nickname || username || ''
      return [id, name || t(scope.language, 'mark.candidate', { number: id })]
    }),
  )
}

const dryRunRoute = defineExamRoute(dryRunRegrade, {
  login: 'admin',
  right: 'exam/regrade/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: 60,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const regrade =
      (await query.selectFrom('exam_regrade').selectAll().where('id', '=', input.id).executeTakeFirst()) ??
      refuseMissing(scope)
    const names = await readNames(scope, query, regrade.paper_id)
    const nameOf = (id: number): string => names.get(id) ?? ''
    if (regrade.status === regradeOptions.status.applied) {
      const rows = await query
        .selectFrom('exam_regrade_change')
        .selectAll()
        .where('regrade_id', '=', regrade.id)
        .orderBy('id')
        .execute()
      const list = rows.map((row) => ({
        attempt: row.attempt_id,
        name: nameOf(row.attempt_id),
        before: scoreText(row.old_score),
        after: scoreText(row.new_score),
        isPassBefore: isPass(row.old_pass),
        isPassAfter: isPass(row.new_pass),
      }))
      return { isApplied: true, hash: '', problem: '', count: regrade.attempt_count ?? 0, working: 0, list }
    }
    return { isApplied: false, ...(await dryRun(scope, query, regrade, nameOf)) }
  },
})

async function dryRun(scope: Scope, query: Reading, regrade: Regrade, nameOf: (id: number) => string) {
  try {
    const { attempts, hash } = await planRegrade(scope, query, regrade)
    const finished = attempts.filter(({ result }) => result !== null)
    return {
      hash,
      problem: '',
      count: finished.length,
      working: attempts.length - finished.length,
      list: finished.map(({ attempt, result }) => ({
        attempt: attempt.id,
        name: nameOf(attempt.id),
        before: scoreText(attempt.score),
        after: scoreText(result?.score),
        isPassBefore: isPass(attempt.is_pass),
        isPassAfter: isPass(result?.is_pass),
      })),
    }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { hash: '', problem: error.messageIn(scope.language), count: 0, working: 0, list: [] }
  }
}

export const regradeRoutes = [dryRunRoute]
