/** The routes of the bank beside those that every table has. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const strings = arraySchema(string)

/** `GET /admin/exam.Question/usage`: a question as candidates get it, with its key, and where it is used. */
export const questionUsage = defineRouteContract({
  path: 'exam.Question/usage',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id: { type: 'integer', minimum: 1 } }),
  answer: objectSchema({
    kind: string,
    title: string,
    options: arraySchema(objectSchema({ id: string, text: string })),
    blanks: integer,
    solution: objectSchema({ right: strings, blanks: strings, reference: string, explain: string }),
    /** Fixed papers that have it; random ones draw from the whole bank. */
    papers: arraySchema(objectSchema({ id: integer, title: string, status: integer })),
    /** How often it was asked and marked, and how often all points were reached. */
    asked: integer,
    right: integer,
  }),
})
