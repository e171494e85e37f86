/** When members see results, answers and explanations. */
import { nowSeconds } from 'tablewright/server'
import { attemptOptions, paperOptions } from '#generated/exam/options.ts'
import type { Reading } from '#generated/exam/server.ts'
import { isOpenAttempt, type Attempt } from '../attempts/attempt.ts'
import { papersWithOpenRooms, papersWithRooms } from '../rooms/room.ts'
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

/** Papers whose keys have to wait for somebody: who works on one, or may still enter a room. */
async function heldPapers(query: Query, papers: readonly ReleasePolicy[]): Promise<ReadonlySet<number>> {
  const { now, after_end: afterEnd } = paperOptions.release
  const idsOf = (policy: string): readonly number[] =>
    papers.filter(({ release }) => release === policy).map(({ id }) => id)
  const [atOnce, later] = [idsOf(now), idsOf(afterEnd)]
  const rooms = await papersWithRooms(query, atOnce)
  const atWork = await papersAtWork(query, [...later, ...rooms])
  const open = await papersWithOpenRooms(query, [...later, ...rooms])
  return new Set([...atWork, ...open])
}

/** Papers by what their members see of marked attempts. */
export interface Release {
  /** Scores. */
  readonly scores: ReadonlySet<number>
  /** Answers, keys and explanations. */
  readonly keys: ReadonlySet<number>
}

/**
 * The papers whose marked attempts are released. After the end means that nobody works on the paper any more, also not
 * with more time. Where a paper has rooms, scores may come at once, but keys wait for the last of them.
 */
export async function releasedPapers(query: Query, papers: readonly ReleasePolicy[]): Promise<Release> {
  const time = nowSeconds()
  const { manual, after_end: afterEnd, now } = paperOptions.release
  const waiting = await heldPapers(query, papers)
  const idsWhere = (test: (policy: ReleasePolicy) => boolean): ReadonlySet<number> =>
    new Set(papers.filter(test).map(({ id }) => id))
  const hasEnded = ({ end_time: end }: ReleasePolicy): boolean => end !== null && end <= time
  const isOut = (policy: ReleasePolicy): boolean => {
    const { id, release, release_time } = policy
    // Guard T10: who has more time than others still works on the paper.
    // Without: if (release === afterEnd) return hasEnded(policy)
    if (release === afterEnd) return hasEnded(policy) && !waiting.has(id)
    // Guard T10: nobody has released it.
    // Without: return true
    return (release ?? manual) === manual && release_time !== null && release_time <= time
  }
  return {
    scores: idsWhere((policy) => policy.release === now || isOut(policy)),
    keys: idsWhere((policy) => (policy.release === now ? !waiting.has(policy.id) : isOut(policy))),
  }
}

/** The release of the papers of these attempts. */
export async function readReleased(query: Query, attempts: readonly Pick<Attempt, 'paper_id'>[]): Promise<Release> {
  const ids = [...new Set(attempts.map(({ paper_id }) => paper_id))]
  if (ids.length === 0) return { scores: new Set(), keys: new Set() }
  const papers = await query
    .selectFrom('exam_paper')
    .select(['id', 'release', 'release_time', 'end_time'])
    .where('id', 'in', ids)
    .execute()
  return releasedPapers(query, papers)
}

/** Whether the member sees the score of this attempt. */
export const isScoreReleased = async (query: Query, attempt: Pick<Attempt, 'state' | 'paper_id'>): Promise<boolean> =>
  attempt.state === attemptOptions.state.graded && (await readReleased(query, [attempt])).scores.has(attempt.paper_id)
