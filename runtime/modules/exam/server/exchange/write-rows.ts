/** Writes questions as the rows of a CSV file or a workbook, so that an import reads the same. */
import { textOfHtml, type Language } from 'tablewright/protocol'
import type { TableFile } from 'tablewright/server'
import type { Blank, QuestionDetails } from '../../shared/question.ts'
import {
  columnNames,
  difficultyLabels,
  hiddenLabel,
  kindLabels,
  letterOf,
  normalLabel,
  optionColumn,
  ruleLabels,
  yesNo,
  type ColumnName,
} from './columns.ts'
import { isHtml, type BankEntry } from './entry.ts'

const before: readonly ColumnName[] = ['number', 'material', 'kind', 'subject', 'category', 'difficulty', 'title']
const after: readonly ColumnName[] = ['answer', 'rules', 'explain', 'practice', 'status']

/** As many columns of options as a question has at most, four at least. */
const optionCount = (entries: readonly BankEntry[]): number =>
  Math.max(4, ...entries.map(({ details }) => details.options?.length ?? 0))

export function sheetOf(name: string, language: Language, entries: readonly BankEntry[]): TableFile {
  const header = (column: ColumnName): string => columnNames[column][language]
  const options = Array.from({ length: optionCount(entries) }, (_, index) => optionColumn(index)[language])
  const headers = [...before.map(header), ...options, ...after.map(header)]
  return { name, columns: headers.map((title) => ({ header: title, type: 'text' })) }
}

export function sheetRows(language: Language, entries: readonly BankEntry[]): readonly (readonly string[])[] {
  const count = optionCount(entries)
  return entries.map((entry) => {
    const { details } = entry
    const options = Array.from({ length: count }, (_, index) => details.options?.[index]?.text ?? '')
    return [
      entry.number,
      entry.material,
      kindLabels[entry.kind][language],
      entry.subject,
      entry.category.join(' / '),
      difficultyLabels[entry.difficulty][language],
      cellOf(entry.title),
      ...options,
      answerOf(entry, language),
      rulesOf(details, language),
      cellOf(entry.explain),
      yesNo[entry.isPractice ? 'yes' : 'no'][language],
      (entry.isHidden ? hiddenLabel : normalLabel)[language],
    ]
  })
}

/** Plain where nothing is lost: a cell that looks like HTML, or has spaces at its ends, would be read otherwise. */
function cellOf(html: string): string {
  const text = textOfHtml(html)
  return text === null || text !== text.trim() || isHtml(text) ? html : text
}

function answerOf({ kind, details }: BankEntry, language: Language): string {
  if (kind === 'JUDGE')
    return language === 'zh-cn' ? (details.judge ? '正确' : '错误') : details.judge ? 'True' : 'False'
  if (kind === 'FILL') return (details.blanks ?? []).map(blankText).join('\n')
  if (kind === 'SHORT') return details.reference ?? ''
  return (details.options ?? [])
    .flatMap(({ right, weight }, index) => {
      if (right) return [letterOf(index)]
      return weight === undefined ? [] : [`${letterOf(index)}=${weight}%`]
    })
    .join(', ')
}

function blankText({ answer, tolerance }: Blank): string {
  const text = answer.replace(/[;；±]/g, String.raw`\$&`)
  return tolerance === undefined ? text : `${text} ± ${tolerance}`
}

const rulesOf = ({ anyOrder, caseSensitive }: QuestionDetails, language: Language): string =>
  [
    ...(anyOrder ? [ruleLabels.anyOrder[language]] : []),
    ...(caseSensitive ? [ruleLabels.caseSensitive[language]] : []),
  ].join(language === 'zh-cn' ? '；' : '; ')
