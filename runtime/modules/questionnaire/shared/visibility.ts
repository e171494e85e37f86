/** Which items a person sees: one pass in the order of the items, the same on the server and in the browser. */
import { evaluateRule, memoizeByObject, type RuleModel, type RuleNode, type RuleValue } from 'tablewright/protocol'
import { factsOf, ruleOf, shownField, shownRule } from './condition.ts'
import { end, isAnswered, type Answer, type Answers, type Condition, type Item } from './item.ts'

/** The items with the rules that decide whether each is shown; null = always. */
const rulesOf = memoizeByObject((items: readonly Item[]): readonly (RuleModel | null)[] => {
  const jumps = items.flatMap((item, index) => jumpsOf(items, item, index))
  return items.map((item, index) => {
    const skipping = jumps.filter((jump) => jump.from < index && index < jump.to)
    const parts: readonly RuleNode[] = [
      ...(item.show ? [ruleOf(item.show, items.slice(0, index))] : []),
      ...skipping.map(({ isTaken }): RuleNode => ({ op: 'not', part: isTaken })),
    ]
    return parts.length === 0 ? null : { source: item.key, tree: { op: 'and', parts }, reads: [] }
  })
})

interface CompiledJump {
  readonly from: number
  readonly to: number
  readonly isTaken: RuleNode
}

/** A jump is taken where its item is shown, its condition is met, and no earlier one of the item is taken. */
function jumpsOf(items: readonly Item[], item: Item, index: number): readonly CompiledJump[] {
  const earlier = items.slice(0, index + 1)
  const rule = (when: Condition | undefined): RuleNode =>
    when === undefined ? { op: 'value', value: true } : ruleOf(when, earlier)
  const jumps = item.jumps ?? []
  return jumps.map(({ when, to }, place) => ({
    from: index,
    to: to === end ? items.length : items.findIndex(({ key }) => key === to),
    isTaken: {
      op: 'and',
      parts: [
        shownRule(item.key),
        ...jumps.slice(0, place).map((other): RuleNode => ({ op: 'not', part: rule(other.when) })),
        rule(when),
      ],
    },
  }))
}

/** The facts after some of the items, for callers that walk all ways through a questionnaire. */
export interface Walk {
  readonly isShown: (index: number) => boolean
  readonly record: (index: number, isShown: boolean, answer: Answer | undefined) => void
}

/** A pass over the items, one after the other: `record` has to be called for each before the next is asked for. */
export function walk(items: readonly Item[]): Walk {
  const rules = rulesOf(items)
  const record: Record<string, RuleValue> = {}
  const facts = { record, old: null, actor: null, now: 0 }
  return {
    isShown: (index) => {
      const rule = rules[index] ?? null
      return rule === null || evaluateRule(rule, facts)
    },
    record: (index, isShown, answer) => {
      const item = items[index]
      if (item) Object.assign(record, factsOf(item, isShown ? answer : undefined), { [shownField(item.key)]: isShown })
    },
  }
}

export interface VisibleItems {
  /** In their order. */
  readonly items: readonly Item[]
  /** Answers of visible items only, without empty ones. */
  readonly answers: Answers
}

/** The items that a person with these answers sees. An answer of a hidden item counts for nothing. */
export function applyLogic(items: readonly Item[], answers: Answers): VisibleItems {
  const way = walk(items)
  const visible: Item[] = []
  const keptAnswers: Record<string, Answer> = {}
  for (const [index, item] of items.entries()) {
    const answer = Object.hasOwn(answers, item.key) ? answers[item.key] : undefined
    const isShown = way.isShown(index)
    way.record(index, isShown, answer)
    if (!isShown) continue
    visible.push(item)
    if (answer && isAnswered(answer)) keptAnswers[item.key] = answer
  }
  return { items: visible, answers: keptAnswers }
}
