/** The routes of the statistics of papers. */
import { defineRouteContract } from 'tablewright/protocol'

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const number = { type: 'number' } as const
const share = { type: ['number', 'null'] } as const
const counts = { type: 'array', items: integer } as const

/** `GET /admin/exam.Statistics/index`: papers with marked attempts. */
export const statisticsPapers = defineRouteContract({
  path: 'exam.Statistics/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: { paper: integer, title: string, count: integer },
          required: ['paper', 'title', 'count'],
        },
      },
    },
    required: ['list'],
  },
})

/** `GET /admin/exam.Statistics/paper`: results of a paper, and what they say of its questions. */
export const paperStatistics = defineRouteContract({
  path: 'exam.Statistics/paper',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { paper: { type: 'integer', minimum: 1 } }, required: ['paper'] },
  answer: {
    type: 'object',
    properties: {
      title: string,
      count: integer,
      passed: integer,
      mean: share,
      median: share,
      tenths: counts,
      questions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            question: integer,
            summary: string,
            kind: string,
            count: integer,
            difficulty: number,
            discrimination: share,
            /** Median of the seconds on the screen; null where they are not known. */
            seconds: share,
            verdict: { type: 'string', enum: ['few', 'inverted', 'distractor', 'easy', 'hard', 'flat', 'good'] },
            options: {
              type: 'array',
              items: {
                type: 'object',
                properties: { text: string, isRight: { type: 'boolean' }, quarters: counts },
                required: ['text', 'isRight', 'quarters'],
              },
            },
          },
          required: [
            'question',
            'summary',
            'kind',
            'count',
            'difficulty',
            'discrimination',
            'seconds',
            'verdict',
            'options',
          ],
        },
      },
    },
    required: ['title', 'count', 'passed', 'mean', 'median', 'tenths', 'questions'],
  },
})
