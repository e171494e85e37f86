/** Marking is a pure function of item and answer: it is tested without a database. */
import { describe, expect, it } from 'vitest'
import { alternativesOf, foldText, numberOf } from '../../../runtime/modules/exam/shared/fold-text.ts'
import { markAnswer, type FrozenItem, type MultiMode } from '../../../runtime/modules/exam/shared/marking.ts'
import type { Answer, FrozenKey, Kind, QuestionDetails } from '../../../runtime/modules/exam/shared/question.ts'
import { readDetails } from '../../../runtime/modules/exam/shared/read-details.ts'
import { freezeDetails, splitScore } from '../../../runtime/modules/exam/server/attempts/freeze.ts'
import { drawQuestions, type DrawRule } from '../../../runtime/modules/exam/server/papers/draw.ts'
import { createRandom, shuffle } from '../../../runtime/modules/exam/server/random.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f']
const choice = (kind: Kind, count: number, key: FrozenKey, score = 200): FrozenItem => ({
  kind,
  score,
  key,
  options: { options: letters.slice(0, count).map((id) => ({ id, text: id })) },
})
const fill = (key: FrozenKey, score = 100): FrozenItem => ({
  kind: 'FILL',
  score,
  key,
  options: { blanks: key.blanks?.length ?? 0 },
})
const points = (item: FrozenItem, answer: Answer, mode: MultiMode = 'all') => markAnswer(item, mode, answer)?.score
const multi = (keys: readonly string[], mode: MultiMode, right = ['a', 'b'], count = 3) =>
  points(choice('MULTI', count, { right }), { keys }, mode)

describe('marking of choices', () => {
  it('E7 EB13: a part of the right options counts by the mode, a wrong one never helps', () => {
    const modes: readonly MultiMode[] = ['all', 'half', 'share']
    expect(modes.map((mode) => multi(['a', 'b'], mode))).toEqual([200, 200, 200])
    expect(modes.map((mode) => multi(['a'], mode))).toEqual([0, 100, 100])
    expect(modes.map((mode) => multi(['a', 'c'], mode))).toEqual([0, 0, 0])
    expect(modes.map((mode) => multi(['c'], mode))).toEqual([0, 0, 0])
    expect(modes.map((mode) => multi([], mode))).toEqual([0, 0, 0])
    expect(multi(['a', 'b', 'd'], 'share', ['a', 'b', 'c'], 5)).toBe(67)
    expect(multi(['a', 'b', 'd'], 'half', ['a', 'b', 'c'], 5)).toBe(0)
  })

  it('EB12: choosing everything scores nothing, unless everything is right', () => {
    for (const mode of ['all', 'half', 'share'] as const) {
      expect(multi(['a', 'b', 'c', 'd', 'e'], mode, ['a', 'b', 'c'], 5)).toBe(0)
      expect(multi(['a', 'b', 'c'], mode, ['a', 'b', 'c'], 3)).toBe(200)
    }
  })

  it('gives a partly right option of a single choice its share, rounded half up, and never more than all', () => {
    const item = choice('SINGLE', 4, { right: ['a'], weights: { b: 50, c: 33 } }, 25)
    expect(['a', 'b', 'c', 'd'].map((key) => points(item, { keys: [key] }))).toEqual([25, 13, 8, 0])
    expect(points(item, { keys: ['a', 'b'] })).toBe(0)
    expect(points(choice('JUDGE', 0, { right: ['T'] }), { keys: ['T'] })).toBe(200)
    expect(points(choice('JUDGE', 0, { right: ['T'] }), { keys: ['F'] })).toBe(0)
  })

  it('EI1 EI2 EI9: within its limits, the same again, and whatever the order of the options', () => {
    const random = createRandom(5)
    for (let turn = 0; turn < 300; turn++) {
      const count = 2 + Math.floor(random() * 5)
      const kind = random() < 0.7 ? 'MULTI' : 'SINGLE'
      const texts = letters.slice(0, count)
      const right = kind === 'MULTI' ? texts.filter(() => random() < 0.5) : []
      if (right.length === 0) right.push('a')
      const details: QuestionDetails = {
        options: texts.map((text) => ({ text, ...(right.includes(text) ? { right: true } : {}) })),
      }
      const selection = texts.filter(() => random() < 0.5)
      const score = Math.floor(random() * 1000)
      const mode = (['all', 'half', 'share'] as const)[Math.floor(random() * 3)]!
      const marks = [null, createRandom(turn), createRandom(turn + 1)].map((order) => {
        const { options, key } = freezeDetails(kind, details, order)
        const keys = options.options!.filter(({ text }) => selection.includes(text)).map(({ id }) => id)
        const item = { kind, score, options, key } as const
        expect(markAnswer(item, mode, { keys })).toEqual(markAnswer(item, mode, { keys: keys.toReversed() }))
        return points(item, { keys }, mode)!
      })
      expect(new Set(marks).size).toBe(1)
      expect(marks[0]).toBeGreaterThanOrEqual(0)
      expect(marks[0]).toBeLessThanOrEqual(score)
    }
  })
})

describe('marking of blanks', () => {
  it.each([
    ['ＡＢＣ', 'abc'],
    ['北 京', '北京'],
    ['New   York', 'new york'],
    ['“你好”，世界。', '"你好",世界.'],
    ['１２，５', '12,5'],
    ['a\u200Bb', 'ab'],
    ['（一）', '(一)'],
  ])('E8: %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('E8: case counts where it is asked for; spaces between words stay', () => {
    expect(foldText('ABC', true)).toBe('ABC')
    expect(foldText('new york')).not.toBe(foldText('newyork'))
  })

  it('E8: accepts alternatives, with an escaped separator', () => {
    expect(alternativesOf(String.raw`a\|b|c| d `)).toEqual(['a|b', 'c', 'd'])
    expect(alternativesOf(String.raw`a\\|b`)).toEqual([String.raw`a\ `.trim(), 'b'])
    const item = fill({ blanks: [{ answer: '北京|Beijing' }, { answer: '长江' }] })
    expect(points(item, { texts: ['ｂｅｉｊｉｎｇ', '黄河'] })).toBe(50)
    expect(points(item, { texts: ['长江', '北京'] })).toBe(0)
    expect(points(item, { texts: ['', ''] })).toBe(0)
    expect(points(fill({ blanks: [{ answer: 'Fe' }], caseSensitive: true }), { texts: ['fe'] })).toBe(0)
  })

  it('E8: compares numbers within their tolerance', () => {
    const item = fill({ blanks: [{ answer: '1', tolerance: '0.1' }] })
    expect(['1.1', '0.9', '1.11', '１．０', 'one', ''].map((text) => points(item, { texts: [text] }))).toEqual([
      100, 100, 0, 100, 0, 0,
    ])
    expect(points(fill({ blanks: [{ answer: '1200', tolerance: '0' }] }), { texts: ['1,200.0'] })).toBe(100)
    expect(numberOf('1e3')).toBe(1000)
    expect([numberOf('0x10'), numberOf('1,20'), numberOf('')]).toEqual([null, null, null])
  })

  it('E8: answers in any order fill a blank each, as many as can be', () => {
    const item = fill({ anyOrder: true, blanks: [{ answer: 'A|B' }, { answer: 'A' }, { answer: 'C' }] }, 300)
    expect(points(item, { texts: ['A', 'B', 'C'] })).toBe(300)
    expect(points(item, { texts: ['C', 'A', 'B'] })).toBe(300)
    expect(points(item, { texts: ['A', 'A', 'A'] })).toBe(200)
    expect(points(item, { texts: ['B', 'B', 'C'] })).toBe(200)
    expect(points(fill({ blanks: [{ answer: 'a' }, { answer: 'b' }, { answer: 'c' }] }, 100), { texts: ['a'] })).toBe(
      33,
    )
  })

  it('leaves short answers to people, empty ones excepted', () => {
    const item: FrozenItem = { kind: 'SHORT', score: 100, options: {}, key: {} }
    expect(markAnswer(item, 'all', { texts: ['because'] })).toBeNull()
    expect(markAnswer(item, 'all', { texts: ['  '], files: [] })).toEqual({ score: 0, isRight: false })
    expect(markAnswer(item, 'all', { texts: [''], files: ['code'] })).toBeNull()
  })
})

describe('questions of the bank', () => {
  const problem = (kind: Kind, details: unknown) => readDetails(kind, JSON.stringify(details)).problem?.en ?? null
  const options = (...right: readonly boolean[]) =>
    right.map((isRight, index) => ({ text: `o${index}`, ...(isRight && { right: true }) }))

  it('EB15: are refused without a right answer, with the reason', () => {
    expect(problem('SINGLE', { options: options(false, false) })).toBe('Mark the right option.')
    expect(problem('SINGLE', { options: options(true, true) })).toBe('A single choice has one right option.')
    expect(problem('MULTI', { options: options(true) })).toBe('Enter at least two options.')
    expect(problem('MULTI', { options: [{ text: 'a', right: true }, { text: ' ' }] })).toBe('Option 2 is empty.')
    expect(problem('MULTI', { options: [{ text: 'a', right: true }, { text: 'a' }] })).toBe('Option 2 is there twice.')
    expect(problem('JUDGE', {})).toBe('Say whether the statement is true.')
    expect(problem('FILL', { blanks: [{ answer: ' | ' }] })).toMatch(/^Enter the answer of blank 1/)
    expect(problem('FILL', { blanks: [{ answer: 'x', tolerance: '1' }] })).toMatch(/have to be numbers/)
    expect(readDetails('SINGLE', '{').problem).not.toBeNull()
    expect(readDetails('SINGLE', '[]').problem).not.toBeNull()
    for (const [kind, details] of [
      ['JUDGE', { judge: false }],
      ['SINGLE', { options: options(true, false) }],
      ['MULTI', { options: options(true, true, false) }],
      ['FILL', { blanks: [{ answer: '1', tolerance: '0' }] }],
      ['SHORT', {}],
    ] as const)
      expect(problem(kind, details)).toBeNull()
  })

  it('keep only what their kind has', () => {
    const all = {
      options: [
        { text: 'a', right: true, weight: 5, x: 1 },
        { text: 'b', weight: 20 },
      ],
      judge: true,
    }
    expect(readDetails('MULTI', JSON.stringify(all)).details).toEqual({
      options: [{ text: 'a', right: true }, { text: 'b' }],
    })
    expect(readDetails('SINGLE', JSON.stringify(all)).details.options![1]).toEqual({ text: 'b', weight: 20 })
    expect(readDetails('JUDGE', JSON.stringify(all)).details).toEqual({ judge: true })
  })
})

describe('random papers', () => {
  const pool = Array.from({ length: 40 }, (_, index) => ({
    id: index + 1,
    kind: 'SINGLE' as const,
    difficulty: (['EASY', 'GENERAL', 'HARD'] as const)[index % 3]!,
    cate: 1 + (index % 4),
  }))
  const categories = new Map([
    [1, new Set([1, 2])],
    [2, new Set([2])],
  ])
  const rule = (more: Partial<DrawRule>): DrawRule => ({
    kind: 'SINGLE',
    difficulty: null,
    cate: null,
    quantity: 1,
    ...more,
  })
  const draw = (rules: readonly DrawRule[], seed: number) => drawQuestions(rules, pool, categories, createRandom(seed))

  it('EI7: the same seed draws the same questions, none twice, and other seeds draw others', () => {
    const rules = [rule({ quantity: 10 }), rule({ difficulty: 'EASY', quantity: 5 }), rule({ cate: 1, quantity: 5 })]
    const all = new Set<string>()
    for (let seed = 0; seed < 30; seed++) {
      const groups = draw(rules, seed)!
      expect(draw(rules, seed)).toEqual(groups)
      const ids = groups.flat()
      expect(new Set(ids).size).toBe(20)
      expect(groups.map((group) => group.length)).toEqual([10, 5, 5])
      expect(groups[1]!.every((id) => (id - 1) % 3 === 0)).toBe(true)
      expect(groups[2]!.every((id) => (id - 1) % 4 < 2)).toBe(true)
      all.add(ids.join())
    }
    expect(all.size).toBe(30)
  })

  it('E9: draws whenever there are enough questions for all rules together, and only then', () => {
    // All 14 easy ones are needed by the second rule: the first one has to take others.
    const full = [rule({ quantity: 26 }), rule({ difficulty: 'EASY', quantity: 14 })]
    for (let seed = 0; seed < 20; seed++)
      expect(
        draw(full, seed)
          ?.flat()
          .toSorted((a, b) => a - b),
      ).toHaveLength(40)
    expect(draw([rule({ quantity: 27 }), rule({ difficulty: 'EASY', quantity: 14 })], 1)).toBeNull()
    expect(draw([rule({ cate: 2, quantity: 11 })], 1)).toBeNull()
    expect(draw([rule({ cate: 9, quantity: 1 })], 1)).toBeNull()
  })

  it('splits the points of a material so that they add up', () => {
    expect(splitScore(1000, 3)).toEqual([334, 333, 333])
    for (const [score, parts] of [
      [1, 3],
      [999, 7],
      [0, 2],
    ] as const)
      expect(splitScore(score, parts).reduce((sum, part) => sum + part, 0)).toBe(score)
  })

  it('T10 EI6: ids of options follow the order in which they are shown', () => {
    const details = { options: [{ text: 'x', right: true }, { text: 'y' }, { text: 'z' }] }
    const rightIds = new Set<string>()
    for (let seed = 0; seed < 40; seed++) {
      const { options, key } = freezeDetails('SINGLE', details, createRandom(seed))
      expect(options.options!.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
      rightIds.add(key.right![0]!)
    }
    expect(rightIds).toEqual(new Set(['a', 'b', 'c']))
    expect(shuffle([1, 2, 3], createRandom(1))).toEqual(shuffle([1, 2, 3], createRandom(1)))
  })
})
