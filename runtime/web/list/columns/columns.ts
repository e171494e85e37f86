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
} from '../../../protocol/index.ts'
import { isRecoveryLog } from '../recovery/lazy.tsx'
import { fieldRenderers } from '../../fields/field-renderers.ts'
import type { ColumnPreferences } from './preferences.ts'
import { isNarrowWidth } from './available-width.ts'

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
  while (tableWidth(model, shown, language, width) > width) {
    const mayLeave = shown.filter(
      (field) => chosen[field.name] === undefined && field.name !== model.title && priorityOf(model, field) > 1,
    )
    const least = Math.max(...mayLeave.map((field) => priorityOf(model, field)))
    const leaving = mayLeave.findLast((field) => priorityOf(model, field) === least)
    if (!leaving) break
    shown = shown.filter((field) => field !== leaving)
  }
  return shown
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

/**
 * Width below which a table of these columns scrolls sideways. What is said in words at length may give up some of its
 * width.
 */
export function tableWidth(
  model: TableModel,
  fields: readonly FieldModel[],
  language: Language,
  width: number,
  widths: ColumnPreferences['widths'] = {},
): number {
  return columnsWidth(model, fields, language, widths) + fixedWidth(model) + actionsWidth(model, language, width)
}

function columnsWidth(
  model: TableModel,
  fields: readonly FieldModel[],
  language: Language,
  widths: ColumnPreferences['widths'] = {},
): number {
  // Where its width was chosen, the column that takes over may grow but gives up nothing: it would jump otherwise. The
  // rest of its heading is estimated by the letter; a few wide ones must not cut it.
  const elastic = elasticColumn(model, fields)
  const widthOf = (field: FieldModel) =>
    widths[field.name] ??
    (field === elastic
      ? Math.max(headingWidth(field, language) + 6, columnWidth(field, language) * leastShare(model, field))
      : columnWidth(field, language))
  return fields.reduce((sum, field) => sum + widthOf(field), 0)
}

/** Share of its width that a column may be left with. Names of records are read, other words looked up. */
function leastShare(model: TableModel, field: FieldModel): number {
  if (!isTextColumn(model, field)) return 1
  return field.name === model.title ? 0.8 : 0.55
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
    textColumns[0] ??
    words.find(({ name }) => name === model.title) ??
    words[0] ??
    fields.at(-1)
  )
}

/** In CSS pixels: a reference shows what else identifies its record in a second line, which is longer than a name. */
const ampleReference = 180
/** As a share of its width: other words are mostly as long as the column, some are longer. */
const ampleWords = 1.35

/**
 * What columns of words get of the width that is left beside the whole column that takes over, by the name of the
 * field: less of them is cut off.
 */
export function addedWidths(
  model: TableModel,
  fields: readonly FieldModel[],
  language: Language,
  width: number,
  widths: ColumnPreferences['widths'] = {},
): ReadonlyMap<string, number> {
  const elastic = elasticColumn(model, fields, widths)
  const widthOf = (field: FieldModel): number => widths[field.name] ?? columnWidth(field, language)
  const others = fixedWidth(model) + actionsWidth(model, language, width)
  const left = Math.max(0, width - others - fields.reduce((sum, field) => sum + widthOf(field), 0))
  const wanted = fields.flatMap((field): readonly (readonly [string, number])[] => {
    // The place of columns that stay in view is computed from their widths.
    const isGrowing = widths[field.name] === undefined && field !== elastic && !field.column?.pin
    if (!isGrowing || !isTextColumn(model, field)) return []
    const own = widthOf(field)
    return [[field.name, Math.max(0, (field.relation ? ampleReference : own * ampleWords) - own)]]
  })
  const total = wanted.reduce((sum, [, added]) => sum + added, 0)
  const share = total === 0 ? 0 : Math.min(1, left / total)
  return new Map(wanted.map(([name, added]) => [name, Math.floor(added * share)]))
}

/** True where the value would not fit a third of a card on a phone: names, and what is as long as a mobile number. */
export const isWideInCard = (field: FieldModel, language: Language): boolean => {
  const { canShrink = false, width } = fieldRenderers[field.kind]
  if (field.options) return columnWidth(field, language) >= 140
  return canShrink ? (field.column?.width ?? width) >= 100 : width >= 130
}

/** Words at length. Numbers of documents are codes: they differ at their end, which would be cut off first. */
const isTextColumn = ({ number, ledger }: TableModel, { name, kind }: FieldModel): boolean =>
  name !== number?.field && name !== ledger?.document.no && fieldRenderers[kind].canShrink === true

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
  return areActionsIcons(model, language, width) ? 114 : 84 + wordsWidth(model, language)
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
  return columnsWidth(model, fields, language) + fixedWidth(model) + 84 + wordsWidth(model, language) > width
}

/** Width of the longest next step that is shown in words. */
function wordsWidth(model: TableModel, language: Language): number {
  const words = (model.machine?.actions ?? [])
    .filter((action) => (action.tone === 'primary' || action.tone === 'success') && fitsRow(action, language))
    .map(({ label }) => textWidth(label[language]) + 22)
  return Math.ceil(Math.max(0, ...words))
}

/** CSS pixels. A longer label would take the space of several columns from every row. */
const maxLabelWidth = 120

/** True when the action can be a button in a row; others are in the menu of the row. */
export const fitsRow = ({ label }: Pick<MachineActionModel, 'label'>, language: Language): boolean =>
  textWidth(label[language]) <= maxLabelWidth

/**
 * Width of a column in CSS pixels: as the model says, but never so narrow that a word of its heading or one of its
 * options is cut.
 */
export function columnWidth(field: FieldModel, language: Language): number {
  return Math.max(
    field.column?.width ?? fieldRenderers[field.kind].width,
    headingWidth(field, language),
    // The letters of a value are lighter than those of a heading; a dot or the edges of a tag stand beside them.
    ...(columnType(field) === 'json' ? [] : (field.options ?? [])).map(
      ({ label }) => Math.ceil(textWidth(label[language]) * 0.9) + 36,
    ),
  )
}

/** Width that the heading of a column needs, with the sign of its order. */
function headingWidth(field: FieldModel, language: Language): number {
  const heading = field.unit ? `${field.label[language]} (${field.unit[language]})` : field.label[language]
  // A heading may take two lines; ideographs are better left on one.
  const needed = Math.max(textWidth(heading) * (heading.includes(' ') ? 0.6 : 1), ...heading.split(' ').map(textWidth))
  return Math.ceil(needed) + 20 + (fieldRenderers[field.kind].sortable ? 22 : 0)
}

/** Roughly, in the bold letters of a heading: ideographs are square, other letters half as wide. */
function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 13.5 : 8.5), 0)
}
