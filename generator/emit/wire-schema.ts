/**
 * JSON Schemas of a row as the server sends it and of the input it takes; types and the API description are made from
 * them.
 */
import {
  columnType,
  fieldsOfLine,
  fullTitleName,
  holdsLines,
  kinds,
  refersToMany,
} from '../../runtime/protocol/index.ts'
import type {
  FieldModel,
  FormModel,
  MachineActionModel,
  RelationModel,
  TableModel,
} from '../../runtime/protocol/index.ts'
import type { Entity } from '../link/schema-set.ts'
import { isObject, type JsonObject } from '../source/json.ts'

/** A row as it travels: every field that may leave the server, and a nested object for each reference. */
export function rowSchema({ fields }: Pick<TableModel, 'fields'>): JsonObject {
  const open = fields.filter((one) => !one.private)
  const row = rowOf(open.filter((field) => !holdsLines(field)))
  // Lines come with one record, not with a list.
  const lines = open
    .filter(holdsLines)
    .map((field) => [field.name, described(field, { type: 'array', items: rowOf([idOfLine, ...fieldsOfLine(field)]) })])
  return { ...row, properties: { ...(row['properties'] as JsonObject), ...Object.fromEntries(lines) } }
}

const idOfLine: FieldModel = {
  name: 'id',
  kind: 'integer',
  label: { 'zh-cn': '编号', en: 'ID' },
  required: true,
  readOnly: true,
  private: false,
  implicit: true,
}

function rowOf(fields: readonly FieldModel[]): JsonObject {
  const properties: Record<string, JsonObject> = {}
  for (const field of fields) {
    properties[field.name] = described(field, wireType(field))
    if (field.relation)
      properties[field.relation.as] = refersToMany(field)
        ? { type: 'array', items: { type: 'object', ...nested(field.relation) } }
        : { type: ['object', 'null'], ...nested(field.relation) }
  }
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false }
}

function nested({ show, fullTitle }: RelationModel): JsonObject {
  const names = [show, ...(fullTitle ? [fullTitleName] : [])]
  return {
    required: ['id', show],
    properties: { id: { type: 'integer' }, ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
    additionalProperties: false,
  }
}

/** What `add` and `edit` take: the writable fields; an optional one may also be null. */
export const inputSchema = ({ model, form }: Entity): JsonObject => schemaOfForm(model.fields, form)

/** What the dialog of an action takes. */
export const actionInputSchema = ({ input }: MachineActionModel, form: FormModel): JsonObject =>
  schemaOfForm(input, form)

function schemaOfForm(fields: readonly FieldModel[], { schema }: FormModel): JsonObject {
  const properties: Record<string, JsonObject> = {}
  const declared = isObject(schema['properties']) ? schema['properties'] : {}
  for (const field of fields) {
    const property = declared[field.name]
    if (isObject(property)) properties[field.name] = described(field, inputOf(field, property))
  }
  const { required } = schema
  return { type: 'object', ...(Array.isArray(required) ? { required } : {}), properties, additionalProperties: false }
}

function inputOf(field: FieldModel, schema: JsonObject): JsonObject {
  const items = schema['items']
  const closed =
    holdsLines(field) && isObject(items)
      ? { ...schema, items: { ...items, properties: linesInput(field, items), additionalProperties: false } }
      : schema
  return field.required ? closed : orNull(closed)
}

function linesInput(field: FieldModel, items: JsonObject): JsonObject {
  const properties = isObject(items['properties']) ? items['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema = null]) => {
      const one = field.fields?.find((known) => known.name === name)
      return [name, one && isObject(schema) ? described(one, one.required ? schema : orNull(schema)) : schema]
    }),
  )
}

function described(field: FieldModel, schema: JsonObject): JsonObject {
  return { ...schema, description: `${field.label['zh-cn']} · ${field.label.en}`.replace(/[\r\n\u2028\u2029]+/g, ' ') }
}

function orNull(schema: JsonObject): JsonObject {
  const values = schema['enum']
  return {
    ...schema,
    type: [schema['type'] as string, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/**
 * How a stored value is sent; its kind's empty value determines the shape: lists and maps are empty, texts "", the rest
 * null.
 */
function wireType(field: FieldModel): JsonObject {
  const empty = kinds[field.kind].toWire(null, field)
  const item = itemType(field)
  if (Array.isArray(empty)) return { type: 'array', items: item }
  if (isObject(empty)) return { type: 'object', additionalProperties: { type: 'string' } }
  if (field.required) return item
  const values = item['enum']
  if (empty === null) return orNull(item)
  return Array.isArray(values) ? { ...item, enum: [...values, ''] } : item
}

function itemType(field: FieldModel): JsonObject {
  const values = field.options?.map((option) => option.value)
  if (values) return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values }
  if (field.scale !== undefined) return { type: 'string', format: 'decimal' }
  return { type: columnType(field) === 'integer' || refersToMany(field) ? 'integer' : 'string' }
}
