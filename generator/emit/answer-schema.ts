/** JSON Schemas of rows as answers have them: what depends on the caller's rights is not required. */
import {
  fieldsOfLine,
  fullTitleName,
  hasFileInfo,
  holdsLines,
  visibleColumns,
  visibleFields,
  type FieldModel,
  type TableModel,
} from '../../runtime/protocol/index.ts'
import type { JsonObject } from '../source/json.ts'
import { rowSchema } from './wire-schema.ts'

/**
 * A record of a list, or one with its lines.
 * @param self the component of the same schema, for the nodes of trees
 * @param lineOf the component of the lines of a field
 */
export function answerRow(model: TableModel, self: JsonObject, lineOf: (field: FieldModel) => JsonObject): JsonObject {
  const plain = rowSchema(model)
  const lines = model.fields.filter((field) => holdsLines(field) && !field.private)
  const properties: Record<string, JsonObject> = {
    ...(plain['properties'] as Record<string, JsonObject>),
    ...Object.fromEntries(lines.map((field) => [field.name, { type: 'array', items: lineOf(field) }])),
    ...Object.fromEntries(fileFields(model).map(({ name }) => [`${name}_info`, fileInfo])),
    ...(model.tree && { children: { type: 'array', items: self } }),
  }
  const required = visibleColumns(model)
    .filter((field) => isAlwaysSeen(model, field))
    .map(({ name }) => name)
  return { ...plain, properties, required }
}

/** An option of a select list: what identifies a record. */
export function answerOption(model: TableModel, row: JsonObject): JsonObject {
  const names = new Set([
    'id',
    model.title,
    fullTitleName,
    ...model.key,
    ...(model.details ?? []),
    ...model.search,
    ...(model.tree ? [model.tree.parent] : []),
  ])
  const all = row['properties'] as JsonObject
  const known = Object.entries(all).filter(([name]) => names.has(name) || names.has(name.replace(/_info$/, '')))
  const plain = known.map(([name, schema]) => [name, withoutDescription(schema as JsonObject)])
  return { type: 'object', required: ['id'], properties: Object.fromEntries(plain), additionalProperties: false }
}

const withoutDescription = ({ description: _text, ...schema }: JsonObject): JsonObject => schema

/** Hidden by a policy from some callers, or by what they may list of other tables. */
function isAlwaysSeen({ policy, tree }: TableModel, field: FieldModel): boolean {
  if (field.lookup) return false
  if (!policy || ['id', 'version', tree?.parent].includes(field.name)) return true
  return (['index', 'edit'] as const).every((action) => policy.fields[action]?.includes(field.name) ?? true)
}

const fileFields = (model: TableModel): readonly FieldModel[] =>
  visibleFields(model).filter((field) => hasFileInfo(field))

const fileInfo: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['url', 'name', 'size'],
    properties: {
      url: { type: 'string' },
      name: { type: 'string' },
      size: { type: 'integer' },
      address: { type: 'string' },
    },
    additionalProperties: false,
  },
}

/** The lines of a table by field. Their references have labels only for those who may list the target. */
export function answerLines(model: TableModel): readonly (readonly [field: FieldModel, schema: JsonObject])[] {
  const all = rowSchema(model)['properties'] as JsonObject
  return model.fields
    .filter((field) => holdsLines(field) && !field.private)
    .map((field) => {
      const { items } = all[field.name] as JsonObject & { readonly items: JsonObject }
      const optional = new Set(
        fieldsOfLine(field).flatMap(({ lookup, name, relation }) => (lookup ? [name] : relation ? [relation.as] : [])),
      )
      const required = (items['required'] as readonly string[]).filter((name) => !optional.has(name))
      return [field, { ...items, required }]
    })
}
