/** A document as plain text, and as HTML that mail programs show: tables and inline styles. */
import type { Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { escapeHtml } from '../../core/html/escape.ts'
import type { DocumentFact, DocumentTable, RecordDocument } from './document.ts'

/** Lines that a mail shows of one table: mail programs cut off what is longer. */
const maxLines = 200

export function renderText({ facts, tables }: RecordDocument, language: Language): string {
  const colon = language === 'en' ? ': ' : '：'
  const comma = language === 'en' ? ', ' : '，'
  const blocks = [
    facts.map((fact) => `${fact.name}${colon}${withUnit(fact)}`).join('\n'),
    ...tables.map((table) => {
      const described = (cells: readonly string[]): string =>
        table.columns.flatMap(({ label }, index) => (cells[index] ? [`${label} ${cells[index]}`] : [])).join(comma)
      return [
        `${table.label}${colon}`.trimEnd(),
        ...table.rows.slice(0, maxLines).map((cells, index) => `${index + 1}. ${described(cells)}`),
        ...moreLines(table, language),
        ...(table.totals ? [`${t(language, 'mail.total')}${colon}${described(table.totals)}`] : []),
      ].join('\n')
    }),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** A value and its unit stay on one line. */
const withUnit = ({ value, unit }: DocumentFact): string => (unit === '' ? value : `${value}\u00a0${unit}`)

const moreLines = ({ rows }: DocumentTable, language: Language): readonly string[] =>
  rows.length > maxLines ? [t(language, 'mail.more_lines', { count: rows.length - maxLines })] : []

/** Without a line break outside of values. */
export function renderHtml({ facts, tables }: RecordDocument, language: Language): string {
  return factsHtml(facts) + tables.map((table) => tableHtml(table, language)).join('')
}

/** The note of the sender; "" = none. */
export const renderNote = (note: string): string =>
  note === '' ? '' : `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(note)}</p>`

/** Characters of a cell that is not broken. */
const maxUnbroken = 10

const muted = 'color:#5f6b7c'
const line = 'border-top:1px solid #dce0e5'

function factsHtml(facts: RecordDocument['facts']): string {
  const rows = facts.map(
    (fact) =>
      `<tr><th align="left" valign="top" style="padding:2px 16px 2px 0;${muted};font-weight:normal">` +
      `${escapeHtml(fact.name)}</th>` +
      `<td style="padding:2px 0;white-space:pre-line">${escapeHtml(withUnit(fact))}</td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table cellpadding="0" cellspacing="0" style="font-size:14px">${rows.join('')}</table>`
}

function tableHtml(table: DocumentTable, language: Language): string {
  const rows = table.rows.slice(0, maxLines)
  const align = (index: number): string => (table.columns[index]?.isNumber ? ' align="right"' : ' align="left"')
  // Chinese breaks between any two characters: a unit would otherwise stand on two lines beside a long name.
  const breaks = table.columns.map(
    ({ isNumber }, index) => !isNumber && rows.some((cells) => (cells[index] ?? '').length > maxUnbroken),
  )
  const attributes = (index: number): string => align(index) + (breaks[index] ? '' : ' nowrap')
  const row = (tag: 'td' | 'th', cells: readonly string[], style: string): string =>
    `<tr style="${style}">` +
    `${cells.map((cell, index) => `<${tag}${attributes(index)}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  const head = row(
    'th',
    table.columns.map(({ label }) => label),
    `${muted};font-size:12px;white-space:nowrap`,
  )
  const body = rows.map((cells) => row('td', cells, line))
  const more = moreLines(table, language).map(
    (text) => `<tr style="${line}"><td colspan="${table.columns.length}">${escapeHtml(text)}</td></tr>`,
  )
  return (
    `<h2 style="margin:24px 0 4px;font-size:16px">${escapeHtml(table.label)}</h2>` +
    '<table width="100%" cellpadding="6" cellspacing="0" style="border-collapse:collapse;font-size:13px">' +
    `${head}${body.join('')}${more.join('')}${totalsHtml(table, row, language)}</table>`
  )
}

/** The word for the sums is in the first column, which has none. */
function totalsHtml(
  { totals }: DocumentTable,
  row: (tag: 'td' | 'th', cells: readonly string[], style: string) => string,
  language: Language,
): string {
  if (!totals) return ''
  const cells = totals.map((total, index) => (index === 0 && total === '' ? t(language, 'mail.total') : total))
  return row('td', cells, 'border-top:2px solid #8f99a8;font-weight:bold')
}
