/** Writes questions in the GIFT format. Facts that it has no place for are comments, which other systems pass over. */
import { textOfHtml } from 'tablewright/protocol'
import { alternativesOf } from '../../shared/fold-text.ts'
import type { Blank, QuestionDetails, QuestionOption } from '../../shared/question.ts'
import type { BankEntry } from './entry.ts'

const escape = (text: string): string =>
  text.replace(/[~=#{}:\\]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`)

/** A mark in brackets at the beginning would be read as that of a format. */
function giftOf(html: string): string {
  const plain = textOfHtml(html)
  return plain === null || plain !== plain.trim() || plain.startsWith('[') ? `[html]${escape(html)}` : escape(plain)
}

/** An option that begins with a mark or a percent sign would be read as one. */
const optionText = (text: string): string => (/^[[%]/.test(text) ? `[plain]${escape(text)}` : escape(text))

/** Null where the format has no place for the answer: it knows one blank. */
function answerOf({ kind, details }: BankEntry): string | null {
  if (kind === 'SHORT') return ''
  if (kind === 'JUDGE') return details.judge ? 'TRUE' : 'FALSE'
  if (kind === 'FILL') {
    const { blanks: [blank, ...others] = [] } = details
    return blank && others.length === 0 ? blankOf(blank) : null
  }
  const options = details.options ?? []
  return kind === 'SINGLE' ? options.map(singleOption).join(' ') : multiOptions(details)
}

const singleOption = ({ text, right, weight }: QuestionOption): string =>
  `${right ? '=' : weight === undefined ? '~' : `~%${weight}%`}${optionText(text)}`

function multiOptions({ options = [] }: QuestionDetails): string {
  const share = Number((100 / options.filter(({ right }) => right).length).toFixed(5))
  // A single right option of several would be read as a single choice.
  return options.map(({ text, right }) => `~%${right ? Math.min(share, 99.99) : -100}%${optionText(text)}`).join(' ')
}

function blankOf({ answer, tolerance }: Blank): string {
  const alternatives = alternativesOf(answer)
  if (tolerance !== undefined)
    return `#${alternatives.map((value) => `=${escape(value)}:${escape(tolerance)}`).join(' ')}`
  return alternatives.map((text) => `=${optionText(text)}`).join(' ')
}

/** Null where the format cannot hold the question. */
function giftQuestion(entry: BankEntry): string | null {
  const { kind, number, material, subject, difficulty, details, isPractice, isHidden } = entry
  const tags = [
    `[id:${number}]`,
    `[tag:${difficulty.toLowerCase()}]`,
    ...(subject === '' ? [] : [`[tag:subject=${subject.replace(/[\]\r\n]/g, ' ')}]`]),
    ...(material === '' ? [] : [`[tag:material=${material}]`]),
    ...(isPractice ? ['[tag:practice]'] : []),
    ...(isHidden ? ['[tag:hidden]'] : []),
    ...(details.caseSensitive ? ['[tag:case]'] : []),
  ]
  const lines = [`// ${tags.join(' ')}`]
  if (details.reference !== undefined) lines.push(`// reference: ${JSON.stringify(details.reference)}`)
  if (kind === 'MATERIAL') return [...lines, giftOf(entry.title)].join('\n')
  const answer = answerOf(entry)
  if (answer === null) return null
  const explain = entry.explain === '' ? '' : `####${giftOf(entry.explain)}`
  return [...lines, `${giftOf(entry.title)} {${answer}${explain}}`].join('\n')
}

export function writeGift(entries: readonly BankEntry[]): string {
  let category: string | null = null
  const parts: string[] = []
  for (const entry of entries) {
    const path = entry.category.join('/')
    if (path !== (category ?? '')) parts.push(`$CATEGORY: ${path === '' ? 'top' : path}`)
    category = path
    parts.push(giftQuestion(entry) ?? `// [id:${entry.number}] has several blanks, which this format cannot hold.`)
  }
  return `${parts.join('\n\n')}\n`
}
