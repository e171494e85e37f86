/** Which column of a file fills which field. Pure but for what the browser remembers. */
import { languages, type FieldModel, type ImportDraft, type ImportRecord } from '../../../../protocol/index.ts'
import { readStored, writeStored } from '../../../core/preferences/browser-storage.ts'

/** Field → column, from 0. */
export type Mapping = Readonly<Record<string, number>>

export interface FileColumn {
  readonly index: number
  /** As the file has it; may be blank. */
  readonly title: string
  /** The first values below it. */
  readonly samples: readonly string[]
}

const maxSamples = 3

/** The columns of the file below the line with the headers. */
export function columnsOf({ first }: Pick<ImportDraft, 'first'>, headerLine: number): readonly FileColumn[] {
  const titles = first.find(([line]) => line === headerLine)?.[1] ?? []
  const below = first.filter(([line]) => line > headerLine)
  const width = Math.max(titles.length, ...below.map(([, cells]) => cells.length))
  return Array.from({ length: width }, (_column, index) => ({
    index,
    title: (titles[index] ?? '').trim(),
    samples: below
      .map(([, cells]) => (cells[index] ?? '').trim())
      .filter((text) => text !== '')
      .slice(0, maxSamples),
  })).filter(({ title, samples }) => title !== '' || samples.length > 0)
}

/** Without case, blanks at the ends, the mark of required columns and what stands in brackets. */
const plain = (text: string): string => text.trim().normalize('NFC').toLowerCase()
const bare = (text: string): string =>
  plain(text)
    .replace(/[(（[【].*$/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

const namesOf = (field: FieldModel): readonly string[] => [
  field.name,
  ...languages.flatMap((language) => [field.label[language], `${field.label[language]} (${field.name})`]),
]

/** The last choice for a title comes first, then names in every language, then names that are close. */
export function proposedMapping(
  fields: readonly FieldModel[],
  columns: readonly FileColumn[],
  remembered: Readonly<Record<string, string>>,
): Mapping {
  const mapping: Record<string, number> = {}
  const assigned = new Set<number>()
  const assign = (isMatch: (field: FieldModel, title: string) => boolean): void => {
    for (const { index, title } of columns) {
      if (assigned.has(index) || title === '') continue
      const field = fields.find((candidate) => mapping[candidate.name] === undefined && isMatch(candidate, title))
      if (!field) continue
      mapping[field.name] = index
      assigned.add(index)
    }
  }
  assign((field, title) => remembered[plain(title)] === field.name)
  // A column that was left out the last time is left out again.
  for (const { index, title } of columns) if (remembered[plain(title)] === '') assigned.add(index)
  assign((field, title) => namesOf(field).some((name) => plain(name) === plain(title)))
  assign((field, title) => bare(title) !== '' && namesOf(field).some((name) => bare(name) === bare(title)))
  return mapping
}

const keyOf = (table: string): string => `tablewright:import:${table}`

/** Title → field, as the person chose the last time; "" = not imported. */
export function rememberedMapping(table: string): Readonly<Record<string, string>> {
  const titles = readStored(keyOf(table))
  if (typeof titles !== 'object' || titles === null) return {}
  return Object.fromEntries(
    Object.entries(titles).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Titles that are remembered for a table. */
const maxTitles = 300

export function rememberMapping(table: string, columns: readonly FileColumn[], mapping: Mapping): void {
  const choices = columns.flatMap(({ index, title }) =>
    title === '' ? [] : [[plain(title), fieldAt(mapping, index) ?? ''] as const],
  )
  const all = { ...rememberedMapping(table), ...Object.fromEntries(choices) }
  writeStored(keyOf(table), Object.fromEntries(Object.entries(all).slice(-maxTitles)))
}

export const fieldAt = (mapping: Mapping, column: number): string | null =>
  Object.entries(mapping).find(([, index]) => index === column)?.[0] ?? null

/** The column fills the field, and no other one does; "" = none. */
export function withField(mapping: Mapping, column: number, field: string): Mapping {
  const rest = Object.entries(mapping).filter(([name, index]) => name !== field && index !== column)
  return Object.fromEntries(field === '' ? rest : [...rest, [field, column]])
}

/** The text of a line, to tell lines apart. */
export const lineText = ([, cells]: ImportRecord): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 6)
    .join(' | ')
    .slice(0, 80)
