/** The routes of the bank beside those that every table has. */
import { defineRouteContract } from 'tablewright/protocol'

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const strings = { type: 'array', items: string } as const

/** `GET /admin/exam.Question/usage`: a question as candidates get it, with its key, and where it is used. */
export const questionUsage = defineRouteContract({
  path: 'exam.Question/usage',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
  answer: {
    type: 'object',
    properties: {
      kind: string,
      title: string,
      options: {
        type: 'array',
        items: { type: 'object', properties: { id: string, text: string }, required: ['id', 'text'] },
      },
      blanks: integer,
      solution: {
        type: 'object',
        properties: { right: strings, blanks: strings, reference: string, explain: string },
        required: ['right', 'blanks', 'reference', 'explain'],
      },
      /** Fixed papers that have it; random ones draw from the whole bank. */
      papers: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: integer, title: string, status: integer },
          required: ['id', 'title', 'status'],
        },
      },
      /** How often it was asked and marked, and how often all points were reached. */
      asked: integer,
      right: integer,
    },
    required: ['kind', 'title', 'options', 'blanks', 'solution', 'papers', 'asked', 'right'],
  },
})
