/** The values of a form between the loaded row and the request body. Pure. */
import {
  holdsLines,
  isEmpty,
  kinds,
  refersToMany,
  writableFields,
  type FieldModel,
  type FieldProblem,
  type TableModel,
} from '../../protocol/index.ts'
import type { WireRow } from '../fields/input.ts'
import { isBlankLine, linesIn, openFields, type DraftLine } from '../fields/lines/edit.ts'

/** Field name → canonical value or text as typed. */
export type Draft = Readonly<Record<string, unknown>>

/**
 * The initial values of a new record (`row` null) or the current values of an existing one. A value missing in the row
 * is null, never absent: rjsf would fill an absent one with the default of the schema.
 */
export function draftOf(model: TableModel, row: WireRow | null): Draft {
  const fields = writableFields(model)
  if (row !== null)
    return Object.fromEntries(
      fields.filter((field) => !field.private).map((field) => [field.name, row[field.name] ?? null]),
    )
  return Object.fromEntries(
    fields.map((field) => [field.name, field.default]).filter(([, value]) => value !== undefined),
  )
}

/** The canonical value of a field (null = none), or the rule it breaks. */
export function readValue(
  field: FieldModel,
  value: unknown,
  timeZone: string,
): { readonly value: unknown } | { readonly problem: FieldProblem } {
  if (holdsLines(field)) return { value: canonicalLines(field, value, timeZone) }
  if (isEmpty(value) || isBlankList(value)) return { value: null }
  if (isAll(field, value)) return { value: ['*'] }
  return kinds[field.kind].read(value, field, { timeZone })
}

/**
 * "Every record, including later ones", which some tables accept instead of ids; the server refuses it for the others.
 */
export function isAll(field: FieldModel, value: unknown): boolean {
  return refersToMany(field) && Array.isArray(value) && value.length === 1 && value[0] === '*'
}

/** True when both have the same canonical value. */
export function isSameValue(field: FieldModel, one: unknown, other: unknown, timeZone: string): boolean {
  return one === other || canonicalText(field, one, timeZone) === canonicalText(field, other, timeZone)
}

/** Of lists and objects, above all of the lines as they were loaded, which every change is compared with. */
const canonicalTexts = new WeakMap<
  object,
  { readonly field: FieldModel; readonly zone: string; readonly text: string }
>()

function canonicalText(field: FieldModel, value: unknown, zone: string): string {
  const kept = typeof value === 'object' && value !== null ? canonicalTexts.get(value) : undefined
  if (kept?.field === field && kept.zone === zone) return kept.text
  const text = JSON.stringify(canonical(field, value, zone))
  if (typeof value === 'object' && value !== null) canonicalTexts.set(value, { field, zone, text })
  return text
}

/** Writable fields whose value differs from that in `before`. */
export function changedFields(model: TableModel, before: Draft, draft: Draft, timeZone: string): readonly FieldModel[] {
  return writableFields(model).filter((field) => !isSameValue(field, before[field.name], draft[field.name], timeZone))
}

/** Body of `add`: every value that is not empty, and null where a default was cleared. */
export function newBody(model: TableModel, draft: Draft, timeZone: string): Record<string, unknown> {
  const sent = writableFields(model).map((field) => ({ field, value: canonical(field, draft[field.name], timeZone) }))
  return Object.fromEntries(
    sent
      .filter(({ field, value }) => value !== null || field.default !== undefined)
      .map(({ field, value }) => [field.name, value]),
  )
}

/** Body of `edit`: id, the version the changes are based on, and the changed fields; null clears a value. */
export function changeBody(
  model: TableModel,
  row: WireRow,
  before: Draft,
  draft: Draft,
  timeZone: string,
): Record<string, unknown> {
  const changed = changedFields(model, before, draft, timeZone)
  return {
    id: row['id'],
    version: row['version'],
    ...Object.fromEntries(changed.map((field) => [field.name, canonical(field, draft[field.name], timeZone)])),
  }
}

function canonical(field: FieldModel, value: unknown, timeZone: string): unknown {
  const read = readValue(field, value, timeZone)
  return 'value' in read ? read.value : value
}

/** Lines as they are sent, without blank ones at the end; null when none is left. Unreadable values stay as typed. */
function canonicalLines(field: FieldModel, value: unknown, timeZone: string): unknown {
  const lines = filledLines(field, value)
  return lines.length === 0
    ? null
    : lines.map((line) => {
        const named = openFields(field).filter(({ name }) => line[name] !== undefined)
        return {
          ...(isEmpty(line['id']) ? {} : { id: line['id'] }),
          ...Object.fromEntries(named.map((one) => [one.name, canonical(one, line[one.name], timeZone)])),
        }
      })
}

/** The lines up to the last one that is not blank. */
export function filledLines(field: FieldModel, value: unknown): readonly DraftLine[] {
  const lines = linesIn(value)
  return lines.slice(0, lines.findLastIndex((line) => !isBlankLine(field, line)) + 1)
}

/** An empty list or map, or a list of blank pairs. */
function isBlankList(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => item === '' || isBlankPair(item))
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function isBlankPair(item: unknown): boolean {
  return (
    typeof item === 'object' &&
    item !== null &&
    'key' in item &&
    'value' in item &&
    item.key === '' &&
    item.value === ''
  )
}
