/** Reads what was entered as options and answer of a question, and says what is wrong with it. */
import type { Language } from 'tablewright/protocol'
import { alternativesOf, numberOf } from './fold-text.ts'
import { isChoiceKind, type Blank, type Kind, type QuestionDetails, type QuestionOption } from './question.ts'

export const maxOptions = 20
export const maxBlanks = 20
const maxOptionText = 1000

type Text = Readonly<Record<Language, string>>

export interface ReadDetails {
  readonly details: QuestionDetails
  /** Null = it can be stored. */
  readonly problem: Text | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [])

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function readOption(value: unknown): QuestionOption {
  if (!isRecord(value)) return { text: '' }
  const { text, right, weight } = value
  const hasWeight = right !== true && typeof weight === 'number' && weight !== 0
  return { text: textOf(text), ...(right === true && { right: true }), ...(hasWeight && { weight }) }
}

function readBlank(value: unknown): Blank {
  if (!isRecord(value)) return { answer: '' }
  const tolerance = textOf(value['tolerance'])
  return { answer: textOf(value['answer']), ...(tolerance !== '' && { tolerance }) }
}

/** The parts that the kind has; all others are left out. */
function partsOf(kind: Kind, value: Readonly<Record<string, unknown>>): QuestionDetails {
  if (isChoiceKind(kind)) {
    const options = listOf(value['options']).map(readOption)
    return { options: kind === 'MULTI' ? options.map(({ weight: _weight, ...option }) => option) : options }
  }
  if (kind === 'JUDGE') return typeof value['judge'] === 'boolean' ? { judge: value['judge'] } : {}
  if (kind === 'FILL')
    return {
      blanks: listOf(value['blanks']).map(readBlank),
      ...(value['anyOrder'] === true && { anyOrder: true }),
      ...(value['caseSensitive'] === true && { caseSensitive: true }),
    }
  const reference = textOf(value['reference'])
  return kind === 'SHORT' && reference !== '' ? { reference } : {}
}

/** @param text JSON; empty = nothing was entered */
export function readDetails(kind: Kind, text: string): ReadDetails {
  const value = parseJson(text)
  if (!isRecord(value))
    return {
      details: {},
      problem: { 'zh-cn': '选项与答案的格式不正确。', en: 'Options and answer are not in the expected form.' },
    }
  const details = partsOf(kind, value)
  return { details, problem: problemOf(kind, details) }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function problemOf(kind: Kind, details: QuestionDetails): Text | null {
  if (kind === 'JUDGE' && details.judge === undefined)
    return { 'zh-cn': '请选择该说法是否正确。', en: 'Say whether the statement is true.' }
  if (kind === 'FILL') return problemOfBlanks(details.blanks ?? [])
  if (isChoiceKind(kind)) return problemOfOptions(kind, details.options ?? [])
  return null
}

function problemOfOptions(kind: Kind, options: readonly QuestionOption[]): Text | null {
  if (options.length < 2) return { 'zh-cn': '请至少填写两个选项。', en: 'Enter at least two options.' }
  if (options.length > maxOptions)
    return { 'zh-cn': `最多 ${maxOptions} 个选项。`, en: `Enter at most ${maxOptions} options.` }
  const empty = options.findIndex(({ text }) => text === '')
  if (empty >= 0) return { 'zh-cn': `第 ${empty + 1} 个选项为空。`, en: `Option ${empty + 1} is empty.` }
  const long = options.findIndex(({ text }) => text.length > maxOptionText)
  if (long >= 0)
    return {
      'zh-cn': `第 ${long + 1} 个选项超过 ${maxOptionText} 个字符。`,
      en: `Option ${long + 1} has more than ${maxOptionText} characters.`,
    }
  const texts = options.map(({ text }) => text)
  const double = texts.findIndex((text, index) => texts.indexOf(text) !== index)
  if (double >= 0) return { 'zh-cn': `第 ${double + 1} 个选项重复。`, en: `Option ${double + 1} is there twice.` }
  const right = options.filter((option) => option.right).length
  if (right === 0) return { 'zh-cn': '请标出正确选项。', en: 'Mark the right option.' }
  if (kind === 'SINGLE' && right > 1)
    return { 'zh-cn': '单选题只能有一个正确选项。', en: 'A single choice has one right option.' }
  const heavy = options.findIndex(({ weight = 0 }) => !Number.isInteger(weight) || weight < 0 || weight > 99)
  return heavy < 0
    ? null
    : {
        'zh-cn': `第 ${heavy + 1} 个选项的得分比例应为 0 至 99 的整数。`,
        en: `The share of option ${heavy + 1} has to be a whole number from 0 to 99.`,
      }
}

function problemOfBlanks(blanks: readonly Blank[]): Text | null {
  if (blanks.length === 0) return { 'zh-cn': '请至少填写一个空的答案。', en: 'Enter the answer of at least one blank.' }
  if (blanks.length > maxBlanks)
    return { 'zh-cn': `最多 ${maxBlanks} 个空。`, en: `Enter at most ${maxBlanks} blanks.` }
  for (const [index, { answer, tolerance }] of blanks.entries()) {
    const alternatives = alternativesOf(answer)
    if (alternatives.length === 0 || answer.length > 500)
      return {
        'zh-cn': `请填写第 ${index + 1} 个空的答案（不超过 500 个字符）。`,
        en: `Enter the answer of blank ${index + 1} (500 characters at most).`,
      }
    if (tolerance === undefined) continue
    const margin = numberOf(tolerance)
    if (margin === null || margin < 0 || alternatives.some((alternative) => numberOf(alternative) === null))
      return {
        'zh-cn': `第 ${index + 1} 个空有误差范围，答案与误差须为数字。`,
        en: `Blank ${index + 1} has a tolerance: answer and tolerance have to be numbers.`,
      }
  }
  return null
}

/** The answer in words, for lists and markers. */
export function answerText(kind: Kind, details: QuestionDetails): string {
  if (kind === 'JUDGE') return details.judge === undefined ? '' : details.judge ? '√' : '×'
  if (isChoiceKind(kind))
    return (details.options ?? [])
      .flatMap(({ right, text }, index) => (right ? [`${String.fromCharCode(65 + index)}. ${text}`] : []))
      .join('; ')
  if (kind === 'FILL') return (details.blanks ?? []).map(({ answer }) => answer).join('; ')
  return details.reference ?? ''
}
