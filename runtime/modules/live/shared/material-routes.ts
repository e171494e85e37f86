/** Routes of materials, images of the board, and the assistant. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { forBoth } from './for-both.ts'
import { doneShape, id, number, text } from './shapes.ts'

const roomInput = objectSchema({ room: id })

export const pictureTypes = ['png', 'jpg', 'jpeg', 'webp'] as const
export const materialTypes = [
  ...pictureTypes,
  'pdf',
  'txt',
  'md',
  'csv',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
] as const
/** Endings of materials whose text the assistant knows. */
export const readableTypes = ['txt', 'md', 'csv'] as const
export const maxFileBytes = 20 * 1024 * 1024
/** Characters of one request with text, and of the text of a material. */
export const maxPart = 30_000
export const maxMaterialText = 600_000

/** Private files of a room, at addresses that are good for ten minutes. */
export const filesRoute = forBoth('files', {
  method: 'GET',
  input: roomInput,
  answer: objectSchema({
    pictures: arraySchema(objectSchema({ code: text, address: text })),
    materials: arraySchema(objectSchema({ id: number, address: text })),
  }),
})

/** `POST /admin/live.Classroom/passages`: text of a material, for the assistant. */
export const passagesRoute = defineRouteContract({
  path: 'live.Classroom/passages',
  area: 'admin',
  method: 'POST',
  input: objectSchema({
    room: id,
    material: id,
    page: { type: 'integer', minimum: 1, maximum: 10_000 },
    text: { type: 'string', maxLength: maxPart },
  }),
  answer: doneShape,
})

/** `POST /admin/live.Classroom/removeMaterial` */
export const removeMaterialRoute = defineRouteContract({
  path: 'live.Classroom/removeMaterial',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ room: id, material: id }),
  answer: doneShape,
})

const stateShape = { type: 'string', enum: ['waiting', 'shown', 'hidden', 'absent'] } as const

/** Asks the assistant. */
export const questionRoute = forBoth('question', {
  method: 'POST',
  input: objectSchema({ room: id, text: { type: 'string', minLength: 1, maxLength: 500 } }),
  answer: objectSchema({ status: stateShape }),
})

const citationShape = objectSchema({ material: number, name: text, page: number, text })

/** Own questions of a pupil, all of a room for teachers; the latest first. */
export const questionsRoute = forBoth('asked', {
  method: 'GET',
  input: roomInput,
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        id: number,
        question: text,
        name: text,
        state: stateShape,
        text,
        passages: arraySchema(citationShape),
      }),
    ),
  }),
})

/** `POST /admin/live.Classroom/review`: shows or hides an answer. */
export const reviewRoute = defineRouteContract({
  path: 'live.Classroom/review',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ answer: id, action: { type: 'string', maxLength: 10, enum: ['show', 'hide', 'dismiss'] } }),
  answer: doneShape,
})
