/** Which questions people see: the rules of the product against a plain evaluator, and the answers of bug reports. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemOf } from '../../../runtime/modules/questionnaire/shared/check-answers.ts'
import {
  end,
  isText,
  keysOf,
  type Answer,
  type Answers,
  type Condition,
  type Item,
  type ItemKind,
} from '../../../runtime/modules/questionnaire/shared/item.ts'
import { walkPaths } from '../../../runtime/modules/questionnaire/shared/paths.ts'
import { readItems } from '../../../runtime/modules/questionnaire/shared/read-items.ts'
import { applyLogic } from '../../../runtime/modules/questionnaire/shared/visibility.ts'

const options = (...labels: string[]) => labels.map((label, index) => ({ key: `k${index + 1}`, label }))
const single = (key: string, more: Partial<Item> = {}): Item => ({
  key,
  kind: 'single',
  title: key,
  must: true,
  options: options('yes', 'no', 'perhaps'),
  ...more,
})
const when = (item: string, value: string): Condition => ({ op: 'equals', item, value })
const choose = (...keys: string[]): Answer => ({ keys })
const shownKeys = (items: readonly Item[], answers: Answers) => applyLogic(items, answers).items.map(({ key }) => key)

/** As plainly as it can be written: no compiled rules, and jumps looked for from every earlier item. */
function plainly(items: readonly Item[], answers: Answers): string[] {
  const visible: string[] = []
  const answerOf = (key: string): Answer | undefined => (visible.includes(key) ? answers[key] : undefined)
  const isMet = (condition: Condition): boolean => {
    switch (condition.op) {
      case 'and':
        return condition.parts.every(isMet)
      case 'or':
        return condition.parts.some(isMet)
      case 'not':
        return !isMet(condition.part)
      default: {
        const item = items.find(({ key }) => key === condition.item)!
        const { keys = [], text = '' } = answerOf(condition.item) ?? {}
        const values = isText(item) ? (text.trim() === '' ? [] : [text.trim()]) : keys
        if (values.length === 0) return false
        if (condition.op === 'answered') return true
        if (condition.op === 'in') return condition.values.some((value) => values.includes(value))
        if (condition.op === 'equals') return values.length === 1 && values[0] === condition.value
        if (condition.op === 'contains')
          return isText(item) ? values[0]!.includes(condition.value) : values.includes(condition.value)
        if (condition.op !== 'compare') return false
        const number = /^-?\d{1,9}(\.\d{1,3})?$/.test(values[0]!) ? Number(values[0]) : null
        if (number === null) return false
        const { sign, value } = condition
        if (sign === '==') return number === value
        if (sign === '!=') return number !== value
        if (sign === '<') return number < value
        if (sign === '<=') return number <= value
        return sign === '>' ? number > value : number >= value
      }
    }
  }
  let until = 0
  for (const [index, item] of items.entries()) {
    if (index < until || (item.show && !isMet(item.show))) continue
    visible.push(item.key)
    const jump = (item.jumps ?? []).find(({ when: rule }) => !rule || isMet(rule))
    if (jump) {
      const target = jump.to === end ? items.length : items.findIndex(({ key }) => key === jump.to)
      until = Math.max(until, target)
    }
  }
  return visible
}

const kinds: readonly ItemKind[] = ['single', 'multiple', 'fill_in', 'dropdown', 'rating', 'matrix', 'short']

const conditionOn = (items: readonly Item[], depth: number): fc.Arbitrary<Condition> => {
  const comparison = fc.constantFrom(...items).chain((item): fc.Arbitrary<Condition> => {
    const { key } = item
    const value = isText(item) ? fc.constantFrom('1', '2', '12', 'ab') : fc.constantFrom(...keysOf(item))
    const forms: fc.Arbitrary<Condition>[] = [
      fc.constant({ op: 'answered', item: key }),
      value.map((text) => ({ op: 'contains', item: key, value: text })),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ op: 'in', item: key, values })),
    ]
    if (item.kind !== 'matrix') forms.push(value.map((text) => ({ op: 'equals', item: key, value: text })))
    if (isText(item) || item.kind === 'rating')
      forms.push(
        fc
          .tuple(fc.constantFrom('<', '<=', '>', '>=', '==', '!=' as const), fc.integer({ min: 0, max: 4 }))
          .map(([sign, number]): Condition => ({ op: 'compare', item: key, sign, value: number })),
      )
    return fc.oneof(...forms)
  })
  if (depth === 0) return comparison
  const inner = conditionOn(items, depth - 1)
  return fc.oneof(
    comparison,
    inner.map((part): Condition => ({ op: 'not', part })),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((parts): Condition => ({ op: 'and', parts })),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((parts): Condition => ({ op: 'or', parts })),
  )
}

const itemAt = (before: readonly Item[], count: number): fc.Arbitrary<Item> => {
  const index = before.length
  const key = `q${index}`
  const base = fc.constantFrom(...kinds).map((kind): Item => ({
    key,
    kind,
    title: key,
    must: false,
    ...(['single', 'multiple', 'dropdown', 'matrix'].includes(kind) && { options: options('a', 'b', 'c') }),
    ...(kind === 'matrix' && { rows: [{ key: 'r1', label: 'row' }] }),
  }))
  return base.chain((item) => {
    const show = before.length > 0 ? fc.option(conditionOn(before, 3), { nil: undefined }) : fc.constant(undefined)
    const later = Array.from({ length: count - index - 1 }, (_, place) => `q${index + place + 1}`)
    const jump = fc.record({
      to: fc.constantFrom(end, ...later),
      when: fc.option(conditionOn([...before, item], 2), { nil: undefined }),
    })
    return fc.tuple(show, fc.array(jump, { maxLength: 2 })).map(([rule, jumps]): Item => {
      const ownJumps = jumps.map(({ to, when: own }) => ({ to, ...(own && { when: own }) }))
      return { ...item, ...(rule && { show: rule }), ...(ownJumps.length > 0 && { jumps: ownJumps }) }
    })
  })
}

const questionnaire = fc
  .integer({ min: 1, max: 40 })
  .chain((count) =>
    Array.from({ length: count }).reduce<fc.Arbitrary<readonly Item[]>>(
      (items) => items.chain((before) => itemAt(before, count).map((item) => [...before, item])),
      fc.constant([]),
    ),
  )

const answersFor = (items: readonly Item[]): fc.Arbitrary<Answers> =>
  fc
    .tuple(
      ...items.map((item): fc.Arbitrary<Answer | undefined> => {
        if (isText(item))
          return fc.constantFrom(undefined, { text: '1' }, { text: '2' }, { text: '12' }, { text: 'xab' })
        const keys = fc.subarray([...keysOf(item)], { maxLength: item.kind === 'multiple' ? 3 : 1 })
        return fc.option(
          keys.map((some): Answer => ({ keys: some })),
          { nil: undefined },
        )
      }),
    )
    .map((all) => Object.fromEntries(items.flatMap(({ key }, index) => (all[index] ? [[key, all[index]]] : []))))

describe('QI1 QI2 which questions are shown', () => {
  it('is what a plain evaluator says, for random questionnaires and answers', () => {
    const cases = questionnaire.chain((items) => answersFor(items).map((answers) => ({ items, answers })))
    fc.assert(
      fc.property(cases, ({ items, answers }) => {
        expect(readItems(JSON.parse(JSON.stringify(items)))?.problems).toEqual([])
        const visible = applyLogic(items, answers)
        expect(visible.items.map(({ key }) => key)).toEqual(plainly(items, answers))
        expect(Object.keys(visible.answers).every((key) => visible.items.some((item) => item.key === key))).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('QB1 drops the answer of a question that is hidden again', () => {
    const items = [single('kids'), single('count', { show: when('kids', 'k1') })]
    expect(applyLogic(items, { kids: choose('k2'), count: choose('k3') }).answers).toEqual({ kids: choose('k2') })
  })

  it('QB2 QB3 hides what depends on a hidden question', () => {
    const items = [single('a'), single('b', { show: when('a', 'k1') }), single('c', { show: when('b', 'k1') })]
    const all = { a: choose('k1'), b: choose('k1'), c: choose('k1') }
    expect(shownKeys(items, all)).toEqual(['a', 'b', 'c'])
    expect(applyLogic(items, { ...all, a: choose('k2') }).answers).toEqual({ a: choose('k2') })
  })

  it('QB4 requires the questions of the way that was taken only', () => {
    const items = [
      single('way', { jumps: [{ when: when('way', 'k2'), to: 'second' }] }),
      single('first', { jumps: [{ to: end }] }),
      single('second'),
    ]
    for (const [way, other] of [
      ['k1', 'first'],
      ['k2', 'second'],
    ] as const) {
      const { items: visible, answers } = applyLogic(items, { way: choose(way), [other]: choose('k1') })
      expect(visible.map(({ key }) => key)).toEqual(['way', other])
      expect(visible.map((item) => problemOf(item, answers[item.key]))).toEqual([null, null])
    }
  })

  it('counts ways, and names questions that no way shows', () => {
    const items = [
      single('a', { jumps: [{ when: when('a', 'k2'), to: 'c' }] }),
      single('b', { show: { op: 'and', parts: [when('a', 'k1'), when('a', 'k2')] } }),
      single('c', { show: { op: 'not', part: when('a', 'k3') } }),
    ]
    expect(walkPaths(items)).toEqual({ count: 2, isCut: false, hidden: ['b'] })
    expect(walkPaths([single('a')])).toEqual({ count: 1, isCut: false, hidden: [] })
  })
})

describe('QB7 what a designer cannot store', () => {
  const good = { key: 'a', kind: 'single', title: 'A', must: true, options: options('x', 'y') }
  const later = { ...good, key: 'b', title: 'B' }
  it.each([
    ['no title', [{ ...good, title: ' ' }], 'title'],
    ['an unknown kind', [{ ...good, kind: 'slider' }], 'kind'],
    ['no options', [{ ...good, options: [] }], 'options'],
    ['two options with text key', [{ ...good, options: [...options('x'), ...options('y')] }], 'options'],
    ['a key twice', [good, good], 'key'],
    ['a key that means the end', [{ ...good, key: 'end' }], 'key'],
    ['limits the wrong way round', [{ ...good, kind: 'multiple', minChoices: 3, maxChoices: 2 }], 'limits'],
    ['a scale of one', [{ ...good, kind: 'rating', scale: 1 }], 'limits'],
    ['a condition on a later question', [{ ...good, show: when('b', 'k1') }, later], 'show'],
    ['a condition on itself', [{ ...good, show: when('a', 'k1') }], 'show'],
    ['a condition on an option that is gone', [good, { ...later, show: when('a', 'k9') }], 'show'],
    ['a condition on a question that is gone', [good, { ...later, show: when('x', 'k1') }], 'show'],
    ['a comparison of a choice', [good, { ...later, show: { op: 'compare', item: 'a', sign: '>', value: 1 } }], 'show'],
    ['a condition that is none', [good, { ...later, show: { op: 'xor' } }], 'show'],
    ['a jump backwards', [good, { ...later, jumps: [{ to: 'a' }] }], 'jumps'],
    ['a jump to itself', [{ ...good, jumps: [{ to: 'a' }] }], 'jumps'],
    ['a jump to nowhere', [{ ...good, jumps: [{ to: 'z' }] }], 'jumps'],
  ])('%s', (_case, items, field) => {
    const problems = readItems(items)?.problems ?? []
    expect(problems.map((problem) => problem.field)).toEqual([field])
    expect(problems.every(({ text }) => text['zh-cn'] !== '' && text.en !== '')).toBe(true)
  })

  it('names both questions of a condition or jump that leads the wrong way', () => {
    const [forward] = readItems([{ ...good, show: when('b', 'k1') }, later])?.problems ?? []
    const [backward] = readItems([good, { ...later, jumps: [{ to: 'a' }] }])?.problems ?? []
    expect(forward?.text.en).toMatch(/“A”.*“B”/)
    expect(backward?.text.en).toMatch(/“B”.*“A”/)
  })

  it('refuses what is no list of items', () => {
    expect([null, {}, 'x', [1], [[]]].map(readItems)).toEqual([null, null, null, null, null])
  })
})
