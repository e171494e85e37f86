/** The routes of the paper builder. */
import { defineRouteContract } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const strings = { type: 'array', items: string } as const
const kind = { type: 'string', enum: ['JUDGE', 'SINGLE', 'MULTI', 'FILL', 'SHORT', 'MATERIAL'] } as const

const question = {
  type: 'object',
  properties: { id: integer, summary: string, kind: string, difficulty: string },
  required: ['id', 'summary', 'kind', 'difficulty'],
} as const

/** `GET /admin/exam.Paper/compose`: the lines of a paper, what the bank has, and what keeps it from being published. */
export const composePaper = defineRouteContract({
  path: 'exam.Paper/compose',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { paper: id }, required: ['paper'] },
  answer: {
    type: 'object',
    properties: {
      title: string,
      subject: string,
      version: integer,
      status: integer,
      mode: { type: 'string', enum: ['FIX', 'RANDOM'] },
      pass: string,
      problems: strings,
      categories: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: integer, parent: { type: ['integer', 'null'] }, name: string },
          required: ['id', 'parent', 'name'],
        },
      },
      /** How many questions the bank has, by kind, difficulty and category (0 = none). */
      pool: {
        type: 'array',
        items: {
          type: 'object',
          properties: { kind: string, difficulty: string, category: integer, count: integer },
          required: ['kind', 'difficulty', 'category', 'count'],
        },
      },
      rules: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            kind,
            /** "" = any. */
            difficulty: string,
            /** 0 = any. */
            category: integer,
            quantity: integer,
            score: string,
          },
          required: ['kind', 'difficulty', 'category', 'quantity', 'score'],
        },
      },
      questions: {
        type: 'array',
        items: {
          type: 'object',
          properties: { ...question.properties, score: string, isAskable: { type: 'boolean' } },
          required: [...question.required, 'score', 'isAskable'],
        },
      },
    },
    required: [
      'title',
      'subject',
      'version',
      'status',
      'mode',
      'pass',
      'problems',
      'categories',
      'pool',
      'rules',
      'questions',
    ],
  },
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
  answer: {
    type: 'object',
    properties: { list: { type: 'array', items: question }, total: integer, pageSize: integer },
    required: ['list', 'total', 'pageSize'],
  },
})

/** `GET /admin/exam.Paper/sample`: the paper as a candidate with this seed would get it, with its keys. */
export const samplePaper = defineRouteContract({
  path: 'exam.Paper/sample',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: { paper: id, seed: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } },
    required: ['paper', 'seed'],
  },
  answer: {
    type: 'object',
    properties: {
      title: string,
      subject: string,
      description: string,
      limit: integer,
      total: string,
      pass: string,
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            seq: integer,
            parent: { type: ['integer', 'null'] },
            kind: string,
            title: string,
            options: {
              type: 'array',
              items: { type: 'object', properties: { id: string, text: string }, required: ['id', 'text'] },
            },
            blanks: integer,
            score: string,
            solution: {
              type: 'object',
              properties: { right: strings, blanks: strings, reference: string, explain: string },
              required: ['right', 'blanks', 'reference', 'explain'],
            },
          },
          required: ['seq', 'parent', 'kind', 'title', 'options', 'blanks', 'score', 'solution'],
        },
      },
    },
    required: ['title', 'subject', 'description', 'limit', 'total', 'pass', 'items'],
  },
})
