/** The routes of the statistics of papers. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const number = { type: 'number' } as const
const share = { type: ['number', 'null'] } as const
const counts = arraySchema(integer)

/** `GET /admin/exam.Statistics/index`: papers with marked attempts. */
export const statisticsPapers = defineRouteContract({
  path: 'exam.Statistics/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema(objectSchema({ paper: integer, title: string, count: integer })),
  }),
})

/** `GET /admin/exam.Statistics/paper`: results of a paper, and what they say of its questions. */
export const paperStatistics = defineRouteContract({
  path: 'exam.Statistics/paper',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ paper: { type: 'integer', minimum: 1 } }),
  answer: objectSchema({
    title: string,
    count: integer,
    passed: integer,
    mean: share,
    median: share,
    tenths: counts,
    questions: arraySchema(
      objectSchema({
        question: integer,
        summary: string,
        kind: string,
        count: integer,
        difficulty: number,
        discrimination: share,
        /** Median of the seconds on the screen; null where they are not known. */
        seconds: share,
        verdict: { type: 'string', enum: ['few', 'inverted', 'distractor', 'easy', 'hard', 'flat', 'good'] },
        options: arraySchema(objectSchema({ text: string, isRight: { type: 'boolean' }, quarters: counts })),
      }),
    ),
  }),
})
