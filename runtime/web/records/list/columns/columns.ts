/** Which columns a list can show and which it shows now. Pure. */
import {
  columnType,
  fieldOf,
  hasStates,
  visibleColumns,
  type FieldModel,
  type Language,
  type MachineActionModel,
  type TableModel,
} from '../../../../protocol/index.ts'
import { isRecoveryLog } from '../recovery/lazy-recovery.tsx'
import { fieldRenderers } from '../../../fields/field-renderers.ts'
import { isNarrowWidth } from './available-width.ts'
import type { ColumnPreferences } from './preferences.ts'
import { textWidth, twoLineWidth } from '../../../fields/text-width.ts'
import { cellPadding, hasOptions, optionsWidth, usualWidth } from '../../../fields/usual-width.ts'

/** Width of the column of boxes that select. */
export const selectWidth = 44
/** What is not a column of a field takes this much in addition to the actions: boxes that select, borders. */
const fixedWidth = (model: TableModel): number => (hasSelection(model) ? selectWidth : 0) + 2
/** The column of the move buttons, while records are being reordered. */
export const orderWidth = 140

/** Names of the fields in the order a person chose; those that are not named follow. */
export function orderedColumns(fields: readonly FieldModel[], order: readonly string[]): readonly string[] {
  const names = fields.map(({ name }) => name)
  const chosen = order.filter((name) => names.includes(name))
  return [...chosen, ...names.filter((name) => !chosen.includes(name))]
}

/**
 * Fields that can be a column: those of the list first and in its order, then the rest. The record's version is no news
 * to people.
 */
export function offeredColumns(model: TableModel): readonly FieldModel[] {
  const listed = model.list.columns.map((name) => fieldOf(model, name)).filter((field) => field !== undefined)
  const rest = visibleColumns(model).filter(
    (field) => !listed.includes(field) && !(field.implicit && field.name === 'version'),
  )
  return [...listed, ...rest].filter((field) => !field.private && fieldRenderers[field.kind].Cell !== null)
}

/**
 * The columns shown now, in their order. Of those nobody asked for, the less important leave until the rest stands side
 * by
 * side without scrolling; the most important and the one that names the record always stay.
 * @param preferences what the person decided about columns
 * @param width of the list in CSS pixels; 0 = unknown, then nothing leaves
 */
export function shownColumns(
  model: TableModel,
  { columns: chosen, order }: Pick<ColumnPreferences, 'columns' | 'order'>,
  language: Language,
  width: number,
): readonly FieldModel[] {
  const offered = offeredColumns(model)
  const inOrder = orderedColumns(offered, order).flatMap((name) => offered.filter((field) => field.name === name))
  let shown = inOrder.filter((field) => chosen[field.name] ?? model.list.columns.includes(field.name))
  if (width <= 0) return shown
  if (isNarrowWidth(width)) return cardFields(model, shown, chosen)
  // Chosen widths do not count: a column would leave while the edge of another is moved.
  while (usualTableWidth(model, shown, language) + otherWidth(model, language, width) > width) {
    const mayLeave = shown.filter(
      (field) => chosen[field.name] === undefined && field.name !== model.title && priorityOf(model, field) > 1,
    )
    const least = Math.max(...mayLeave.map((field) => priorityOf(model, field)))
    const leaving = mayLeave.findLast((field) => priorityOf(model, field) === least)
    if (!leaving) return withStackedStates(model, shown, chosen)
    shown = shown.filter((field) => field !== leaving)
  }
  return shown
}

/** Without the states that the column of the first one can show as well. */
function withStackedStates(
  model: TableModel,
  shown: readonly FieldModel[],
  chosen: ColumnPreferences['columns'],
): readonly FieldModel[] {
  const states = shown.filter(({ name }) => isState(model, name))
  const stacked = states.slice(1).filter(({ name }) => chosen[name] === undefined && name !== model.title)
  return shown.filter((field) => !stacked.includes(field))
}

const isState = ({ machine }: TableModel, name: string): boolean => machine?.fields.includes(name) === true

/**
 * States of the list that have no column of their own for lack of room: the column of the first state shows them below
 * it, so that names keep the width they are read in.
 * @param fields the shown ones
 */
export function stackedStates(
  model: TableModel,
  field: FieldModel,
  fields: readonly FieldModel[],
  chosen: ColumnPreferences['columns'] = {},
): readonly FieldModel[] {
  if (fields.find(({ name }) => isState(model, name)) !== field) return []
  return model.list.columns
    .filter((name) => isState(model, name) && chosen[name] === undefined)
    .flatMap((name) => fieldOf(model, name) ?? [])
    .filter((state) => !fields.includes(state))
}

/** Fields on a card besides those a person asked for: more would leave room for too few cards. */
const maxCardFields = 7

/** What a card shows where there is no room for columns: the most important fields, in their order. */
function cardFields(
  model: TableModel,
  shown: readonly FieldModel[],
  chosen: ColumnPreferences['columns'],
): readonly FieldModel[] {
  const rank = (field: FieldModel): number =>
    chosen[field.name] === true || field.name === model.title ? 0 : priorityOf(model, field)
  const ranked = [...shown].sort((one, other) => rank(one) - rank(other))
  const kept = new Set(ranked.filter((field, at) => rank(field) === 0 || (at < maxCardFields && rank(field) <= 2)))
  return shown.filter((field) => kept.has(field))
}

/** The field that heads a card: the one that names the record to people, else the first one. */
export function cardTitle({ title }: TableModel, fields: readonly FieldModel[]): FieldModel | undefined {
  return fields.find((field) => field.name === title && columnType(field) === 'text') ?? fields[0]
}

/**
 * Times, weight and owner are the first to go. Records that are written once and never changed, as those of a log, tell
 * what happened when: there the time stays. States stay always.
 */
function priorityOf(model: TableModel, field: FieldModel): number {
  if (model.machine?.fields.includes(field.name)) return 1
  if (field.name === model.created && !model.actions.includes('edit')) return 1
  return field.column?.priority ?? (field.implicit ? 4 : 2)
}

/** Widths between which a column is laid out, in CSS pixels. */
interface WidthRange {
  /** With less a heading, a figure or an option would be cut, and a name would take too many lines. */
  readonly least: number
  /** What the model asks for. */
  readonly usual: number
  /** With more, hardly anything would become more readable. */
  readonly ample: number
}

/**
 * Share of its width that the elastic column may be left with. Names of records are read, other words looked up.
 */
const leastShare = (model: TableModel, field: FieldModel): number => (field.name === model.title ? 0.8 : 0.55)

/**
 * A reference shows what else identifies its record below its name, and that is longer: with less, "East China main
 * warehouse / Care and cleaning" takes more than three lines.
 */
const leastReference = 124
const ampleReference = 200
/** As a share of its width: other words are mostly as long as the column, some are longer. */
const ampleWords = 1.5

function widthRange(model: TableModel, field: FieldModel, language: Language, isElastic: boolean): WidthRange {
  const usual = columnWidth(model, field, language)
  const heading = headingWidth(field, language)
  // Options break between their words.
  if (hasOptions(field))
    return { least: Math.min(usual, Math.max(heading, optionsWidth(field, language, true))), usual, ample: usual }
  const { relation } = field
  // The first column, which stays in view, would take the room of what is scrolled under it; the elastic one grows
  // anyway.
  const grows = fieldRenderers[field.kind].canGrow && isWords(model, field) && !field.column?.pin && !isElastic
  const ample = grows ? Math.max(usual, relation ? ampleReference : usual * ampleWords) : usual
  if (!isTextColumn(model, field)) return { least: usual, usual, ample }
  const words = relation?.fullTitle ? leastReference : usual * (isElastic ? leastShare(model, field) : 1)
  return { least: Math.min(usual, Math.max(heading, words)), usual, ample }
}

const fixedRange = (width: number): WidthRange => ({ least: width, usual: width, ample: width })

/** One for each field, in their order. Chosen widths stay as they are. */
function widthRanges(
  model: TableModel,
  fields: readonly FieldModel[],
  language: Language,
  widths: ColumnPreferences['widths'],
): readonly WidthRange[] {
  const elastic = elasticColumn(model, fields, widths)
  return fields.map((field) => {
    const chosen = widths[field.name]
    if (chosen !== undefined) return fixedRange(chosen)
    const all = [field, ...stackedStates(model, field, fields)]
    const ranges = all.map((one) => widthRange(model, one, language, one === elastic))
    // The heading names them all.
    const heading = headingWidth(field, language, all.slice(1))
    const widest = (key: keyof WidthRange): number => Math.max(heading, ...ranges.map((range) => range[key]))
    return { least: widest('least'), usual: widest('usual'), ample: widest('ample') }
  })
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Width below which a table of these columns scrolls sideways. */
export function tableWidth(
  model: TableModel,
  fields: readonly FieldModel[],
  language: Language,
  width: number,
  widths: ColumnPreferences['widths'] = {},
): number {
  const least = widthRanges(model, fields, language, widths).map((range) => range.least)
  return Math.ceil(sumOf(least)) + otherWidth(model, language, width)
}

/** Width at which all these columns are as wide as usual, but for the one that takes and gives up width. */
function usualTableWidth(model: TableModel, fields: readonly FieldModel[], language: Language): number {
  const elastic = elasticColumn(model, fields)
  const ranges = widthRanges(model, fields, language, {})
  return sumOf(ranges.map(({ least, usual }, at) => (fields[at] === elastic ? least : usual)))
}

/** What is beside the columns of fields. */
const otherWidth = (model: TableModel, language: Language, width: number): number =>
  fixedWidth(model) + actionsWidth(model, language, width)

/**
 * The widths of the columns by the names of their fields. Every one has at least what it needs; what is left first
 * brings all of them nearer to their usual width, in proportion to what they lack, then words to an ample one. The rest
 * is the elastic column's, whatever its width here.
 */
export function columnWidths(
  model: TableModel,
  fields: readonly FieldModel[],
  language: Language,
  width: number,
  widths: ColumnPreferences['widths'] = {},
): ReadonlyMap<string, number> {
  const ranges = widthRanges(model, fields, language, widths)
  if (width <= 0) return new Map(fields.map(({ name }, at) => [name, ranges[at]?.usual ?? 0]))
  let sizes = ranges.map(({ least }) => least)
  let left = width - otherWidth(model, language, width) - sumOf(sizes)
  for (const goal of ['usual', 'ample'] as const) {
    const lacking = ranges.map((range, at) => range[goal] - (sizes[at] ?? 0))
    const total = sumOf(lacking)
    const share = total > 0 ? Math.min(1, Math.max(0, left) / total) : 0
    sizes = sizes.map((size, at) => size + (lacking[at] ?? 0) * share)
    left -= total * share
  }
  return new Map(fields.map(({ name }, at) => [name, Math.floor(sizes[at] ?? 0)]))
}

/**
 * The column that takes the width that is left: words at length, the name of the record first; else any words. No width
 * was chosen for it.
 */
export function elasticColumn(
  model: TableModel,
  all: readonly FieldModel[],
  widths: ColumnPreferences['widths'] = {},
): FieldModel | undefined {
  const fields = all.filter(({ name }) => widths[name] === undefined)
  const words = fields.filter(({ kind }) => fieldRenderers[kind].align !== 'end')
  const textColumns = words.filter((field) => isTextColumn(model, field))
  return (
    textColumns.find(({ name }) => name === model.title) ??
    // A column that stays in view identifies the record, as a copied number of a document does.
    textColumns.find(({ column }) => !column?.pin) ??
    textColumns[0] ??
    words.find(({ name }) => name === model.title) ??
    words[0] ??
    fields.at(-1)
  )
}

/** True where the value would not fit a third of a card on a phone: names, and what is as long as a mobile number. */
export const isWideInCard = (field: FieldModel, language: Language): boolean => {
  const { canShrink = false, width } = fieldRenderers[field.kind]
  if (field.options) return optionsWidth(field, language, false) >= 110
  return canShrink ? usualWidth(field, language) >= 100 : width >= 130
}

/** Numbers of documents are codes: they differ at their end, which would be cut off first. */
const isWords = ({ number, ledger }: TableModel, { name }: FieldModel): boolean =>
  name !== number?.field && name !== ledger?.document.no

/** Words at length, which may give up width. */
const isTextColumn = (model: TableModel, field: FieldModel): boolean =>
  isWords(model, field) && fieldRenderers[field.kind].canShrink === true

/** False for tables whose records can only be looked at in the list. */
export const hasActions = (model: TableModel): boolean =>
  model.machine !== undefined ||
  model.balanceOf !== undefined ||
  (['edit', 'del', 'restore'] as const).some((action) => model.actions.includes(action))

/** False where nothing can be done with several records at once, so that there is no use in selecting them. */
export const hasSelection = (model: TableModel): boolean =>
  model.machine !== undefined || model.actions.includes('del') || model.actions.includes('restore')

/**
 * Width of the column of actions. A table with states shows the next step there in words, as an icon where the words
 * would take the room of columns.
 */
export function actionsWidth(model: TableModel, language: Language, width: number): number {
  if (!hasActions(model)) return 0
  if (!hasStates(model)) {
    const usual = (['edit', 'del'] as const).filter((action) => model.actions.includes(action)).length
    const buttons = usual + (model.balanceOf ? 1 : 0) + (model.machine ? 1 : 0) + ownActions(model)
    // As wide as the style sheet makes it.
    return [84, 84, 84, 118, 148][Math.min(buttons, 4)] ?? 84
  }
  return areActionsIcons(model, language, width) ? 106 : 84 + wordsWidth(model, language)
}

/** The one table whose records can be signed in. */
export const isAccounts = ({ id }: Pick<TableModel, 'id'>): boolean => id === 'system/admin'

/** Buttons that the records of one table have only: sessions and second factor, or details and taking back. */
const ownActions = (model: TableModel): number => (isAccounts(model) || isRecoveryLog(model) ? 2 : 0)

/** True where the most important columns and the next steps in words do not fit side by side. */
export function areActionsIcons(model: TableModel, language: Language, width: number): boolean {
  if (width <= 0 || !hasStates(model)) return false
  const fields = offeredColumns(model).filter(
    (field) => model.list.columns.includes(field.name) && priorityOf(model, field) === 1,
  )
  return usualTableWidth(model, fields, language) + fixedWidth(model) + 84 + wordsWidth(model, language) > width
}

/** Width of the longest next step that is shown in words. */
function wordsWidth(model: TableModel, language: Language): number {
  const words = (model.machine?.actions ?? [])
    .filter((action) => (action.tone === 'primary' || action.tone === 'success') && fitsRow(action, language))
    .map((action) => labelWidth(action, language) + 22)
  return Math.ceil(Math.max(0, ...words))
}

/** CSS pixels. A longer label would take the space of several columns from every row. */
const maxLabelWidth = 120

/** True when the action can be a button in a row; others are in the menu of the row. */
export const fitsRow = (action: Pick<MachineActionModel, 'label'>, language: Language): boolean =>
  labelWidth(action, language) <= maxLabelWidth

const labelWidth = ({ label }: Pick<MachineActionModel, 'label'>, language: Language): number =>
  textWidth(label[language], headingSize, true)

const headingSize = 13
/** The sign of the order reaches into the padding of its heading. */
const orderSignWidth = 14

/**
 * Width of a column in CSS pixels: as the schema says or as measured, but never so narrow that a word of its heading,
 * one of its options or what identifies a record is cut.
 */
export function columnWidth(model: TableModel, field: FieldModel, language: Language): number {
  return Math.max(
    usualWidth(field, language, model),
    headingWidth(field, language),
    hasOptions(field) ? optionsWidth(field, language, false) : 0,
    field.relation?.fullTitle ? leastReference : 0,
  )
}

/** Width that the heading of a column needs on two lines, with the sign of its order. */
function headingWidth(field: FieldModel, language: Language, below: readonly FieldModel[] = []): number {
  const label = [field, ...below].map((part) => part.label[language]).join(' / ')
  const heading = field.unit ? `${label} (${field.unit[language]})` : label
  const sign = fieldRenderers[field.kind].sortable ? orderSignWidth : 0
  return Math.ceil(twoLineWidth(heading, headingSize, true)) + cellPadding + sign
}
