/**
 * `openapi.json`: the routes of every table, with schemas of rows and input. One entity owns its paths and its two
 * schemas.
 */
import type { ActionName, MachineActionModel, TableModel } from '../../runtime/protocol/index.ts'
import type { Entity, SchemaSet } from '../link/schema-set.ts'
import { present, type Json, type JsonObject } from '../source/json.ts'
import { pascalCase } from '../source/names.ts'
import { compareTexts } from '../source/problem.ts'
import { generatedFolder } from './folder.ts'
import { jsonText } from './literal.ts'
import { json, type Output } from './output.ts'
import { inputSchema, rowSchema } from './wire-schema.ts'

export function emitOpenapi(schemas: SchemaSet): Output {
  const entities = schemas.modules
    .flatMap((module) => module.entities)
    .filter(({ model }) => model.storage === 'table' && (model.actions.length > 0 || model.machine !== undefined))
  const schemaEntries = entities.flatMap(schemasOf).sort(([a], [b]) => compareTexts(a, b))
  const components = [
    ['schemas', block([...sharedSchemas, ...schemaEntries], 2)],
    ['parameters', block(parameters, 2)],
    ['responses', jsonText(answers, 2, 13)],
    ['securitySchemes', jsonText({ batoken: { type: 'apiKey', in: 'header', name: 'batoken' } })],
  ] as const
  const members = [
    ['openapi', '"3.1.0"'],
    [
      'info',
      jsonText({
        title: 'Tablewright',
        version: '1',
        description: 'Table controllers. Business answers are HTTP 200 with code 1 on success.',
      }),
    ],
    ['servers', jsonText([{ url: '/admin' }])],
    ['security', jsonText([{ batoken: [] }])],
    ['paths', block(entities.flatMap(pathsOf))],
    ['components', `{\n${membersOf(components, 2)}\n  }`],
  ] as const
  const text = (banner: JsonObject): string => {
    const head = Object.entries(banner).map(([key, value]) => [key, JSON.stringify(value)] as const)
    return `{\n${membersOf([...head, ...members], 1)}\n}`
  }
  return json(`${generatedFolder}/openapi.json`, 'schemas', 'x-generated', text)
}

type Entry = readonly [name: string, value: JsonObject]

/** One line or block per entry, so that an entity's change shows in its own lines only. */
function block(entries: readonly Entry[], indent = 1): string {
  const inner = '  '.repeat(indent + 1)
  const lines = entries.map(
    ([name, value]) => `${inner}${JSON.stringify(name)}: ${jsonText(value, indent + 1, name.length + 5)}`,
  )
  return `{\n${lines.join(',\n')}\n${'  '.repeat(indent)}}`
}

/** Members whose values are JSON already, one per line. */
const membersOf = (members: readonly (readonly [key: string, json: string])[], indent: number): string =>
  members.map(([key, json]) => `${'  '.repeat(indent)}"${key}": ${json}`).join(',\n')

const nameOf = ({ model, type }: Entity): string => `${pascalCase(model.module)}${type}`

function schemasOf(entity: Entity): readonly Entry[] {
  const canWrite = entity.model.actions.some((action) => action === 'add' || action === 'edit')
  const row: Entry = [nameOf(entity), rowSchema(entity.model)]
  const { required: _required, additionalProperties: _closed, ...input } = inputSchema(entity)
  return canWrite ? [row, [`${nameOf(entity)}Input`, input]] : [row]
}

/** An edit may send a part of the fields, so only `add` demands the required ones. */
const requiredOf = (entity: Entity): Json => inputSchema(entity)['required'] ?? []

function pathsOf(entity: Entity): readonly Entry[] {
  const { model } = entity
  const machine = (model.machine?.actions ?? []).map((action): Entry => [
    `/${model.controller}/${action.name}`,
    actionOf(entity, action),
  ])
  return [
    ...model.actions.map((action): Entry => [`/${model.controller}/${action}`, operations[action](entity)]),
    ...machine,
    ...(model.actions.includes('index') ? recordPaths(entity) : []),
  ]
}

/** What was done to a record, and reading of one with states. */
function recordPaths(entity: Entity): readonly Entry[] {
  const { model } = entity
  const history = object({ list: { type: 'array', items: ref('HistoryEntry') }, more: { type: 'boolean' } })
  const view: Entry = [
    `/${model.controller}/view`,
    {
      get: operation(model, 'view', {
        parameters: [parameter('id')],
        responses: answer(object({ row: ref(nameOf(entity)) })),
      }),
    },
  ]
  const changes: Entry = [
    `/${model.controller}/history`,
    { get: operation(model, 'history', { parameters: [parameter('id')], responses: answer(history) }) },
  ]
  if (model.machine) return [view, changes]
  return model.actions.includes('edit') ? [changes] : []
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const parameter = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })
const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
const idSchema: JsonObject = { type: 'integer', minimum: 1 }
const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  required,
  properties,
})

/** The envelope around an answer's data. */
function answer(data: JsonObject): JsonObject {
  return {
    200: {
      description: 'code 1 and the data, or code 0 and the reason',
      ...content({ allOf: [ref('Answer'), { properties: { data } }] }),
    },
  }
}

const done: JsonObject = { 200: { $ref: '#/components/responses/Done' } }
const created: JsonObject = { 200: { $ref: '#/components/responses/Created' } }
const answers: JsonObject = {
  Done: answer({})[200] as JsonObject,
  Created: answer(object({ id: idSchema }))[200] as JsonObject,
}

/** An action of the machine, for one record or several. */
function actionOf({ model, actionForms }: Entity, { name, label }: MachineActionModel): JsonObject {
  const actionSchema = (actionForms.get(name)?.schema ?? {}) as JsonObject
  const input = present({
    properties: {
      id: idSchema,
      version: idSchema,
      ids: { type: 'array', maxItems: 100, items: idSchema },
      ...(actionSchema['properties'] as JsonObject | undefined),
    },
    required: actionSchema['required'],
  })
  return {
    post: {
      ...operation(model, name, { requestBody: content({ type: 'object', ...input }), responses: done }),
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
      responses: created,
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
        allOf: [ref(`${nameOf(entity)}Input`), object({ id: idSchema, version: idSchema }, ['id'])],
      }),
      responses: done,
    }),
  }),
  del: ({ model }) => ({ delete: operation(model, 'del', { parameters: [parameter('ids')], responses: done }) }),
  restore: ({ model }) => ({
    post: operation(model, 'restore', {
      requestBody: content(object({ ids: { type: 'array', maxItems: 100, items: idSchema } }, ['ids'])),
      responses: done,
    }),
  }),
  sortable: ({ model }) => ({
    post: operation(model, 'sortable', { requestBody: content(ref('Sortable')), responses: done }),
  }),
  import: ({ model }) => ({
    post: operation(model, 'import', {
      requestBody: { content: { 'multipart/form-data': { schema: ref('Import') } } },
      responses: done,
    }),
  }),
  export: ({ model }) => ({
    get: operation(model, 'export', {
      parameters: [parameter('format'), ...listParameters.map(parameter)],
      responses: {
        200: { description: 'the rows of the list', content: { 'text/csv': { schema: { type: 'string' } } } },
      },
    }),
  }),
  mail: ({ model }) => ({
    post: operation(model, 'mail', { requestBody: content(ref('Mail')), responses: done }),
  }),
}

function listOf(entity: Entity): JsonObject {
  return object(
    { list: { type: 'array', items: ref(nameOf(entity)) }, total: { type: 'integer' }, more: { type: 'boolean' } },
    ['list'],
  )
}

const listParameters = [
  'page',
  'limit',
  'order',
  'quickSearch',
  'search',
  'initKey',
  'initValue',
  'initOperator',
  'select',
  'isTree',
  'parentRowId',
  'exact',
]

function queryParameter(name: string, schema: JsonObject, description: string, rest: JsonObject = {}): Entry {
  return [name, { name, in: 'query', description, schema, ...rest }]
}

const text: JsonObject = { type: 'string' }
const parameters: readonly Entry[] = [
  queryParameter('id', idSchema, 'the record', { required: true }),
  [
    'ids',
    {
      name: 'ids[]',
      in: 'query',
      required: true,
      description: 'the records',
      schema: { type: 'array', items: idSchema as Json },
    },
  ],
  queryParameter('format', { enum: ['csv'] }, 'form of the export'),
  queryParameter('page', { type: 'integer', minimum: 1, maximum: 10_000 }, 'page, from 1'),
  queryParameter('limit', { type: 'integer', minimum: 1, maximum: 100, default: 10 }, 'rows a page'),
  queryParameter('order', text, '`field,asc` or `field,desc`'),
  queryParameter('quickSearch', text, 'text to look for in the fields of the quick search'),
  [
    'search',
    {
      name: 'search',
      in: 'query',
      style: 'deepObject',
      explode: true,
      description: '`search[n][field]`, `[operator]`, `[val]`: conditions, all of which hold',
      schema: { type: 'object' },
    },
  ],
  queryParameter('initKey', text, 'field that initValue belongs to'),
  [
    'initValue',
    {
      name: 'initValue[]',
      in: 'query',
      description: 'values to look up',
      schema: { type: 'array', maxItems: 200, items: text },
    },
  ],
  queryParameter('initOperator', text, 'operator of initValue'),
  queryParameter('select', text, 'options of a picker'),
  queryParameter('isTree', text, '0 = flat list of a tree'),
  queryParameter('parentRowId', text, 'children of this row'),
  queryParameter('exact', text, '1 = count exactly'),
]

const sharedSchemas: readonly Entry[] = [
  [
    'Answer',
    object({ code: { type: 'integer' }, msg: text, time: { type: 'integer' }, data: {} }, ['code', 'msg', 'time']),
  ],
  [
    'HistoryEntry',
    object(
      {
        id: idSchema,
        time: { type: 'integer' },
        who: text,
        action: text,
        was: { type: ['object', 'null'] },
        input: { type: 'object' },
        names: { type: 'object', additionalProperties: text },
        fields: { type: 'array', items: text },
        changes: {
          type: 'array',
          items: object({ field: text, before: {}, after: {}, names: { type: 'array', items: text } }, [
            'field',
            'before',
            'after',
          ]),
        },
        undo: { type: 'boolean' },
        to: { type: 'array', items: text },
      },
      ['id', 'time', 'who', 'action', 'was', 'input', 'names', 'fields', 'changes', 'undo'],
    ),
  ],
  [
    'Import',
    object(
      {
        file: { type: 'string', format: 'binary' },
        map: { type: 'string', description: 'field=column, comma-separated' },
        dry_run: { enum: ['0', '1'] },
      },
      ['file'],
    ),
  ],
  [
    'Mail',
    object(
      {
        id: idSchema,
        to: { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string', format: 'email' } },
        note: { type: 'string', maxLength: 2000 },
        csv: { type: 'boolean', description: 'attaches the record as a CSV file, with all its lines' },
        language: { enum: ['zh-cn', 'en'] },
        version: idSchema,
        preview: { const: true, description: 'answers what would be sent, and sends nothing' },
      },
      ['id'],
    ),
  ],
  [
    'Sortable',
    object(
      {
        move: idSchema,
        target: idSchema,
        order: text,
        direction: { enum: ['up', 'down'] },
        id: idSchema,
        targetId: idSchema,
      },
      [],
    ),
  ],
]
