/**
 * Reads a body against a table: only writable fields, each by its kind. Anything else in it is ignored and never
 * written.
 */
import {
  isEmpty,
  kinds,
  maxHtml,
  memoizeByObject,
  readText,
  trimText,
  writableColumns,
  type FieldModel,
  type FieldProblem,
  type KindContext,
  type Read,
  type StoredValue,
  type TableModel,
  type WireValue,
} from '../../protocol/index.ts'
import { cleanHtml } from '../core/html/clean-html.ts'
import { pictureOrigins, type PictureSettings } from '../settings/picture-origins.ts'

/** The settings that the values of a body depend on. */
export type BodyContext = KindContext & PictureSettings

/** Values of a record by field, as columns store them. */
export type Values = Map<string, StoredValue>
export type Problems = Map<string, FieldProblem>

export interface ReadBody {
  readonly values: Values
  readonly problems: Problems
}

/** Fields the body names. "No value" becomes the field's default, else NULL, which a required field refuses. */
export function readBody(model: TableModel, body: Readonly<Record<string, unknown>>, context: BodyContext): ReadBody {
  const values: Values = new Map()
  const problems: Problems = new Map()
  // Guard T22: bodies fill writable fields only.
  // Without: const fields = model.fields
  const fields = writableColumns(model)
  for (const field of fields) {
    if (!Object.hasOwn(body, field.name) || body[field.name] === undefined) continue
    const read = readField(field, body[field.name], context)
    if ('problem' in read) problems.set(field.name, read.problem)
    else values.set(field.name, read.stored)
  }
  return { values, problems }
}

/** The same for an existing record: a value that clients never receive (a password) and send empty stays unchanged. */
export function readChangedBody(
  model: TableModel,
  body: Readonly<Record<string, unknown>>,
  context: BodyContext,
): ReadBody {
  const unchanged = new Set(
    writableColumns(model)
      .filter((field) => field.private && isEmpty(body[field.name]))
      .map((field) => field.name),
  )
  return unchanged.size === 0
    ? readBody(model, body, context)
    : readBody(model, Object.fromEntries(Object.entries(body).filter(([name]) => !unchanged.has(name))), context)
}

/** One value on its way to the column, or the rule it breaks. */
export type ReadField = { readonly stored: StoredValue } | { readonly problem: FieldProblem }

/** A text of blanks only counts as missing where a value is required. */
export function readField(field: FieldModel, input: unknown, context: BodyContext): ReadField {
  return storedOf(field, input, context, () => kinds[field.kind].read(input, field, context))
}

/** The same for a text that a person wrote. */
export function readWrittenField(field: FieldModel, text: string, context: BodyContext): ReadField {
  return storedOf(field, text, context, () => readText(text, field, context))
}

function storedOf(field: FieldModel, input: unknown, context: BodyContext, readValue: () => Read): ReadField {
  const isBlank = isEmpty(input) || (field.required && typeof input === 'string' && trimText(input) === '')
  const read = sanitise(field, isBlank ? { value: '' } : readValue(), context)
  if ('problem' in read) return read
  if (read.value === '') return field.required ? { problem: { rule: 'required' } } : { stored: defaultOf(field) }
  const value = kinds[field.kind].toStored(read.value, field)
  return value === null && field.required ? { problem: { rule: 'required' } } : { stored: value }
}

/** Markup as it may be stored, whoever sent it. */
function sanitise(field: FieldModel, read: Read, context: BodyContext): Read {
  if (!kinds[field.kind].plainText || 'problem' in read) return read
  // Guard T56: rich text is sanitised before it is stored.
  // Without: const value = String(read.value)
  const value = cleanHtml(String(read.value), pictureOrigins(context))
  const { maxLength: limit = maxHtml } = field
  return value.length > limit ? { problem: { rule: 'maxLength', params: { limit } } } : { value }
}

/** The values of a new record before the body is read: the fields' defaults. */
export const defaultsOf = (model: TableModel): Values => new Map(sharedDefaults(model))

const sharedDefaults = memoizeByObject(
  (model: TableModel): ReadonlyMap<string, StoredValue> =>
    new Map(writableColumns(model).map((field) => [field.name, defaultOf(field)])),
)

function defaultOf(field: FieldModel): StoredValue {
  return field.default === undefined ? null : kinds[field.kind].toStored(field.default, field)
}

/** The record as its JSON Schema sees it: wire values of the fields that have one. */
export function asDocument(model: TableModel, values: ReadonlyMap<string, StoredValue>): Record<string, WireValue> {
  const document: Record<string, WireValue> = {}
  for (const field of writableColumns(model)) {
    const value = values.get(field.name) ?? null
    if (value !== null) document[field.name] = kinds[field.kind].toWire(value, field)
  }
  return document
}
