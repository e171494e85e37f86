/** The routes of administrators about one attempt. */
import { defineRouteContract } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const integer = { type: 'integer' } as const
const string = { type: 'string' } as const
const strings = { type: 'array', items: string } as const

/** `GET /admin/exam.Attempt/absences`: when the page of the exam was left. */
export const listAbsences = defineRouteContract({
  path: 'exam.Attempt/absences',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { id }, required: ['id'] },
  answer: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: integer, time: integer, seconds: integer, isExcused: { type: 'boolean' } },
          required: ['id', 'time', 'seconds', 'isExcused'],
        },
      },
    },
    required: ['list'],
  },
})

/** `POST /admin/exam.Attempt/excuse`: an absence does not count, or counts again. */
export const excuseAbsence = defineRouteContract({
  path: 'exam.Attempt/excuse',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { absence: id, on: { type: 'boolean' } }, required: ['absence', 'on'] },
  answer: { type: 'object', properties: { count: integer }, required: ['count'] },
})

/** `GET /admin/exam.Attempt/answers`: what was asked, answered and right, for those who mark. */
export const listAnswers = defineRouteContract({
  path: 'exam.Attempt/answers',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { id }, required: ['id'] },
  answer: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            seq: integer,
            kind: string,
            title: string,
            options: {
              type: 'array',
              items: { type: 'object', properties: { id: string, text: string }, required: ['id', 'text'] },
            },
            blanks: integer,
            answer: { type: 'object', properties: { keys: strings, texts: strings, files: strings } },
            files: {
              type: 'array',
              items: { type: 'object', properties: { name: string, address: string }, required: ['name', 'address'] },
            },
            solution: {
              type: 'object',
              properties: { right: strings, blanks: strings, reference: string, explain: string },
              required: ['right', 'blanks', 'reference', 'explain'],
            },
            score: string,
            /** "" = not marked. */
            points: string,
            note: string,
          },
          required: [
            'seq',
            'kind',
            'title',
            'options',
            'blanks',
            'answer',
            'files',
            'solution',
            'score',
            'points',
            'note',
          ],
        },
      },
    },
    required: ['list'],
  },
})
