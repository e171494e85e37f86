/**
 * Prints the dialect as JSON Schema 2020-12 with the keywords editors read: hover, completion, explanations of
 * values.
 */
import { languages } from '../../runtime/protocol/index.ts'
import type { Json, JsonObject } from '../source/json.ts'
import type { RecordShape, Shape, Keyword, Keywords } from './shape.ts'
import { snippets } from './snippets.ts'

type Definitions = Map<string, JsonObject>

/** Names of the author's choice: fields, options, indexes. */
const namePattern = '^[a-z][a-z0-9_]*$'

/** The meta-schema of a document type; closed: a keyword it does not list is refused. */
export function metaSchema(type: string, shape: Shape): JsonObject {
  const definitions: Definitions = new Map()
  const body = shape.is === 'record' ? recordSchema(shape, definitions) : schemaOf(shape, definitions)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://tablewright.invalid/dialect/${type}.json`,
    $dynamicAnchor: 'meta',
    ...body,
    $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function recordSchema(shape: RecordShape, definitions: Definitions): JsonObject {
  return {
    type: 'object',
    ...(shape.required.length > 0 ? { required: shape.required } : {}),
    properties: propertiesOf(shape.keywords, definitions),
    unevaluatedProperties: false,
    ...snippetsOf(shape),
  }
}

function snippetsOf({ name }: RecordShape): JsonObject {
  const found = snippets[name] ?? []
  if (found.length === 0) return {}
  return { defaultSnippets: found.map(({ title, body }) => ({ label: `${title.en} · ${title['zh-cn']}`, body })) }
}

function propertiesOf(keywords: Keywords, definitions: Definitions): JsonObject {
  return Object.fromEntries(Object.entries(keywords).map(([name, keyword]) => [name, wordSchema(keyword, definitions)]))
}

function wordSchema(keyword: Keyword, definitions: Definitions): JsonObject {
  const markdownDescription = `${keyword.doc.en}\n\n${keyword.doc['zh-cn']}`
  if (keyword.unsupported) {
    const errorMessage = '此关键字暂不支持。 This keyword is not supported yet.'
    return {
      not: {},
      markdownDescription: `${markdownDescription}\n\n${errorMessage}`,
      errorMessage,
      doNotSuggest: true,
    }
  }
  const snippet =
    keyword.example === undefined ? {} : { defaultSnippets: [{ label: keyword.doc.en, body: keyword.example }] }
  return { ...schemaOf(keyword.shape, definitions), markdownDescription, ...snippet }
}

function schemaOf(shape: Shape, definitions: Definitions): JsonObject {
  switch (shape.is) {
    case 'text':
      return {
        type: 'string',
        ...(shape.maxLength ? { maxLength: shape.maxLength } : {}),
        ...(shape.pattern ? { pattern: shape.pattern.source } : {}),
      }
    case 'integer':
    case 'number':
      return { type: shape.is, ...bounds(shape) }
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return {
        enum: shape.of.map((one) => one.value),
        enumDescriptions: shape.of.map((one) => `${one.doc.en} · ${one.doc['zh-cn']}`),
      }
    case 'list':
      return {
        type: 'array',
        items: schemaOf(shape.items, definitions),
        ...(shape.min ? { minItems: shape.min } : {}),
      }
    case 'map':
      return mapSchema(shape, definitions)
    case 'label':
      return labelSchema(shape.maxLength, definitions)
    case 'either':
      return { anyOf: shape.shapes.map((one) => schemaOf(one, definitions)) }
    case 'any':
      return {}
    case 'record':
      return reference(shape.name, definitions, () => recordSchema(shape, definitions))
  }
}

function bounds(shape: { readonly min?: number; readonly max?: number }): JsonObject {
  return {
    ...(shape.min === undefined ? {} : { minimum: shape.min }),
    ...(shape.max === undefined ? {} : { maximum: shape.max }),
  }
}

function mapSchema(shape: Extract<Shape, { is: 'map' }>, definitions: Definitions): JsonObject {
  const values = schemaOf(shape.values, definitions)
  const min = shape.min ? { minProperties: shape.min } : {}
  if (shape.keywords)
    return {
      type: 'object',
      properties: propertiesOf(shape.keywords, definitions),
      additionalProperties: values,
      ...min,
    }
  return {
    type: 'object',
    propertyNames: { pattern: shape.names?.source ?? namePattern, maxLength: 63 },
    additionalProperties: values,
    ...min,
  }
}

function labelSchema(maxLength: number, definitions: Definitions): JsonObject {
  return reference(`label${maxLength}`, definitions, () => ({
    type: 'object',
    required: [...languages],
    properties: Object.fromEntries(
      languages.map((language): [string, Json] => [language, { type: 'string', minLength: 1, maxLength: maxLength }]),
    ),
    unevaluatedProperties: false,
    defaultSnippets: [
      { label: languages.join(', '), body: Object.fromEntries(languages.map((language) => [language, ''])) },
    ],
  }))
}

function reference(name: string, definitions: Definitions, make: () => JsonObject): JsonObject {
  if (!definitions.has(name)) {
    definitions.set(name, {})
    definitions.set(name, make())
  }
  return { $ref: `#/$defs/${name}` }
}
