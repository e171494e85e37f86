/** The routes of the marking desk. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const
const integer = { type: 'integer' } as const

/** `GET /admin/exam.Marking/index`: papers with answers that people mark. */
export const markingPapers = defineRouteContract({
  path: 'exam.Marking/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema(objectSchema({ paper: integer, title: string, waiting: integer })),
  }),
})

/** `GET /admin/exam.Marking/queue`: answers to mark, one question across people or one person across questions. */
export const markingQueue = defineRouteContract({
  path: 'exam.Marking/queue',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ paper: id, by: { type: 'string', maxLength: 10, enum: ['question', 'person'] } }),
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        item: integer,
        title: string,
        /** The text that the question is about; "" where it stands alone. */
        material: string,
        reference: string,
        answer: string,
        files: arraySchema(objectSchema({ name: string, address: string })),
        /** The name of the member; a number where the paper is marked without names. */
        name: string,
        max: string,
        /** `single`; or `first`, `second`, `third` of several people, and `none` where others have done it. */
        part: string,
        /** Points of the caller; "" = not marked. */
        points: string,
        /** Points of the first two, for a third who decides. */
        others: arraySchema(string),
        note: string,
      }),
    ),
    /** Answers to mark beyond the list. */
    more: integer,
  }),
})

/** `POST /admin/exam.Marking/mark`: gives points to an answer; without any, it waits again. */
export const markAnswerByHand = defineRouteContract({
  path: 'exam.Marking/mark',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      item: id,
      points: { type: 'string', maxLength: 10 },
      note: { type: 'string', maxLength: 500 },
    },
    required: ['item', 'points'],
  },
  answer: objectSchema({ waiting: integer, points: string }),
})
