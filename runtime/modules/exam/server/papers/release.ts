/** When members see results, answers and explanations. */
import { nowSeconds } from 'tablewright/server'
import { attemptOptions, paperOptions } from '#generated/exam/options.ts'
import type { Reading } from '#generated/exam/server.ts'
import { isOpenAttempt, type Attempt } from '../attempts/attempt.ts'
import type { Paper } from './paper.ts'

type Query = Pick<Reading, 'selectFrom'>
export type ReleasePolicy = Pick<Paper, 'id' | 'release' | 'release_time' | 'end_time'>

/** Papers that somebody is working on, of those given. */
async function papersAtWork(query: Query, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await query
    .selectFrom('exam_attempt')
    .select('paper_id')
    .distinct()
    .where('paper_id', 'in', [...ids])
    .where('state', '=', attemptOptions.state.working)
    .where(isOpenAttempt())
    .execute()
  return new Set(rows.map(({ paper_id }) => paper_id))
}

/**
 * The papers whose marked attempts are released. After the end means that nobody works on the paper any
 * more, also not with more time.
 */
export async function releasedPapers(query: Query, papers: readonly ReleasePolicy[]): Promise<ReadonlySet<number>> {
  const now = nowSeconds()
  const { manual, after_end: afterEnd } = paperOptions.release
  const ended = papers.filter(({ release, end_time }) => release === afterEnd && end_time !== null && end_time <= now)
  const atWork = await papersAtWork(
    query,
    ended.map(({ id }) => id),
  )
  const isReleased = ({ id, release, release_time }: ReleasePolicy): boolean => {
    if (release === paperOptions.release.now) return true
    // Guard T10: who has more time than others still works on the paper.
    // Without: if (release === afterEnd) return ended.some((paper) => paper.id === id)
    if (release === afterEnd) return ended.some((paper) => paper.id === id) && !atWork.has(id)
    // Guard T10: nobody has released it.
    // Without: return true
    return (release ?? manual) === manual && release_time !== null && release_time <= now
  }
  return new Set(papers.filter(isReleased).map(({ id }) => id))
}

/** The papers of these attempts whose results are released. */
export async function readReleased(
  query: Query,
  attempts: readonly Pick<Attempt, 'paper_id'>[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(attempts.map(({ paper_id }) => paper_id))]
  if (ids.length === 0) return new Set()
  const papers = await query
    .selectFrom('exam_paper')
    .select(['id', 'release', 'release_time', 'end_time'])
    .where('id', 'in', ids)
    .execute()
  return releasedPapers(query, papers)
}

/** Whether the member sees the result of this attempt. */
export const isReleased = async (query: Query, attempt: Pick<Attempt, 'state' | 'paper_id'>): Promise<boolean> =>
  attempt.state === attemptOptions.state.graded && (await readReleased(query, [attempt])).has(attempt.paper_id)
