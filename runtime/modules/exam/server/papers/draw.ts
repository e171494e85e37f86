/** Draws questions by the rules of a random paper: no question twice, and whenever there are enough of them. */
import type { Difficulty, Kind } from '../../shared/question.ts'
import { shuffle, type Random } from '../random.ts'
import type { PoolQuestion } from './pool.ts'

export interface DrawRule {
  readonly kind: Kind
  /** Null = any. */
  readonly difficulty: Difficulty | null
  readonly cate: number | null
  readonly quantity: number
}

type Categories = ReadonlyMap<number, ReadonlySet<number>>

export const fitsRule = (rule: DrawRule, question: PoolQuestion, categories: Categories): boolean =>
  question.kind === rule.kind &&
  (rule.difficulty === null || question.difficulty === rule.difficulty) &&
  (rule.cate === null || (question.cate !== null && (categories.get(rule.cate)?.has(question.cate) ?? false)))

/** The questions of each rule; null where the pool is too small for all of them together. */
export function drawQuestions(
  rules: readonly DrawRule[],
  pool: readonly PoolQuestion[],
  categories: Categories,
  random: Random,
): readonly (readonly number[])[] | null {
  const shuffled = shuffle(pool, random)
  const candidates = rules.map((rule) => shuffled.filter((question) => fitsRule(rule, question, categories)))
  const owners = new Map<number, number>()
  /** Gives a question to the rule, which another rule may have to replace by one of its own candidates. */
  const assign = (rule: number, tried: Set<number>): boolean => {
    const own = candidates[rule] ?? []
    const free = own.find(({ id }) => !owners.has(id))
    if (free) {
      owners.set(free.id, rule)
      return true
    }
    for (const { id } of own) {
      const owner = owners.get(id)
      if (owner === undefined || owner === rule || tried.has(id)) continue
      tried.add(id)
      if (!assign(owner, tried)) continue
      owners.set(id, rule)
      return true
    }
    return false
  }
  for (const [index, { quantity }] of rules.entries())
    for (let count = 0; count < quantity; count++) if (!assign(index, new Set())) return null
  return rules.map((_, index) =>
    (candidates[index] ?? []).filter(({ id }) => owners.get(id) === index).map(({ id }) => id),
  )
}
