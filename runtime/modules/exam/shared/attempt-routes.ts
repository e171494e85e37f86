/** The routes of administrators about one attempt. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const integer = { type: 'integer' } as const
const string = { type: 'string' } as const
const strings = arraySchema(string)

/** `GET /admin/exam.Attempt/absences`: when the page of the exam was left. */
export const listAbsences = defineRouteContract({
  path: 'exam.Attempt/absences',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    list: arraySchema(objectSchema({ id: integer, time: integer, seconds: integer, isExcused: { type: 'boolean' } })),
  }),
})

/** `POST /admin/exam.Attempt/excuse`: an absence does not count, or counts again. */
export const excuseAbsence = defineRouteContract({
  path: 'exam.Attempt/excuse',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ absence: id, on: { type: 'boolean' } }),
  answer: objectSchema({ count: integer }),
})

/** `GET /admin/exam.Attempt/answers`: what was asked, answered and right, for those who mark. */
export const listAnswers = defineRouteContract({
  path: 'exam.Attempt/answers',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        seq: integer,
        kind: string,
        title: string,
        options: arraySchema(objectSchema({ id: string, text: string })),
        blanks: integer,
        answer: { type: 'object', properties: { keys: strings, texts: strings, files: strings } },
        files: arraySchema(objectSchema({ name: string, address: string })),
        solution: objectSchema({ right: strings, blanks: strings, reference: string, explain: string }),
        score: string,
        /** "" = not marked. */
        points: string,
        note: string,
      }),
    ),
  }),
})
