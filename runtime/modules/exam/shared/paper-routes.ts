/** The routes of the paper builder. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const strings = arraySchema(string)
const kind = { type: 'string', enum: ['JUDGE', 'SINGLE', 'MULTI', 'FILL', 'SHORT', 'MATERIAL'] } as const

const question = objectSchema({ id: integer, summary: string, kind: string, difficulty: string })

/** `GET /admin/exam.Paper/compose`: the lines of a paper, what the bank has, and what keeps it from being published. */
export const composePaper = defineRouteContract({
  path: 'exam.Paper/compose',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ paper: id }),
  answer: objectSchema({
    title: string,
    subject: string,
    version: integer,
    status: integer,
    mode: { type: 'string', enum: ['FIX', 'RANDOM'] },
    pass: string,
    problems: strings,
    categories: arraySchema(objectSchema({ id: integer, parent: { type: ['integer', 'null'] }, name: string })),
    /** How many questions the bank has, by kind, difficulty and category (0 = none). */
    pool: arraySchema(objectSchema({ kind: string, difficulty: string, category: integer, count: integer })),
    rules: arraySchema(
      objectSchema({
        kind,
        /** "" = any. */
        difficulty: string,
        /** 0 = any. */
        category: integer,
        quantity: integer,
        score: string,
      }),
    ),
    questions: arraySchema({
      type: 'object',
      properties: { ...question.properties, score: string, isAskable: { type: 'boolean' } },
      required: [...question.required, 'score', 'isAskable'],
    }),
  }),
})

/** `GET /admin/exam.Paper/choices`: questions of the bank that the paper can have, newest first. */
export const listChoices = defineRouteContract({
  path: 'exam.Paper/choices',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      paper: id,
      text: { type: 'string', maxLength: 60 },
      kind: { type: 'string', maxLength: 10, enum: ['JUDGE', 'SINGLE', 'MULTI', 'FILL', 'SHORT', 'MATERIAL'] },
      difficulty: { type: 'string', maxLength: 10, enum: ['EASY', 'GENERAL', 'HARD'] },
      category: id,
      page: id,
    },
    required: ['paper', 'page'],
  },
  answer: objectSchema({ list: arraySchema(question), total: integer, pageSize: integer }),
})

/** `GET /admin/exam.Paper/sample`: the paper as a candidate with this seed would get it, with its keys. */
export const samplePaper = defineRouteContract({
  path: 'exam.Paper/sample',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ paper: id, seed: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } }),
  answer: objectSchema({
    title: string,
    subject: string,
    description: string,
    limit: integer,
    total: string,
    pass: string,
    items: arraySchema(
      objectSchema({
        seq: integer,
        parent: { type: ['integer', 'null'] },
        kind: string,
        title: string,
        options: arraySchema(objectSchema({ id: string, text: string })),
        blanks: integer,
        score: string,
        solution: objectSchema({ right: strings, blanks: strings, reference: string, explain: string }),
      }),
    ),
  }),
})
