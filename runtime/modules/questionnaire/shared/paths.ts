/** Walks all ways through a questionnaire: how many there are, and which items are never shown. */
import { comparisonsIn } from './condition.ts'
import {
  hasManyKeys,
  isChoice,
  isText,
  isUpload,
  keysOf,
  type Answer,
  type Comparison,
  type Condition,
  type Item,
} from './item.ts'
import { walk } from './visibility.ts'

export interface Paths {
  /** Different lists of items that a person can see. */
  readonly count: number
  /** Not all ways were walked, because there are too many. */
  readonly isCut: boolean
  /** Keys of items that no walked way shows. */
  readonly hidden: readonly string[]
}

/** Combinations of answers that are tried at most. */
const maxTries = 20_000

const conditionsOf = ({ show, jumps = [] }: Item): readonly Condition[] => [
  ...(show ? [show] : []),
  ...jumps.flatMap(({ when }) => (when ? [when] : [])),
]

/** Tries the answers that conditions tell apart. */
export function walkPaths(items: readonly Item[]): Paths {
  const comparisons = items.flatMap(conditionsOf).flatMap(comparisonsIn)
  const tried = items.map((item) => answersToTry(item, comparisons))
  const lists = new Set<string>()
  const reached = new Set<string>()
  const stack: (readonly number[])[] = [[]]
  let tries = 0
  while (stack.length > 0 && tries < maxTries) {
    const choice = stack.pop() ?? []
    tries++
    const way = walk(items)
    const visible: string[] = []
    const full: number[] = []
    for (const [index, item] of items.entries()) {
      const isShown = way.isShown(index)
      const answerIndex = choice[index] ?? 0
      // The ways that follow from the other answers are walked later.
      if (isShown && choice[index] === undefined)
        for (let other = 1; other < (tried[index]?.length ?? 1); other++) stack.push([...full, other])
      full.push(answerIndex)
      way.record(index, isShown, tried[index]?.[answerIndex])
      if (isShown) visible.push(item.key)
    }
    lists.add(visible.join(' '))
    for (const key of visible) reached.add(key)
  }
  return {
    count: lists.size,
    isCut: stack.length > 0,
    hidden: items.map(({ key }) => key).filter((key) => !reached.has(key)),
  }
}

/** The answers of an item that the conditions can tell apart; a single one where none asks for it. */
function answersToTry(item: Item, comparisons: readonly Comparison[]): readonly (Answer | undefined)[] {
  const own = comparisons.filter((comparison) => comparison.item === item.key)
  if (own.length === 0) return [undefined]
  if (isUpload(item)) return [{ files: ['file'] }, undefined]
  if (isText(item)) return [...textsToTry(own).map((text) => ({ text })), undefined]
  if (!hasManyKeys(item)) return [...keysOf(item).map((key) => ({ keys: [key] })), ...(item.must ? [] : [undefined])]
  const namedKeys = [...new Set(own.flatMap(valuesOf))]
  const others = keysOf(item).filter((key) => !namedKeys.includes(key))
  const sets = subsetsOf(namedKeys)
  const withOther = others.slice(0, 1).flatMap((key) => [[key], ...sets.map((set) => [...set, key])])
  const all = [...sets, ...(isChoice(item) || namedKeys.length > 0 ? withOther : [])].filter((set) => set.length > 0)
  const order = keysOf(item)
  const sorted = all.map((set) => ({ keys: [...set].sort((a, b) => order.indexOf(a) - order.indexOf(b)) }))
  return [...sorted, ...(item.must ? [] : [undefined])]
}

const valuesOf = (comparison: Comparison): readonly string[] => {
  if (comparison.op === 'in') return comparison.values
  return comparison.op === 'equals' || comparison.op === 'contains' ? [comparison.value] : []
}

function textsToTry(own: readonly Comparison[]): readonly string[] {
  const around = own.flatMap((comparison) => {
    if (comparison.op !== 'compare') return []
    return [comparison.value - 1, comparison.value, comparison.value + 1].map((value) => String(value))
  })
  return [...new Set([...own.flatMap(valuesOf), ...around, '\u2026'])]
}

/** All sets of a few keys; of many keys each one, and all of them. */
function subsetsOf(keys: readonly string[]): readonly (readonly string[])[] {
  if (keys.length > 4) return [...keys.map((key) => [key]), keys]
  return keys.reduce<readonly (readonly string[])[]>(
    (sets, key) => [...sets, ...sets.map((set) => [...set, key])],
    [[]],
  )
}
