/** The composition of a paper while it is edited. */
import { addDecimals, type AnswerOf } from 'tablewright/protocol'
import type { composePaper } from '../../shared/paper-routes.ts'
import type { Kind } from '../../shared/question.ts'

export type Composition = AnswerOf<(typeof composePaper)['answer']>
export type Rule = Composition['rules'][number]
export type Line = Composition['questions'][number]
type Mode = Composition['mode']

export const kindNames = ['JUDGE', 'SINGLE', 'MULTI', 'FILL', 'SHORT', 'MATERIAL'] as const satisfies readonly Kind[]
/** "" = any. */
export const difficultyColumns = ['', 'EASY', 'GENERAL', 'HARD'] as const

export const maxQuestions = 200

export interface Draft {
  readonly mode: Mode
  readonly rules: readonly Rule[]
  readonly questions: readonly Line[]
}

/** The category with all below it; null for 0, which is any. */
function categoriesBelow({ categories }: Composition, category: number): ReadonlySet<number> | null {
  if (category === 0) return null
  const below = new Set([category])
  // Three levels at most.
  for (let level = 0; level < 3; level++)
    for (const { id, parent } of categories) if (parent !== null && below.has(parent)) below.add(id)
  return below
}

/** How many questions of the bank a rule can draw from. */
export function availableFor(
  composition: Composition,
  { kind, difficulty, category }: Pick<Rule, 'kind' | 'difficulty' | 'category'>,
): number {
  const below = categoriesBelow(composition, category)
  return composition.pool
    .filter((entry) => entry.kind === kind && (difficulty === '' || entry.difficulty === difficulty))
    .filter((entry) => below === null || below.has(entry.category))
    .reduce((sum, { count }) => sum + count, 0)
}

/** Questions and points. Points that are no number count as none. */
export function totalOf({ mode, rules, questions }: Draft): { readonly count: number; readonly score: string } {
  const lines = mode === 'RANDOM' ? rules : questions.map(({ score }) => ({ quantity: 1, score }))
  let score = '0'
  for (const line of lines)
    if (isPoints(line.score)) for (let turn = 0; turn < line.quantity; turn++) score = addDecimals(score, line.score)
  return { count: lines.reduce((sum, { quantity }) => sum + quantity, 0), score }
}

export const isPoints = (text: string): boolean => {
  const plain = text.trim()
  return /^\d{1,4}(?:\.\d{1,2})?$/.test(plain) && Number(plain) >= 0.01 && Number(plain) <= 1000
}

const isSamePlace = (left: Pick<Rule, 'kind' | 'difficulty' | 'category'>, right: typeof left): boolean =>
  left.kind === right.kind && left.difficulty === right.difficulty && left.category === right.category

export const ruleAt = (
  rules: readonly Rule[],
  place: Pick<Rule, 'kind' | 'difficulty' | 'category'>,
): Rule | undefined => rules.find((rule) => isSamePlace(rule, place))

/** The rules with another quantity in one cell; none is no rule. */
export function withQuantity(rules: readonly Rule[], rule: Rule): readonly Rule[] {
  const others = rules.filter((other) => !isSamePlace(other, rule))
  const place = rules.findIndex((other) => isSamePlace(other, rule))
  if (rule.quantity <= 0) return others
  return place < 0 ? [...rules, rule] : rules.map((other, index) => (index === place ? rule : other))
}

/** The lines with one moved to the place of another. */
export function movedLine<T>(lines: readonly T[], from: number, to: number): readonly T[] {
  const line = lines[from]
  if (line === undefined || to < 0 || to >= lines.length) return lines
  return lines.toSpliced(from, 1).toSpliced(to, 0, line)
}

/** Whether the draft is another composition than the stored one. */
export const isChanged = ({ mode, rules, questions }: Draft, former: Draft): boolean =>
  mode !== former.mode || rules !== former.rules || questions !== former.questions
