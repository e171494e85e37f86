/** The values of a form between the loaded row and the request body. Pure. */
import {
  holdsLines,
  isEmpty,
  kinds,
  readText,
  refersToMany,
  writableFields,
  type FieldModel,
  type FieldProblem,
  type TableModel,
} from '../../protocol/index.ts'
import type { WireRow } from '../fields/input-props.ts'
import { isBlankLine, linesIn, openFields, type DraftLine } from '../fields/lines/edit.ts'
import { createLineCache } from './line-cache.ts'

/** Field name → canonical value or text as typed. */
export type Draft = Readonly<Record<string, unknown>>

/**
 * The initial values of a new record (`row` null) or the current values of an existing one. A value missing in the row
 * is null, never absent.
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
  const read = kinds[field.kind].read(value, field, { timeZone })
  // The record may be saved before the input that is typed into has lost the focus.
  const typed = 'problem' in read && typeof value === 'string' ? readText(value, field, { timeZone }) : read
  return 'value' in typed ? typed : read
}

/**
 * "Every record, including later ones", which some tables accept instead of ids; the server refuses it for the others.
 */
export function isAll(field: FieldModel, value: unknown): boolean {
  return refersToMany(field) && Array.isArray(value) && value.length === 1 && value[0] === '*'
}

/** True when both have the same canonical value. */
export function isSameValue(field: FieldModel, first: unknown, other: unknown, timeZone: string): boolean {
  return first === other || canonicalText(field, first, timeZone) === canonicalText(field, other, timeZone)
}

/** Of lists and objects, above all of the lines as they were loaded, which every change is compared with. */
const canonicalTexts = new WeakMap<
  object,
  { readonly field: FieldModel; readonly zone: string; readonly text: string }
>()

function canonicalText(field: FieldModel, value: unknown, zone: string): string {
  const original = typeof value === 'object' && value !== null ? canonicalTexts.get(value) : undefined
  if (original?.field === field && original.zone === zone) return original.text
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
  const values = writableFields(model).map((field) => ({ field, value: canonical(field, draft[field.name], timeZone) }))
  return Object.fromEntries(
    values
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
  const changes = changedFields(model, before, draft, timeZone)
  return {
    id: row['id'],
    version: row['version'],
    ...Object.fromEntries(changes.map((field) => [field.name, canonical(field, draft[field.name], timeZone)])),
  }
}

function canonical(field: FieldModel, value: unknown, timeZone: string): unknown {
  const read = readValue(field, value, timeZone)
  return 'value' in read ? read.value : value
}

/** A line as it is sent, and what its kinds cannot read. Unreadable values stay as typed. */
export interface ReadLine {
  readonly value: DraftLine
  /** By field. */
  readonly problems: ReadonlyMap<string, FieldProblem>
}

const readLineCache = createLineCache<ReadLine>()

/** The lines up to the last one that is not blank. */
export function readLines(field: FieldModel, value: unknown, timeZone: string): readonly ReadLine[] {
  return readLineCache(field, filledLines(field, value), { row: null, text: timeZone }, (line) => {
    const values: Record<string, unknown> = isEmpty(line['id']) ? {} : { id: line['id'] }
    const problems = new Map<string, FieldProblem>()
    for (const column of openFields(field)) {
      const read = readValue(column, line[column.name], timeZone)
      if ('problem' in read) problems.set(column.name, read.problem)
      if (line[column.name] !== undefined) values[column.name] = 'value' in read ? read.value : line[column.name]
    }
    return { value: values, problems }
  })
}

/** Lines as they are sent, without blank ones at the end; null when none is left. */
function canonicalLines(field: FieldModel, value: unknown, timeZone: string): unknown {
  const lines = readLines(field, value, timeZone).map((line) => line.value)
  return lines.length === 0 ? null : lines
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
