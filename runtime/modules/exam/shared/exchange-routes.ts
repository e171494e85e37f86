/** The routes of imports and exports of the bank. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const

/** Bytes of a file: as text of base64 it has to fit into the body of a request. */
export const maxImportBytes = 700_000

/** Questions of one file. */
export const maxImportRows = 2000

/** Formats of files of questions. */
export const bankFormats = ['xlsx', 'csv', 'gift'] as const
export type BankFormat = (typeof bankFormats)[number]

/**
 * `POST /admin/exam.Question/importBank`: reads a file of questions (CSV, workbook, GIFT) and says of each what it is
 * or why it cannot be stored; with `store`, the new ones are added.
 */
export const importBank = defineRouteContract({
  path: 'exam.Question/importBank',
  area: 'admin',
  method: 'POST',
  input: objectSchema({
    /** The subject of questions that name none. */
    subject: { type: 'integer', minimum: 1 },
    /** The bytes of the file in base64. */
    file: { type: 'string', maxLength: 960_000 },
    store: { type: 'boolean' },
  }),
  answer: objectSchema({
    format: { type: 'string', enum: ['table', 'gift'] },
    fresh: integer,
    same: integer,
    refused: integer,
    list: arraySchema(
      objectSchema({
        line: integer,
        kind: string,
        title: string,
        answer: string,
        difficulty: string,
        category: string,
        outcome: { type: 'string', enum: ['fresh', 'added', 'same', 'refused'] },
        problem: string,
      }),
    ),
  }),
})

/** `GET /admin/exam.Question/exportBank`: the questions of a subject, or of all, as a file that can be imported. */
export const exportBank = defineRouteContract({
  path: 'exam.Question/exportBank',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      format: { type: 'string', maxLength: 10, enum: ['xlsx', 'csv', 'gift'] },
      subject: { type: 'integer', minimum: 1 },
    },
    required: ['format'],
  },
  answer: {},
})
