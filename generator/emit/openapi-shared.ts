/** Parts of `openapi.json` that the tables share: parameters of lists, and data that does not depend on a table. */
import { apiList, apiObject, queryLimits } from '../../runtime/protocol/index.ts'
import type { Json, JsonObject } from '../source/json.ts'

export type Entry = readonly [name: string, value: JsonObject]

// What the protocol describes is JSON.
const object = apiObject as (properties: JsonObject, required?: readonly string[]) => JsonObject
const list = apiList as (items: JsonObject) => JsonObject

const text: JsonObject = { type: 'string' }
const shortText: JsonObject = { type: 'string', maxLength: queryLimits.text }
const whole: JsonObject = { type: 'integer' }
const id: JsonObject = { type: 'integer', minimum: 1 }
const flag: JsonObject = { enum: ['0', '1'] }

export const listParameters = [
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
  'deleted',
  'absoluteAuth',
]

function queryParameter(name: string, schema: JsonObject, description: string, rest: JsonObject = {}): Entry {
  return [name, { name, in: 'query', description, schema, ...rest }]
}

export const parameters: readonly Entry[] = [
  queryParameter('id', id, 'the record', { required: true }),
  queryParameter('entry', id, 'entry of the history: the record as it was after it'),
  queryParameter('time', id, 'Unix seconds: the record as it was then'),
  [
    'ids',
    {
      name: 'ids[]',
      in: 'query',
      required: true,
      description: 'the records; also `ids=1,2`',
      schema: { type: 'array', minItems: 1, maxItems: queryLimits.ids, items: id as Json },
    },
  ],
  queryParameter('format', { enum: ['csv', 'xlsx'], default: 'csv' }, 'form of the export'),
  queryParameter('run', id, 'number of an import'),
  queryParameter('columns', shortText, 'fields of the export, separated by commas; absent = all'),
  queryParameter('lines', shortText, 'field with lines: the export has a row for each line'),
  queryParameter('lang', { enum: ['zh-cn', 'en'] }, 'language of the export; absent = the one of the request'),
  queryParameter('page', { type: 'integer', minimum: 1, maximum: queryLimits.page }, 'page, from 1'),
  queryParameter(
    'limit',
    { type: 'integer', minimum: 1, maximum: queryLimits.limit, default: queryLimits.limitDefault },
    'rows a page',
  ),
  queryParameter('order', shortText, '`field,asc` or `field,desc`'),
  queryParameter('quickSearch', shortText, 'text to look for in the fields of the quick search'),
  [
    'search',
    {
      name: 'search',
      in: 'query',
      style: 'deepObject',
      explode: true,
      description: '`search[n][field]`, `[operator]`, `[val]`: conditions, all of which hold',
      schema: {
        type: 'array',
        maxItems: queryLimits.filters,
        items: {
          type: 'object',
          properties: {
            field: text,
            operator: text,
            val: { anyOf: [text, { type: 'array', maxItems: queryLimits.values, items: text }] },
          },
          required: ['field', 'operator', 'val'],
        },
      },
    },
  ],
  queryParameter('initKey', shortText, 'field that initValue belongs to'),
  [
    'initValue',
    {
      name: 'initValue[]',
      in: 'query',
      description: 'values to look up',
      schema: { type: 'array', maxItems: queryLimits.values, items: text },
    },
  ],
  queryParameter('initOperator', shortText, 'operator of initValue'),
  queryParameter('select', flag, '1 = options of a picker'),
  queryParameter('isTree', flag, '0 = flat list of a tree'),
  queryParameter('parentRowId', shortText, 'children of this row of a tree; lines of this record'),
  queryParameter('exact', flag, '1 = count exactly'),
  queryParameter('deleted', flag, '1 = deleted records, for those who may restore them'),
  queryParameter('absoluteAuth', flag, '1 = only groups below the own rights'),
]

const change = object(
  { field: text, before: {}, after: {}, names: { type: 'array', items: text, minItems: 2, maxItems: 2 } },
  ['field', 'before', 'after'],
)

const historyLine = object(
  {
    field: text,
    id: whole,
    no: whole,
    name: text,
    is: { enum: ['added', 'removed', 'changed', 'same'] },
    changes: list(change),
  },
  ['field', 'id', 'no', 'name', 'is', 'changes'],
)

const historyEntry = object(
  {
    id,
    time: whole,
    who: text,
    action: text,
    was: { type: ['object', 'null'] },
    input: { type: 'object' },
    names: { type: 'object', additionalProperties: text },
    fields: list(text),
    changes: list(change),
    lines: list(historyLine),
    undo: { type: 'boolean' },
    to: list(text),
    undone: whole,
  },
  ['id', 'time', 'who', 'action', 'was', 'input', 'names', 'fields', 'changes', 'undo'],
)

const importError = object({ line: whole, field: { type: ['string', 'null'] }, value: text, message: text })
const counts: JsonObject = { type: 'object', additionalProperties: whole }

const mailText: JsonObject = {
  id,
  note: { type: ['string', 'null'], maxLength: 2000 },
  csv: { type: 'boolean', description: 'attaches the record as a CSV file, with all its lines' },
  language: { enum: ['zh-cn', 'en', null] },
}
const recipients: JsonObject = { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string', format: 'email' } }

export const sharedSchemas: readonly Entry[] = [
  ['Saved', object({ id, warnings: list(text), undo: whole }, ['id'])],
  [
    'ActionDone',
    {
      type: 'object',
      description: 'effects add members',
      properties: { id, version: id },
      required: ['id', 'version'],
    },
  ],
  [
    'ActionResults',
    object({
      results: list(
        object({ id: {}, code: { enum: [0, 1] }, msg: text, reason: text, data: {} }, ['id', 'code', 'msg']),
      ),
    }),
  ],
  ['HistoryEntry', historyEntry],
  ['History', object({ list: list({ $ref: '#/components/schemas/HistoryEntry' }), more: { type: 'boolean' } })],
  [
    'RecordThen',
    object({
      time: whole,
      is: { enum: ['there', 'deleted', 'missing'] },
      values: list(change),
      lines: list(object({ field: text, lines: list(historyLine), rows: list({ type: 'object' }) })),
      unknown: list(text),
    }),
  ],
  [
    'Import',
    {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary', description: 'CSV, or an .xlsx workbook' },
        map: { type: 'string', description: 'JSON: the header of the file by field' },
        blank: {
          enum: ['keep', 'clear'],
          description: 'what a blank cell does to a record that exists: nothing (default), or it empties the field',
        },
        sheet: { type: 'string', description: 'sheet of a workbook; absent = the first one with content' },
        header_line: { type: 'string', description: 'line with the headers; absent = the one that names most fields' },
        dry_run: flag,
      },
      required: ['file'],
    },
  ],
  [
    'ImportReport',
    object({
      encoding: { enum: ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] },
      sheet: text,
      header_line: whole,
      ignored: list(text),
      rows: whole,
      created: whole,
      updated: whole,
      unchanged: whole,
      refused: whole,
      reasons: counts,
      errors: list(importError),
      changes: counts,
      dry_run: { type: 'boolean' },
      refused_file: { type: ['string', 'null'] },
    }),
  ],
  [
    'Mail',
    {
      anyOf: [
        {
          type: 'object',
          properties: { ...mailText, to: recipients, version: { type: ['integer', 'null'], minimum: 1 } },
          required: ['id', 'to'],
        },
        {
          type: 'object',
          description: 'answers what would be sent, and sends nothing',
          properties: {
            id,
            note: {},
            csv: {},
            language: {},
            preview: { const: true },
          },
          required: ['id', 'preview'],
        },
      ],
    },
  ],
  [
    'MailPreview',
    object({
      subject: text,
      text,
      html: text,
      files: list(object({ name: text, size: whole })),
      to: list(text),
      max_addresses: whole,
      is_delivered: { type: 'boolean' },
      version: {},
    }),
  ],
  [
    'Sortable',
    {
      description: 'Moves a row to the place of another, or swaps the places of two',
      anyOf: [
        {
          type: 'object',
          properties: { move: id, target: id, order: text, direction: { enum: ['up', 'down'] } },
          required: ['move', 'target', 'direction'],
        },
        { type: 'object', properties: { id, targetId: id }, required: ['id', 'targetId'] },
      ],
    },
  ],
]
