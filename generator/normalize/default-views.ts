/**
 * The list and the form of an entity that describes neither, from its raw keywords: overlays, which add to them, need
 * them before there is a model. Documents with problems are read as far as they can be.
 */
import { isObject, member, objectOf, textsOf, type Json, type JsonObject } from '../source/json.ts'
import { ownsLines } from './field-kind.ts'

/** Longest text that fits a column. */
const maxColumnLength = 255

const maxColumns = 8

/** The declared fields of a document. */
export const fieldsOf = (entity: JsonObject): readonly (readonly [name: string, field: JsonObject])[] =>
  Object.entries(objectOf(member(entity, 'properties'))).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  )

/** Columns of a list that names none: what fits a screen and is worth a look. A grid of lines shows all fields. */
export function defaultColumns(entity: JsonObject, isOfLines = false): readonly string[] {
  const shown = fieldsOf(entity).filter(
    ([, field]) => isOfLines || (!isPrivate(field) && !ownsLines(field) && maxLengthOf(field) <= maxColumnLength),
  )
  return shown.slice(0, isOfLines ? undefined : maxColumns).map(([name]) => name)
}

const isPrivate = (field: JsonObject): boolean => field['x-private'] === true || field['writeOnly'] === true

function maxLengthOf(field: JsonObject): number {
  const items = field['items'] ?? field['additionalProperties']
  return Number(field['maxLength'] ?? member(items, 'maxLength') ?? 0)
}

/** Sections of a form that names none, as `x-views.form` would list them. */
export function defaultForm(entity: JsonObject): readonly JsonObject[] {
  return sectionsOf('basic', inputsOf(entity))
}

/** Fields that a form without sections shows: those a person enters, and computed ones. */
export function inputsOf(entity: JsonObject): JsonObject {
  const machine = objectOf(member(entity, 'x-machine'))
  const states = [...textsOf(machine['fields']), machine['field']]
  const open = fieldsOf(entity).filter(
    ([name, field]) =>
      field['x-computed'] !== undefined ||
      (field['readOnly'] !== true && field['x-lookup'] === undefined && !states.includes(name)),
  )
  return Object.fromEntries(open)
}

/** One section with a row for each field, and a grid for each field of lines. */
export function sectionsOf(section: string, fields: JsonObject, label?: Json): readonly JsonObject[] {
  const names = Object.keys(fields)
  const holdsLines = (name: string): boolean => ownsLines(objectOf(fields[name]))
  const rows = names.filter((name) => !holdsLines(name)).map((name) => [name])
  return [
    ...(rows.length > 0 ? [{ section, ...(label !== undefined && { 'x-label': label }), rows }] : []),
    ...names.filter(holdsLines).map((grid) => ({ grid })),
  ]
}
