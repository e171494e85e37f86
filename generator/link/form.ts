/** The form of an entity: a plain JSON Schema of what a client may write, and how rjsf shows it. */
import { holdsLines, kinds } from '../../runtime/protocol/index.ts'
import type { FieldModel, FormModel, TableModel } from '../../runtime/protocol/index.ts'
import { isObject, present, type JsonObject } from '../source/json.ts'
import type { Draft } from '../normalize/entity.ts'
import type { RawField } from '../raw/documents.ts'

/** Keywords of a field that a validator can hold; bounds of decimals are the kind's. */
const validatorKeywords = [
  'format',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const

/**
 * The form of the writable declared fields. The schema holds no texts and no keyword of our own.
 * @param lines forms of the lines the record owns, by field
 */
export function formOf(draft: Draft, model: TableModel, lines: ReadonlyMap<string, FormModel>): FormModel {
  const writable = model.fields.filter((field) => !field.implicit && !field.readOnly)
  const raws = new Map(draft.fields.map((field) => [field.model.name, field.raw]))
  const properties = writable.map((field): [string, JsonObject] => {
    const form = lines.get(field.name)
    // A field that is not implicit is declared, so the draft has its keywords.
    return [field.name, form ? linesSchema(field, form) : fieldSchema(field, raws.get(field.name)!)]
  })
  const required = writable.filter((field) => field.required).map((field) => field.name)
  return {
    id: model.id,
    schema: {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(properties),
    },
    uiSchema: uiSchemaOf(model, writable),
  }
}

/** A line that already exists carries its id. */
function linesSchema({ minItems, maxItems }: FieldModel, { schema }: FormModel): JsonObject {
  const { properties, ...line } = schema as JsonObject
  return present({
    type: 'array',
    minItems,
    maxItems,
    items: { ...line, properties: { id: { type: 'integer' }, ...(properties as JsonObject) } },
  })
}

function fieldSchema(field: FieldModel, raw: RawField): JsonObject {
  const values = field.options?.map((option) => option.value)
  const isList = raw.type === 'array'
  return present({
    type: isList ? 'array' : values ? typeOf(values) : raw.type,
    ...Object.fromEntries(
      validatorKeywords.filter((keyword) => !isBoundOfText(field, keyword)).map((keyword) => [keyword, raw[keyword]]),
    ),
    items: isList ? itemsOf(raw, values) : undefined,
    enum: isList ? undefined : values,
    additionalProperties: raw.additionalProperties as JsonObject | undefined,
    default: field.default,
  })
}

const typeOf = (values: readonly (string | number)[]): string => (typeof values[0] === 'number' ? 'integer' : 'string')

/** `minimum` and `maximum` of a decimal, which travels as text. */
const isBoundOfText = (field: FieldModel, keyword: string): boolean =>
  field.scale !== undefined && (keyword === 'minimum' || keyword === 'maximum')

function itemsOf(raw: RawField, values: readonly (string | number)[] | undefined): JsonObject {
  if (values) return { type: typeOf(values), enum: values }
  const { type, format, maxLength, pattern } = raw.items ?? {}
  return present({ type, format, maxLength, pattern })
}

/** Every field is drawn by the look of its kind; maps need a whole field, since rjsf draws objects itself. */
function uiSchemaOf(model: TableModel, writable: readonly FieldModel[]): JsonObject {
  const named = model.form
    .flatMap((section) => section.rows.flat())
    .filter((name) => writable.some((field) => field.name === name))
  const rest = writable.map((field) => field.name).filter((name) => !named.includes(name))
  const looks = writable.map((field): [string, JsonObject] => [
    field.name,
    { [isMap(field) || holdsLines(field) ? 'ui:field' : 'ui:widget']: field.kind },
  ])
  return { 'ui:order': [...named, ...rest], ...Object.fromEntries(looks) }
}

const isMap = (field: FieldModel): boolean => isObject(kinds[field.kind].toWire(null, field))
