/**
 * Reads questions in the GIFT format: blocks between blank lines, with the answer in braces. Each question that cannot
 * be one of the bank has its reason; the others are not touched by it.
 */
import { htmlOfText, plainText } from 'tablewright/protocol'
import { difficultyNames, type Difficulty, type QuestionDetails, type QuestionOption } from '../../shared/question.ts'
import { EntryProblem, pathOf, readEntry, type BankEntry, type FileEntry } from './entry.ts'

/** Characters that a backslash makes ordinary, and what stands for them while the format is read. */
const special = '~=#{}:\\'
const firstMark = 0xe000
const lineMark = String.fromCodePoint(firstMark + special.length)

const protect = (text: string): string =>
  text
    .replace(/\\([~=#{}:\\])/g, (_, character: string) => String.fromCodePoint(firstMark + special.indexOf(character)))
    .replace(/\\n/g, lineMark)

const reveal = (text: string): string =>
  text.replace(/[\ue000-\ue007]/g, (mark) => special[(mark.codePointAt(0) ?? 0) - firstMark] ?? '\n')

interface Block {
  readonly line: number
  readonly lines: readonly string[]
  readonly comments: readonly string[]
}

/** Parts between blank lines; a category is a part of its own. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let comments: string[] = []
  let begin = 0
  const end = (): void => {
    if (lines.length > 0) {
      blocks.push({ line: begin, lines, comments })
      comments = []
    }
    lines = []
  }
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const plain = line.trim()
    if (plain === '') end()
    else if (plain.startsWith('//')) comments.push(plain.slice(2).trim())
    else {
      if (plain.startsWith('$CATEGORY:')) end()
      if (lines.length === 0) begin = index + 1
      lines.push(line)
      if (plain.startsWith('$CATEGORY:')) end()
    }
  }
  end()
  return blocks
}

export function readGift(text: string): readonly FileEntry[] {
  let category: readonly string[] = []
  const entries: FileEntry[] = []
  for (const { line, lines, comments } of blocksOf(text)) {
    const [first = ''] = lines
    if (first.trim().startsWith('$CATEGORY:')) {
      category = categoryOf(first.trim().slice('$CATEGORY:'.length))
      continue
    }
    const block = lines.join('\n')
    const own = category
    entries.push(readEntry(line, block.trim(), () => readQuestion(block, comments, own)))
  }
  return entries
}

/** The places that other systems begin paths with are no categories here. */
const categoryOf = (path: string): readonly string[] =>
  pathOf(path.replace(/\$[a-z]+\$/gi, '')).filter((name, index) => index > 0 || name !== 'top')

/** Facts that the format has no place for, in comments: `[tag:hard] [tag:practice] [id:7]`, `reference: "text"`. */
function factsOf(comments: readonly string[]) {
  const text = comments.join(' ')
  const tags = [...text.matchAll(/\[tag:([^\]]*)\]/g)].map(([, tag = '']) => tag.trim())
  const valueOf = (name: string): string => tags.find((tag) => tag.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const difficulty = difficultyNames.find((name) => tags.some((tag) => tag.toUpperCase() === name))
  const reference = comments.find((comment) => comment.startsWith('reference: '))?.slice('reference: '.length)
  return {
    number: /\[id:([^\]]*)\]/.exec(text)?.[1]?.trim() ?? '',
    material: valueOf('material'),
    subject: valueOf('subject'),
    difficulty: difficulty ?? ('GENERAL' satisfies Difficulty),
    isPractice: tags.includes('practice'),
    isHidden: tags.includes('hidden'),
    isCaseSensitive: tags.includes('case'),
    reference: reference === undefined ? '' : textOfJson(reference),
  }
}

function textOfJson(json: string): string {
  try {
    return String(JSON.parse(json))
  } catch {
    return ''
  }
}

/** Text of the format as HTML; without a mark of its format it is plain. */
function htmlOf(text: string): string {
  const [mark = '', format = ''] = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text) ?? []
  const content = reveal(text.slice(mark.length)).trim()
  if (content === '') return ''
  return format.toLowerCase() === 'html' ? content : htmlOfText(content)
}

const textOf = (text: string): string => plainText(htmlOf(text))

function readQuestion(block: string, comments: readonly string[], category: readonly string[]): BankEntry {
  const { reference, isCaseSensitive, ...facts } = factsOf(comments)
  // A name only helps authors to find the question.
  const text = protect(block.trim()).replace(/^::[\s\S]*?::/, '')
  const open = text.indexOf('{')
  const close = text.indexOf('}')
  const base = { ...facts, category }
  if (open < 0 && close < 0) return { ...base, kind: 'MATERIAL', title: titleOf(text), details: {}, explain: '' }
  const isClosed = open >= 0 && close > open && !/[{}]/.test(text.slice(close + 1) + text.slice(open + 1, close))
  if (!isClosed) throw new EntryProblem('gift.braces')
  const rest = text.slice(close + 1)
  const [answer = '', general = ''] = text.slice(open + 1, close).split('####')
  const title = titleOf(
    rest.trim() === '' ? text.slice(0, open) : `${text.slice(0, open).trimEnd()} ____ ${rest.trim()}`,
  )
  const { kind, details, feedback } = readAnswer(answer.trim())
  const explain = [htmlOf(general), ...feedback.map(htmlOfText)].join('')
  return {
    ...base,
    kind,
    title,
    explain,
    details: {
      ...details,
      ...(kind === 'FILL' && isCaseSensitive && { caseSensitive: true }),
      ...(kind === 'SHORT' && reference !== '' && { reference }),
    },
  }
}

function titleOf(text: string): string {
  const title = htmlOf(text)
  if (title === '') throw new EntryProblem('question.empty')
  return title
}

interface AnswerPart extends Pick<BankEntry, 'kind' | 'details'> {
  /** Comments on single answers, which the bank has in its explanation. */
  readonly feedback: readonly string[]
}

function readAnswer(answer: string): AnswerPart {
  if (answer === '') return { kind: 'SHORT', details: {}, feedback: [] }
  if (answer.startsWith('#')) return readNumbers(answer.slice(1).trim())
  const [, truth, comments = ''] = /^(TRUE|FALSE|T|F)\s*(#[\s\S]*)?$/i.exec(answer) ?? []
  if (truth !== undefined) {
    const feedback = comments.split('#').map(textOf)
    return { kind: 'JUDGE', details: { judge: /^t/i.test(truth) }, feedback: feedback.filter((text) => text !== '') }
  }
  const choices = choicesOf(/^[=~]/.test(answer) ? answer : `=${answer}`)
  if (choices.some(({ isPair }) => isPair)) throw new EntryProblem('gift.matching')
  return choices.some(({ sign }) => sign === '~') ? readOptions(choices) : readAlternatives(choices)
}

interface Choice {
  readonly sign: string
  /** Percent of the points; null = the whole or nothing, as the sign says. */
  readonly weight: number | null
  readonly text: string
  readonly feedback: string
  readonly isPair: boolean
}

function choicesOf(answer: string): readonly Choice[] {
  return [...answer.matchAll(/([=~])([^=~]*)/g)].map(([, sign = '', part = '']) => {
    const [content = '', ...comments] = part.split('#')
    const [percent = '', weight] = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(content) ?? []
    return {
      sign,
      weight: weight === undefined ? null : Number(weight),
      text: textOf(content.slice(percent.length)),
      feedback: textOf(comments.join('#')),
      isPair: content.includes('->'),
    }
  })
}

const feedbackOf = (choices: readonly Choice[]): readonly string[] =>
  choices.flatMap(({ text, feedback }) => (feedback === '' ? [] : [`${text}: ${feedback}`]))

/** Percents that are written with few digits add up to nearly 100. */
const isWhole = (percent: number): boolean => Math.abs(percent - 100) < 0.1

function readOptions(choices: readonly Choice[]): AnswerPart {
  const feedback = feedbackOf(choices)
  const isRight = ({ sign, weight }: Choice): boolean => (weight === null ? sign === '=' : weight >= 100)
  const right = choices.filter(isRight)
  if (right.length > 1) throw new EntryProblem('gift.several')
  if (right.length === 1) {
    const options = choices.map((choice): QuestionOption => {
      const weight = Math.round(choice.weight ?? 0)
      if (isRight(choice)) return { text: choice.text, right: true }
      return weight > 0 ? { text: choice.text, weight: Math.min(99, weight) } : { text: choice.text }
    })
    return { kind: 'SINGLE', details: { options }, feedback }
  }
  const positive = choices.filter(({ weight }) => (weight ?? 0) > 0)
  if (positive.length === 0) throw new EntryProblem('gift.right')
  if (!isWhole(positive.reduce((sum, { weight }) => sum + (weight ?? 0), 0))) throw new EntryProblem('gift.shares')
  const options = choices.map(({ text, weight }) => ((weight ?? 0) > 0 ? { text, right: true } : { text }))
  return { kind: 'MULTI', details: { options }, feedback }
}

/** Every answer that is accepted has to count fully. */
function requireWhole(choices: readonly Choice[]): void {
  if (choices.some(({ weight }) => weight !== null && weight !== 100)) throw new EntryProblem('gift.partial')
}

const escapeAlternative = (text: string): string => text.replace(/[|\\]/g, String.raw`\$&`)

function readAlternatives(choices: readonly Choice[]): AnswerPart {
  requireWhole(choices)
  const answer = choices.map(({ text }) => escapeAlternative(text)).join('|')
  return { kind: 'FILL', details: { blanks: [{ answer }] }, feedback: feedbackOf(choices) }
}

/** Enough digits for what people write, and none that binary fractions add. */
const numberText = (value: number): string => String(Number(value.toPrecision(12)))

function readNumbers(answer: string): AnswerPart {
  const choices = choicesOf(answer.startsWith('=') ? answer : `=${answer}`)
  requireWhole(choices)
  const values = choices.map(({ text }) => {
    const [, from, to] = /^(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)$/.exec(text.replace(/\.\.+/, ' .. ')) ?? []
    const [value = '', tolerance = '0'] = text.split(':').map((part) => part.trim())
    const [middle, margin] =
      from === undefined || to === undefined
        ? [Number(value || Number.NaN), Number(tolerance || '0')]
        : [(Number(from) + Number(to)) / 2, (Number(to) - Number(from)) / 2]
    if (!Number.isFinite(middle) || !Number.isFinite(margin) || margin < 0)
      throw new EntryProblem('gift.number', { text: text.slice(0, 40) })
    return { answer: numberText(middle), tolerance: numberText(margin) }
  })
  const tolerances = new Set(values.map(({ tolerance }) => tolerance))
  const [tolerance = '0'] = tolerances
  if (tolerances.size > 1) throw new EntryProblem('gift.tolerances')
  const details: QuestionDetails = { blanks: [{ answer: values.map((value) => value.answer).join('|'), tolerance }] }
  return { kind: 'FILL', details, feedback: feedbackOf(choices) }
}
