/** The questions that random papers of a subject are drawn from. */
import { questionOptions } from '#generated/exam/options.ts'
import type { Reading } from '#generated/exam/server.ts'
import type { Difficulty, Kind } from '../../shared/question.ts'

type Query = Pick<Reading, 'selectFrom'>

export interface PoolQuestion {
  readonly id: number
  readonly kind: Kind
  readonly difficulty: Difficulty
  readonly cate: number | null
}

/** Questions that may be asked in exams; a material counts when it has questions. Those of materials are not drawn. */
export async function readPool(query: Query, subject: number): Promise<readonly PoolQuestion[]> {
  const askable = query
    .selectFrom('exam_question')
    .where('status', '=', questionOptions.status.normal)
    .where('delete_time', 'is', null)
  const rows = await askable
    .select(['id', 'kind', 'difficulty', 'cate_id'])
    .where('subject_id', '=', subject)
    .where('practice', '=', questionOptions.practice.no)
    .where('material_id', 'is', null)
    .orderBy('id')
    .execute()
  const hasMaterial = rows.some(({ kind }) => kind === questionOptions.kind.material)
  const parts = hasMaterial
    ? await askable
        .select('material_id')
        .where('subject_id', '=', subject)
        .where('material_id', 'is not', null)
        .execute()
    : []
  const materials = new Set(parts.map(({ material_id }) => material_id))
  return rows
    .filter(({ id, kind }) => kind !== questionOptions.kind.material || materials.has(id))
    .map(({ id, kind, difficulty, cate_id }) => ({
      id,
      kind,
      difficulty: difficulty ?? questionOptions.difficulty.general,
      cate: cate_id,
    }))
}

/** Each category with all below it. */
export async function readCategories(query: Query): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await query.selectFrom('exam_cate').select(['id', 'pid']).execute()
  const parents = new Map(rows.map(({ id, pid }) => [id, pid]))
  const descendants = new Map<number, Set<number>>(rows.map(({ id }) => [id, new Set([id])]))
  for (const { id } of rows)
    for (let parent = parents.get(id) ?? null, depth = 0; parent !== null && depth < 10; depth++) {
      descendants.get(parent)?.add(id)
      parent = parents.get(parent) ?? null
    }
  return descendants
}
