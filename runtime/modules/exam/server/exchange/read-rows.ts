/** Reads questions in the rows of a CSV file or a workbook, one in each. */
import { htmlOfText } from 'tablewright/protocol'
import type { TableRow } from 'tablewright/server'
import type { Blank, Kind, QuestionDetails, QuestionOption } from '../../shared/question.ts'
import {
  difficultyOf,
  hasRule,
  isHiddenWord,
  kindOf,
  letterOf,
  readHeader,
  truthOf,
  type ColumnName,
  type Header,
} from './columns.ts'
import { EntryProblem, isHtml, pathOf, readEntry, type BankEntry, type FileEntry } from './entry.ts'

/** Lines above the header, such as the title of a form. */
const maxTitleRows = 20

/** Null where no line names the columns of questions. */
export function readRows(rows: readonly TableRow[]): readonly FileEntry[] | null {
  const headerPlace = rows.slice(0, maxTitleRows).findIndex(({ cells }) => readHeader(cells) !== null)
  const header = readHeader(rows[headerPlace]?.cells ?? [])
  if (!header) return null
  return rows.slice(headerPlace + 1).map(({ line, cells }) => {
    const row: SheetRow = {
      text: (name) => (cells[header.places.get(name) ?? -1] ?? '').trim(),
      options: optionsOf(header, cells),
    }
    return readEntry(line, row.text('title'), () => readQuestion(row))
  })
}

interface SheetRow {
  readonly text: (name: ColumnName) => string
  readonly options: readonly string[]
}

/** The options up to the last one that is filled in: in a column each, or in the lines of one. */
function optionsOf({ options, places }: Header, cells: readonly string[]): readonly string[] {
  const texts = options.map((place) => (cells[place] ?? '').trim())
  const count = texts.findLastIndex((text) => text !== '') + 1
  if (count > 0) return texts.slice(0, count)
  return (cells[places.get('options') ?? -1] ?? '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(/^[(（]?[A-Ta-t][)）.、．:：]\s*/, ''))
    .filter((line) => line !== '')
}

const htmlOf = (text: string): string => {
  if (text === '') return ''
  return isHtml(text) ? text : htmlOfText(text.replace(/\r\n|\r/g, '\n'))
}

function readQuestion(row: SheetRow): BankEntry {
  const title = row.text('title')
  if (title === '') throw new EntryProblem('question.empty')
  const kind = kindOf(row.text('kind'))
  if (kind === null) throw new EntryProblem('row.kind', { text: row.text('kind').slice(0, 40) })
  const difficulty = difficultyOf(row.text('difficulty'))
  if (difficulty === null) throw new EntryProblem('row.difficulty', { text: row.text('difficulty').slice(0, 40) })
  return {
    number: row.text('number'),
    material: row.text('material'),
    kind,
    subject: row.text('subject'),
    category: pathOf(row.text('category')),
    difficulty,
    title: htmlOf(title),
    details: detailsOf(kind, row),
    explain: htmlOf(row.text('explain')),
    isPractice: truthOf(row.text('practice')) ?? false,
    isHidden: isHiddenWord(row.text('status')),
  }
}

function detailsOf(kind: Kind, row: SheetRow): QuestionDetails {
  const answer = row.text('answer')
  if (kind === 'MATERIAL') return {}
  if (kind === 'SHORT') return answer === '' ? {} : { reference: answer.replace(/\r\n|\r/g, '\n') }
  if (answer === '') throw new EntryProblem('row.unanswered')
  if (kind === 'JUDGE') {
    const judge = truthOf(answer)
    if (judge === null) throw new EntryProblem('row.truth', { text: answer.slice(0, 40) })
    return { judge }
  }
  if (kind === 'FILL') {
    const rules = row.text('rules')
    return {
      blanks: blanksOf(answer),
      ...(hasRule(rules, 'anyOrder') && { anyOrder: true }),
      ...(hasRule(rules, 'caseSensitive') && { caseSensitive: true }),
    }
  }
  return { options: choiceOf(kind, answer, row.options) }
}

/** Blanks are separated by semicolons or lines, alternatives by `|`; `3.14 ± 0.01` is a number with its tolerance. */
function blanksOf(answer: string): readonly Blank[] {
  const parts = answer.match(/(?:\\[\s\S]|[^;；\r\n\\])+/g) ?? []
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [value = '', tolerance] = part.split(/(?<!\\)(?:±|\+-|\+\/-)/)
      const plain = value.trim().replace(/\\([;；±])/g, '$1')
      return tolerance === undefined ? { answer: plain } : { answer: plain, tolerance: tolerance.trim() }
    })
}

/** Letters (`AC`, `A, C`), shares (`A, B=50%`), or texts of options, one in each line. */
function choiceOf(kind: Kind, answer: string, texts: readonly string[]): readonly QuestionOption[] {
  const right = new Set<number>()
  const weights = new Map<number, number>()
  const lines = answer.split(/\r\n|\r|\n/).map((line) => line.trim())
  const byText = lines.map((line) => texts.indexOf(line))
  if (byText.every((index) => index >= 0) && !isLetters(answer)) for (const index of byText) right.add(index)
  else
    for (const token of answer
      .normalize('NFKC')
      .toUpperCase()
      .split(/[\s,;、/]+/)) {
      const [, weighted, weight] = /^([A-T])[=:]?(\d{1,2})%$/.exec(token) ?? []
      if (weighted !== undefined) weights.set(placeOf(weighted, texts), Number(weight))
      else if (/^[A-T]+$/.test(token)) for (const letter of token) right.add(placeOf(letter, texts))
      else if (token !== '') throw new EntryProblem('row.choice', { text: token.slice(0, 40) })
    }
  return texts.map((text, index): QuestionOption => {
    const weight = weights.get(index)
    if (right.has(index)) return { text, right: true }
    return kind === 'SINGLE' && weight !== undefined ? { text, weight } : { text }
  })
}

const isLetters = (answer: string): boolean => /^[A-Ta-t]$/.test(answer.normalize('NFKC'))

function placeOf(letter: string, texts: readonly string[]): number {
  const index = (letter.codePointAt(0) ?? 0) - 65
  if (index >= texts.length)
    throw new EntryProblem('row.letter', { letter, last: letterOf(Math.max(0, texts.length - 1)) })
  return index
}
