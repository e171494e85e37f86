/**
 * The alternative for people who cannot see the picture: a small sum in words for screen readers. Programs can solve it
 * as well; it is a throttle like the picture, so an answer within the first seconds counts as wrong.
 */
import type { Language } from '../../../protocol/index.ts'
import { randomBetween } from './random.ts'

export interface Question {
  readonly text: string
  readonly answer: number
}

/** Seconds that must pass before an answer counts. */
export const minAnswerSeconds = 3

const words: Readonly<Record<Language, readonly string[]>> = {
  'zh-cn': [
    '零',
    '一',
    '二',
    '三',
    '四',
    '五',
    '六',
    '七',
    '八',
    '九',
    '十',
    '十一',
    '十二',
    '十三',
    '十四',
    '十五',
    '十六',
    '十七',
    '十八',
    '十九',
    '二十',
  ],
  en: [
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
    'twenty',
  ],
}

const sentences: Readonly<
  Record<Language, { readonly plus: string; readonly minus: string; readonly largest: string }>
> = {
  'zh-cn': {
    plus: '{a}加{b}，再加{c}，等于多少？请用数字回答。',
    minus: '{a}加{b}，再减{c}，等于多少？请用数字回答。',
    largest: '{a}、{b}、{c}，其中最大的数加一等于多少？请用数字回答。',
  },
  en: {
    plus: 'What is {a} plus {b} plus {c}? Answer in digits.',
    minus: 'What is {a} plus {b} minus {c}? Answer in digits.',
    largest: 'Take the largest of {a}, {b} and {c} and add one. What is it? Answer in digits.',
  },
}

export function createQuestion(language: Language): Question {
  const [a, b, c] = [randomBetween(7, 20), randomBetween(4, 20), randomBetween(1, 10)]
  const word = (value: number): string => words[language][value] ?? String(value)
  const interpolate = (text: string): string =>
    text.replace('{a}', word(a)).replace('{b}', word(b)).replace('{c}', word(c))
  const { plus, minus, largest } = sentences[language]
  const questions: readonly [Question, Question, Question] = [
    { text: interpolate(plus), answer: a + b + c },
    { text: interpolate(minus), answer: a + b - c },
    { text: interpolate(largest), answer: Math.max(a, b, c) + 1 },
  ]
  return questions[randomBetween(0, 2)] ?? questions[0]
}

/** Digits of any width, blanks around them allowed. */
export function isCorrectAnswer(answer: number, info: string): boolean {
  const text = info.slice(0, 20).normalize('NFKC').trim()
  return /^\d{1,3}$/.test(text) && Number(text) === answer
}
