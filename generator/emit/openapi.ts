/**
 * `openapi.json`: the routes of every table, with schemas of rows and input. One entity owns its paths and its two
 * schemas.
 */
import {
  apiAnswer,
  apiFile,
  apiList,
  apiObject,
  apiRef,
  apiResponses,
  apiSchemas,
  type ActionName,
  type FieldModel,
  type MachineActionModel,
  type TableModel,
} from '../../runtime/protocol/index.ts'
import type { Entity, SchemaSet } from '../link/schema-set.ts'
import { present, type Json, type JsonObject } from '../source/json.ts'
import { pascalCase } from '../source/names.ts'
import { compareTexts } from '../source/problem.ts'
import { generatedFolder } from './folder.ts'
import { jsonText } from './literal.ts'
import { json, type Output } from './output.ts'
import { answerLines, answerOption, answerRow } from './answer-schema.ts'
import { importPaths, importSchemas } from './openapi-import.ts'
import { listParameters, parameters, sharedSchemas, type Entry } from './openapi-shared.ts'
import { inputSchema } from './wire-schema.ts'

/** What an entity contributes, printed: what its lines are, by name. */
interface Parts {
  readonly paths: readonly Line[]
  readonly schemas: readonly Line[]
}
type Line = readonly [name: string, text: string]

/** By what an earlier call emitted for the entity, which is another object when the entity has changed. */
const printed = new WeakMap<object, Parts>()

/** @param emitted files of the entities by their ids: what was printed of an entity is used again while they stay */
export function emitOpenapi(schemas: SchemaSet, emitted: ReadonlyMap<string, object> = new Map()): Output {
  const entities = schemas.modules
    .flatMap((module) => module.entities)
    .filter(({ model }) => model.storage === 'table' && (model.actions.length > 0 || model.machine !== undefined))
  const parts = entities.map((entity) => partsOf(entity, emitted.get(entity.model.id)))
  const schemaLines = parts.flatMap((one) => one.schemas).toSorted(([a], [b]) => compareTexts(a, b))
  const components = [
    [
      'schemas',
      braces(
        [...linesOf([...(apiSchemas as readonly Entry[]), ...sharedSchemas, ...importSchemas], 2), ...schemaLines],
        2,
      ),
    ],
    ['parameters', braces(linesOf(parameters, 2), 2)],
    ['responses', braces(linesOf(apiResponses as readonly Entry[], 2), 2)],
    ['securitySchemes', jsonText(securitySchemes)],
  ] as const
  const members = [
    ['openapi', '"3.1.0"'],
    [
      'info',
      jsonText({
        title: 'Tablewright',
        version: '1',
        description:
          'Business answers are HTTP 200 with code 1 on success. Requests with the header `x-tablewright: 1` are ' +
          'answered as described here, and refused where a name in them means nothing; without it such names are ' +
          'left out, and a few values are spelled as clients of BuildAdmin expect them. ' +
          'Of inputs, "" is the same as null, and texts, numbers and booleans may be spelled as one another. ' +
          'An input with `x-when` is read only where that rule holds for the record.',
      }),
    ],
    ['servers', jsonText([{ url: '/' }])],
    ['security', jsonText([{ batoken: [] }])],
    [
      'paths',
      braces(
        parts.flatMap((one) => one.paths),
        1,
      ),
    ],
    ['components', `{\n${membersOf(components, 2)}\n  }`],
  ] as const
  const text = (banner: JsonObject): string => {
    const head = Object.entries(banner).map(([key, value]) => [key, JSON.stringify(value)] as const)
    return `{\n${membersOf([...head, ...members], 1)}\n}`
  }
  return json(`${generatedFolder}/openapi.json`, 'schemas', 'x-generated', text)
}

function partsOf(entity: Entity, emitted: object | undefined): Parts {
  const known = emitted && printed.get(emitted)
  if (known) return known
  const parts = { paths: linesOf(pathsOf(entity), 1), schemas: linesOf(schemasOf(entity), 2) }
  if (emitted) printed.set(emitted, parts)
  return parts
}

/** One line or block per entry, so that an entity's change shows in its own lines only. */
function linesOf(entries: readonly Entry[], indent: number): Line[] {
  const inner = '  '.repeat(indent + 1)
  return entries.map(([name, value]) => [
    name,
    `${inner}${JSON.stringify(name)}: ${jsonText(value, indent + 1, name.length + 5)}`,
  ])
}

const braces = (lines: readonly Line[], indent: number): string =>
  `{\n${lines.map(([, text]) => text).join(',\n')}\n${'  '.repeat(indent)}}`

/** Members whose values are JSON already, one per line. */
const membersOf = (members: readonly (readonly [key: string, json: string])[], indent: number): string =>
  members.map(([key, json]) => `${'  '.repeat(indent)}"${key}": ${json}`).join(',\n')

const nameOf = ({ model, type }: Entity): string => `${pascalCase(model.module)}${type}`

const lineName = (entity: Entity, field: FieldModel): string => `${nameOf(entity)}${pascalCase(field.name)}Line`

function schemasOf(entity: Entity): readonly Entry[] {
  const { model } = entity
  const canWrite = model.actions.some((action) => action === 'add' || action === 'edit')
  const name = nameOf(entity)
  const row = answerRow(model, ref(name), (field) => ref(lineName(entity, field)))
  const lines = answerLines(model).map(([field, schema]): Entry => [lineName(entity, field), schema])
  const option: readonly Entry[] = model.actions.includes('index')
    ? [
        [`${name}List`, page(ref(name))],
        [`${name}Option`, answerOption(model, row)],
      ]
    : []
  return [[name, row], ...option, ...lines, ...(canWrite ? [[`${name}Input`, inputOf(entity)] as const] : [])]
}

/**
 * An edit may send a part of the fields, so only `add` demands the required ones; those with a default are filled in.
 * Fields with a condition are not read where it does not hold.
 */
const requiredOf = (entity: Entity): Json => {
  const { required, properties } = inputSchema(entity)
  const isNeeded = (name: string): boolean => {
    const field = entity.model.fields.find((one) => one.name === name)
    return field?.when === undefined && (properties as Record<string, JsonObject>)[name]?.['default'] === undefined
  }
  return ((required ?? []) as readonly string[]).filter(isNeeded)
}

/** What `add` and `edit` take. Members without a meaning are left to the server: our clients are refused. */
function inputOf(entity: Entity): JsonObject {
  const { required: _required, additionalProperties: _closed, ...input } = inputSchema(entity)
  const properties = Object.entries(input['properties'] as Record<string, JsonObject>).map(([name, schema]) => {
    const when = entity.model.fields.find((field) => field.name === name)?.when
    return [name, when ? { ...schema, 'x-when': when.source } : schema]
  })
  return { ...input, properties: Object.fromEntries(properties) }
}

function pathsOf(entity: Entity): readonly Entry[] {
  const { model } = entity
  const machine = (model.machine?.actions ?? []).map((action): Entry => [
    `/admin/${model.controller}/${action.name}`,
    actionOf(entity, action),
  ])
  return [
    ...model.actions.map((action): Entry => [`/admin/${model.controller}/${action}`, operations[action](entity)]),
    ...machine,
    ...(model.actions.includes('index') ? recordPaths(entity) : []),
    ...(model.actions.includes('import')
      ? importPaths(model.controller, (action, rest) => operation(model, action, rest))
      : []),
  ]
}

/** What was done to a record, and reading of one with states. */
function recordPaths(entity: Entity): readonly Entry[] {
  const { model } = entity
  const view: Entry = [
    `/admin/${model.controller}/view`,
    {
      get: operation(model, 'view', {
        parameters: [parameter('id')],
        responses: answer(object({ row: ref(nameOf(entity)) })),
      }),
    },
  ]
  const changes: Entry = [
    `/admin/${model.controller}/history`,
    {
      get: operation(model, 'history', {
        parameters: ['id', 'entry', 'time'].map(parameter),
        responses: answer({ anyOf: [ref('History'), ref('RecordThen')] }),
      }),
    },
  ]
  if (model.machine) return [view, changes]
  return model.actions.includes('edit') ? [changes] : []
}

const securitySchemes: JsonObject = {
  batoken: { type: 'apiKey', in: 'header', name: 'batoken', description: 'of an administrator' },
  'ba-user-token': { type: 'apiKey', in: 'header', name: 'ba-user-token', description: 'of a member' },
}

// What the protocol describes is JSON.
const ref = apiRef as (name: string) => JsonObject
const object = apiObject as (properties: JsonObject, required?: readonly string[]) => JsonObject
const list = apiList as (items: JsonObject) => JsonObject
const answer = apiAnswer as (data: JsonObject) => JsonObject
const parameter = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })
const content = (schema: JsonObject): JsonObject => ({ required: true, content: { 'application/json': { schema } } })
/** Absent or null = whatever is stored now. */
const versionSchema: JsonObject = { type: ['integer', 'null'], minimum: 1 }
const idSchema: JsonObject = { type: 'integer', minimum: 1 }
const manyIds: JsonObject = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: {},
  description: 'ids of records; each is answered for itself, and what is no id is not found',
}
const nothing: JsonObject = { type: 'null' }
const count: JsonObject = { type: 'integer', minimum: 0 }
const text: JsonObject = { type: 'string' }
const counted = answer(object({ count }))
const saved = answer(ref('Saved'))

/** An action of the machine, for one record or several. */
function actionOf({ model, actionForms }: Entity, { name, label }: MachineActionModel): JsonObject {
  const { properties, required = [] } = (actionForms.get(name)?.schema ?? {}) as {
    readonly properties?: JsonObject
    readonly required?: readonly string[]
  }
  const one = { properties: { id: idSchema, version: versionSchema, ...properties }, required: ['id', ...required] }
  const many = { properties: { ids: manyIds, ...properties }, required: ['ids', ...required] }
  const input = { anyOf: [one, many].map((part) => ({ type: 'object', ...part })) }
  return {
    post: {
      ...operation(model, name, {
        requestBody: content(input),
        responses: answer({ anyOf: [ref('ActionDone'), ref('ActionResults')] }),
      }),
      summary: `${model.label.en}: ${label.en}`,
    },
  }
}

function operation(model: TableModel, action: ActionName | string, rest: JsonObject): JsonObject {
  const id = `${model.controller.replaceAll('.', '_')}_${action}`
  return present({ operationId: id, tags: [model.controller], summary: `${model.label.en}: ${action}`, ...rest })
}

const operations: Readonly<Record<ActionName, (entity: Entity) => JsonObject>> = {
  index: (entity) => ({
    get: operation(entity.model, 'index', {
      parameters: listParameters.map(parameter),
      responses: answer(listOf(entity)),
    }),
  }),
  add: (entity) => ({
    post: operation(entity.model, 'add', {
      requestBody: content({ allOf: [ref(`${nameOf(entity)}Input`), { required: requiredOf(entity) }] }),
      responses: saved,
    }),
  }),
  edit: (entity) => ({
    get: {
      ...operation(entity.model, 'edit', {
        parameters: [parameter('id')],
        responses: answer(object({ row: ref(nameOf(entity)) })),
      }),
      operationId: `${entity.model.controller.replaceAll('.', '_')}_read`,
    },
    post: operation(entity.model, 'edit', {
      requestBody: content({
        allOf: [
          ref(`${nameOf(entity)}Input`),
          { properties: { id: idSchema, version: versionSchema }, required: ['id'] },
        ],
      }),
      responses: saved,
    }),
  }),
  del: ({ model }) => ({ delete: operation(model, 'del', { parameters: [parameter('ids')], responses: counted }) }),
  restore: ({ model }) => ({
    post: operation(model, 'restore', {
      requestBody: content({
        type: 'object',
        properties: { ids: manyIds },
        required: ['ids'],
      }),
      responses: counted,
    }),
  }),
  sortable: ({ model }) => ({
    post: operation(model, 'sortable', { requestBody: content(ref('Sortable')), responses: answer(nothing) }),
  }),
  import: ({ model }) => ({
    post: operation(model, 'import', {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: ref('Import') } } },
      responses: answer(ref('ImportReport')),
    }),
  }),
  export: ({ model }) => ({
    get: operation(model, 'export', {
      parameters: [...['format', 'columns', 'lines', 'lang'].map(parameter), ...listParameters.map(parameter)],
      responses: apiFile('text/csv', 'the rows of the list') as JsonObject,
    }),
  }),
  mail: ({ model }) => ({
    post: operation(model, 'mail', {
      requestBody: content(ref('Mail')),
      responses: answer({ anyOf: [ref('MailPreview'), object({ count })] }),
    }),
  }),
}

const page = (items: JsonObject): JsonObject =>
  object({ list: list(items), total: count, more: { const: true }, remark: text }, ['list', 'remark'])

/** A page or a tree of records, options of a select list, or the lines of a record (`parentRowId`). */
function listOf(entity: Entity): JsonObject {
  const { model } = entity
  const name = nameOf(entity)
  const lines = model.tree ? [] : answerLines(model).map(([field]) => page(ref(lineName(entity, field))))
  const options = model.tree ? [object({ options: list(ref(`${name}Option`)), remark: text })] : []
  return { anyOf: [ref(`${name}List`), page(ref(`${name}Option`)), ...options, ...lines] }
}
