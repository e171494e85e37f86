/** Formats the history of a record for display. Pure. */
import {
  actionOf,
  fieldOf,
  formatDecimal,
  isEmpty,
  kinds,
  stateText,
  type FieldModel,
  isColumn,
  type HistoryChange,
  type HistoryData,
  type HistoryEntry,
  type HistoryLine,
  type RecordThen,
  type State,
  type TableModel,
  type Text,
  type Tone,
  type WireValue,
} from '../../../../protocol/index.ts'
import type { FieldLocale, WireRow } from '../../../fields/input-props.ts'

export interface FormattedEntry {
  readonly id: number
  /** Unix seconds. */
  readonly time: number
  readonly who: string
  /** The label of the machine's action; null for actions every table has. */
  readonly label: Text | null
  readonly action: string
  readonly tone: Tone
  /** The states before and after, where they differ. */
  readonly states: { readonly from: Text; readonly to: Text } | null
  /** The input of the action: labels and values as people read them. */
  readonly details: readonly (readonly [label: string, value: string])[]
  /** Labels of fields an edit changed whose values were not noted. */
  readonly fields: readonly string[]
  readonly changes: readonly FormattedChange[]
  readonly lines: readonly FormattedLine[]
  /** Addresses that a mail went to. */
  readonly to: readonly string[]
  /** The user may undo it. */
  readonly undo: boolean
  /** An import that was undone. */
  readonly isUndone: boolean
}

export interface FormattedChange {
  readonly field: FieldModel
  readonly label: string
  /** As people read it; empty = no value. */
  readonly before: string
  readonly after: string
  /** The value before, in wire form; absent where it was cut. */
  readonly value?: { readonly wire: WireValue }
}

/** A line of the record that was added, removed or changed. */
export interface FormattedLine {
  /** Of the record, holds the lines. */
  readonly owner: FieldModel
  readonly id: number
  /** What it is called: its field, place and name. */
  readonly label: string
  readonly is: HistoryLine['is']
  readonly changes: readonly FormattedChange[]
}

/** Newest first; records that are older than their history start with an entry made from their own columns. */
export function formatHistory(
  model: TableModel,
  row: WireRow,
  { list, more }: HistoryData,
  locale: FieldLocale,
): readonly FormattedEntry[] {
  const begun =
    more || list.some(({ action }) => action === 'add' || action === 'import.add') ? [] : createdEntry(model, row)
  return [...list, ...begun].map((entry, index, all) =>
    formatEntry(model, entry, stateAfter(model, row, all.slice(0, index)), locale),
  )
}

/** The state after an entry: the one the next later action started from, else the current one. */
function stateAfter(model: TableModel, row: WireRow, newer: readonly HistoryEntry[]): State | null {
  return (newer.findLast(({ was }) => was !== null)?.was ??
    Object.fromEntries((model.machine?.fields ?? []).map((field) => [field, row[field]]))) as State | null
}

function formatEntry(model: TableModel, entry: HistoryEntry, after: State | null, locale: FieldLocale): FormattedEntry {
  const { id, time, who, action, was, input, names, fields, changes, lines = [], undo } = entry
  const columnNames = new Set(model.fields.filter(isColumn).map(({ name }) => name))
  const own = actionOf(model.machine, action)
  const from = was && stateText(model, was as State)
  const to = after && stateText(model, after)
  const details = (own?.input ?? [])
    .filter(({ name }) => !isEmpty(input[name]))
    .map(
      (one) =>
        [one.label[locale.language], names[one.name] ?? valueText(one, input[one.name] ?? null, locale)] as const,
    )
  return {
    id,
    time,
    who,
    action,
    label: own?.label ?? null,
    tone: own?.tone ?? 'none',
    states: from && to && from.en !== to.en ? { from, to } : null,
    details,
    fields: fields
      .filter((name) => (changes.length === 0 || !columnNames.has(name)) && !lines.some(({ field }) => field === name))
      .flatMap((name) => fieldOf(model, name)?.label[locale.language] ?? []),
    changes: changes.flatMap((change) => formatChange(model.fields, change, locale)),
    lines: lines.flatMap((line) => formatLine(model, line, locale)),
    to: entry.to ?? [],
    undo,
    isUndone: entry.undone !== undefined,
  }
}

/** Texts from this length on were cut. */
const cutLength = 500

function formatChange(
  all: readonly FieldModel[],
  { field: name, before, after, names }: HistoryChange,
  locale: FieldLocale,
): readonly FormattedChange[] {
  const field = all.find((one) => one.name === name)
  if (!field) return []
  const textOf = (value: WireValue, at: 0 | 1): string =>
    names?.[at] ?? (isEmpty(value) ? '' : valueText(field, value, locale))
  const isCut = JSON.stringify(before).length > cutLength
  return [
    {
      field,
      label: field.label[locale.language],
      before: textOf(before, 0),
      after: textOf(after, 1),
      ...(!isCut && { value: { wire: before } }),
    },
  ]
}

/** What holds no value is left out where a whole line came or went. */
function formatLine(model: TableModel, line: HistoryLine, locale: FieldLocale): readonly FormattedLine[] {
  const owner = fieldOf(model, line.field)
  if (!owner) return []
  const label = `${owner.label[locale.language]} ${line.no}${line.name === '' ? '' : ` · ${line.name}`}`
  const changes = line.changes.flatMap((change) => formatChange(owner.fields ?? [], change, locale))
  const shown = line.is === 'changed' ? changes : changes.filter(({ before, after }) => before !== '' || after !== '')
  return [{ owner, id: line.id, label, is: line.is, changes: shown }]
}

/** The lines of one field then. */
export interface FormattedLinesThen {
  readonly owner: FieldModel
  /** Those that differ. */
  readonly lines: readonly FormattedLine[]
  /** How many are the same. */
  readonly same: number
  /** The lines as a form takes them. */
  readonly value: { readonly wire: WireValue }
}

export function formatLinesThen(
  model: TableModel,
  { lines = [] }: RecordThen,
  locale: FieldLocale,
): readonly FormattedLinesThen[] {
  return lines.flatMap(({ field, lines: all, rows }) => {
    const owner = fieldOf(model, field)
    const differing = all.filter(({ is }) => is !== 'same')
    return owner
      ? [
          {
            owner,
            lines: differing.flatMap((line) => formatLine(model, line, locale)),
            same: all.length - differing.length,
            // They come as JSON.
            value: { wire: rows as WireValue },
          },
        ]
      : []
  })
}

export interface FormattedThen extends FormattedChange {
  readonly isChanged: boolean
  /** A form has an input for it. */
  readonly canRestore: boolean
}

/** What a record was and is, field by field; states as the words of their options. */
export function formatThen(model: TableModel, { values }: RecordThen, locale: FieldLocale): readonly FormattedThen[] {
  const states = new Set(model.machine?.fields)
  return values.flatMap((change) =>
    formatChange(model.fields, change, locale).map((formatted) => ({
      ...formatted,
      isChanged: JSON.stringify(change.before) !== JSON.stringify(change.after),
      canRestore: !formatted.field.readOnly && !formatted.field.implicit && !states.has(change.field),
    })),
  )
}

function valueText(field: FieldModel, value: WireValue, { timeZone, language }: FieldLocale): string {
  if (field.relation) return `#${String(value)}`
  const text = kinds[field.kind].toText(value, field, { timeZone }, language)
  return field.scale === undefined ? text : formatDecimal(text, field.scale, language)
}

/** From the columns every record has. */
function createdEntry(model: TableModel, row: WireRow): readonly HistoryEntry[] {
  const time = model.created === null ? null : row[model.created]
  if (typeof time !== 'number') return []
  const relation = model.owner === null ? undefined : fieldOf(model, model.owner)?.relation
  const owner = relation && (row[relation.as] as WireRow | null | undefined)
  return [
    {
      id: 0,
      time,
      who: String((relation && owner?.[relation.show]) ?? ''),
      action: 'add',
      was: null,
      input: {},
      names: {},
      fields: [],
      changes: [],
      undo: false,
    },
  ]
}
