/** The routes of courses that pages of members call. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const boolean = { type: 'boolean' } as const
const place = { type: ['integer', 'null'] } as const

const progress = { lessons: integer, done: integer, certificate: string } as const
const progressNames = ['lessons', 'done', 'certificate'] as const

/** `GET /api/exam.Course/index`: the courses that members can take, with their progress. */
export const listCourses = defineRouteContract({
  path: 'exam.Course/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema({
      type: 'object',
      properties: { id: integer, title: string, description: string, isClosed: boolean, next: place, ...progress },
      required: ['id', 'title', 'description', 'isClosed', 'next', ...progressNames],
    }),
  }),
})

/** `GET /api/exam.Course/info`: the chapters and lessons of a course. */
export const courseInfo = defineRouteContract({
  path: 'exam.Course/info',
  area: 'api',
  method: 'GET',
  input: objectSchema({ course: id }),
  answer: {
    type: 'object',
    properties: {
      title: string,
      description: string,
      isClosed: boolean,
      /** Where the member goes on; null = everything is done. */
      next: place,
      ...progress,
      chapters: arraySchema(
        objectSchema({
          id: integer,
          title: string,
          lessons: arraySchema(
            objectSchema({ id: integer, title: string, kind: string, minutes: place, isDone: boolean }),
          ),
        }),
      ),
    },
    required: ['title', 'description', 'isClosed', 'next', ...progressNames, 'chapters'],
  },
})

/** `GET /api/exam.Course/lesson`: a lesson; the address of its video is good for ten minutes. */
export const readLesson = defineRouteContract({
  path: 'exam.Course/lesson',
  area: 'api',
  method: 'GET',
  input: objectSchema({ lesson: id }),
  answer: objectSchema({
    course: integer,
    title: string,
    kind: string,
    content: string,
    video: string,
    /** The page of the live lesson; "" where there is none to go to. */
    path: string,
    /** `open`, `closed`, `draft`; `missing` where it is not there any more, "" where none was chosen. */
    live: string,
    isDone: boolean,
    previous: place,
    next: place,
  }),
})

/** `POST /api/exam.Course/done`: a lesson is done; with the last one comes the certificate. */
export const markLesson = defineRouteContract({
  path: 'exam.Course/done',
  area: 'api',
  method: 'POST',
  input: objectSchema({ lesson: id }),
  answer: { type: 'object', properties: progress, required: [...progressNames] },
})

/** `GET /api/exam.Course/certificate`: a certificate of the member. */
export const readCertificate = defineRouteContract({
  path: 'exam.Course/certificate',
  area: 'api',
  method: 'GET',
  input: objectSchema({ code: { type: 'string', maxLength: 32 } }),
  answer: objectSchema({ name: string, title: string, code: string, time: integer }),
})

/** `GET /admin/exam.Lesson/live`: live lessons of the module that has them, for a selection. */
export const liveLessons = defineRouteContract({
  path: 'exam.Lesson/live',
  area: 'admin',
  method: 'GET',
  /** The one that is chosen, which may be an old one. */
  input: { type: 'object', properties: { id } },
  answer: objectSchema({
    /** False = no module has live lessons. */
    isSupplied: { type: 'boolean' },
    list: arraySchema(objectSchema({ id: integer, title: string, state: string })),
  }),
})
