/** Parts of `openapi.json` about imports that a person watches. */
import { apiAnswer, apiFile, apiList, apiObject, apiRef } from '../../runtime/protocol/index.ts'
import type { JsonObject } from '../source/json.ts'
import type { Entry } from './openapi-shared.ts'

// The protocol describes JSON.
const object = apiObject as (properties: JsonObject, required?: readonly string[]) => JsonObject
const list = apiList as (items: JsonObject) => JsonObject
const ref = apiRef as (name: string) => JsonObject
const answer = apiAnswer as (data: JsonObject) => JsonObject

const text: JsonObject = { type: 'string' }
const whole: JsonObject = { type: 'integer' }
const place: JsonObject = { type: 'integer', minimum: 0, maximum: 9_999_999 }
const cells = list(text)
const outcomes: JsonObject = { created: whole, updated: whole, unchanged: whole, refused: whole }
const row = object({
  line: whole,
  cells,
  kind: { enum: ['created', 'updated', 'unchanged', 'refused'] },
  faults: list(object({ field: { type: ['string', 'null'] }, message: text })),
})

export const importSchemas: readonly Entry[] = [
  [
    'ImportFile',
    {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary', description: 'CSV, or an .xlsx workbook' },
        sheet: { type: 'string', description: 'sheet of a workbook; absent = the first one with content' },
      },
      required: ['file'],
    },
  ],
  [
    'ImportDraft',
    object({
      run: whole,
      name: text,
      encoding: text,
      sheets: list(text),
      sheet: { type: ['string', 'null'] },
      rows: whole,
      headerLine: whole,
      first: { type: 'array', items: { type: 'array' }, description: 'lines with the texts of their cells' },
      fields: list(text),
    }),
  ],
  [
    'ImportPlan',
    {
      type: 'object',
      properties: {
        run: { type: 'integer', minimum: 1 },
        header_line: place,
        columns: {
          type: 'object',
          additionalProperties: place,
          minProperties: 1,
          description: 'the column of the file, from 0, by field',
        },
        blank: { enum: ['keep', 'clear'], description: 'what a blank cell does to a record that exists' },
        edits: {
          type: 'array',
          maxItems: 500,
          items: object({
            line: place,
            column: { type: 'integer', minimum: 0, maximum: 999 },
            text: { type: 'string', maxLength: 100_000 },
          }),
        },
      },
      required: ['run', 'header_line', 'columns'],
    },
  ],
  [
    'ImportPreview',
    object({
      count: whole,
      ...outcomes,
      reasons: { type: 'object', additionalProperties: whole },
      rows: list(row),
      refusedRows: list(row),
    }),
  ],
  [
    'ImportStates',
    object({
      list: list(
        object({
          run: whole,
          name: text,
          state: { enum: ['running', 'done', 'failed'] },
          count: whole,
          ...outcomes,
          error: text,
          entry: { type: ['integer', 'null'] },
          ids: list(whole),
        }),
      ),
    }),
  ],
]

const run: JsonObject = { $ref: '#/components/parameters/run' }
const plan: JsonObject = { required: true, content: { 'application/json': { schema: ref('ImportPlan') } } }

type Operation = (action: string, rest: JsonObject) => JsonObject

/** The paths of a table that can be imported. */
export const importPaths = (controller: string, operation: Operation): readonly Entry[] => {
  const path = (action: string): string => `/admin/${controller}/${action}`
  return [
    [
      path('importFile'),
      {
        post: operation('importFile', {
          requestBody: { required: true, content: { 'multipart/form-data': { schema: ref('ImportFile') } } },
          responses: answer(ref('ImportDraft')),
        }),
      },
    ],
    [
      path('importPreview'),
      { post: operation('importPreview', { requestBody: plan, responses: answer(ref('ImportPreview')) }) },
    ],
    [
      path('importStart'),
      { post: operation('importStart', { requestBody: plan, responses: answer(object({ run: whole })) }) },
    ],
    [
      path('importState'),
      { get: operation('importState', { parameters: [run], responses: answer(ref('ImportStates')) }) },
    ],
    [
      path('importErrors'),
      {
        get: operation('importErrors', {
          parameters: [run],
          responses: apiFile('text/csv', 'the rows that were refused, with the reasons') as JsonObject,
        }),
      },
    ],
  ]
}
