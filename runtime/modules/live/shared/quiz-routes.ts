/** Routes of quizzes: pupils answer, teachers ask and see who has answered. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { doneShape, id, number, numberOrNull, personShape, text } from './shapes.ts'

const optionId = { type: 'string', minLength: 1, maxLength: 16 } as const
/** Options of a quiz. */
export const maxOptions = 8

/** `POST /admin/live.Classroom/ask`: opens a quiz, from the exam bank or as it is typed. */
export const askRoute = defineRouteContract({
  path: 'live.Classroom/ask',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      room: id,
      /** A question of the bank; the others are absent then. */
      question: id,
      kind: { type: 'string', maxLength: 10, enum: ['judge', 'single', 'multi'] },
      title: { type: 'string', minLength: 1, maxLength: 500 },
      options: { type: 'array', maxItems: maxOptions, items: { type: 'string', minLength: 1, maxLength: 200 } },
      /** Places of the right options, counted from 0; none = there is no right answer. */
      key: { type: 'array', maxItems: maxOptions, items: { type: 'integer', minimum: 0, maximum: maxOptions - 1 } },
      /** 0 = until it is closed. */
      seconds: { type: 'integer', minimum: 0, maximum: 3600 },
    },
    required: ['room', 'seconds'],
  },
  answer: objectSchema({ quiz: number }),
})

const quizInput = objectSchema({ room: id, quiz: id })

/** `POST /admin/live.Classroom/closeQuiz` */
export const closeRoute = defineRouteContract({
  path: 'live.Classroom/closeQuiz',
  area: 'admin',
  method: 'POST',
  input: quizInput,
  answer: doneShape,
})

/** `GET /admin/live.Classroom/progress`: who has answered a quiz, and who of those present has not. */
export const progressRoute = defineRouteContract({
  path: 'live.Classroom/progress',
  area: 'admin',
  method: 'GET',
  input: quizInput,
  answer: objectSchema({
    answered: number,
    /** Null = there is no right answer. */
    right: numberOrNull,
    counts: { type: 'object', additionalProperties: number },
    missing: arraySchema(personShape),
  }),
})

/** `GET /admin/live.Classroom/questions`: questions of the exam bank. */
export const questionsRoute = defineRouteContract({
  path: 'live.Classroom/questions',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { text: { type: 'string', maxLength: 100 } } },
  answer: objectSchema({
    questions: arraySchema(objectSchema({ id: number, kind: text, title: text })),
  }),
})

/** `POST /api/live.Room/answer`: answers a quiz, or answers it anew while it is open. */
export const answerRoute = defineRouteContract({
  path: 'live.Room/answer',
  area: 'api',
  method: 'POST',
  input: objectSchema({
    room: id,
    quiz: id,
    choice: { type: 'array', minItems: 1, maxItems: 20, items: optionId },
  }),
  answer: doneShape,
})

/** `GET /api/live.Room/answers`: how the member has answered the quizzes of a room. */
export const ownAnswersRoute = defineRouteContract({
  path: 'live.Room/answers',
  area: 'api',
  method: 'GET',
  input: objectSchema({ room: id }),
  answer: objectSchema({
    answers: arraySchema(objectSchema({ quiz: number, choice: arraySchema(text) })),
  }),
})
