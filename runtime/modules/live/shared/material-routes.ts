/** Routes of materials, images of the board, and the assistant. */
import { defineRouteContract } from 'tablewright/protocol'
import { forBoth } from './for-both.ts'
import { doneShape, id, number, text } from './shapes.ts'

const roomInput = { type: 'object', properties: { room: id }, required: ['room'] } as const

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
  answer: {
    type: 'object',
    properties: {
      pictures: {
        type: 'array',
        items: { type: 'object', properties: { code: text, address: text }, required: ['code', 'address'] },
      },
      materials: {
        type: 'array',
        items: { type: 'object', properties: { id: number, address: text }, required: ['id', 'address'] },
      },
    },
    required: ['pictures', 'materials'],
  },
})

/** `POST /admin/live.Classroom/passages`: text of a material, for the assistant. */
export const passagesRoute = defineRouteContract({
  path: 'live.Classroom/passages',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      room: id,
      material: id,
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      text: { type: 'string', maxLength: maxPart },
    },
    required: ['room', 'material', 'page', 'text'],
  },
  answer: doneShape,
})

/** `POST /admin/live.Classroom/removeMaterial` */
export const removeMaterialRoute = defineRouteContract({
  path: 'live.Classroom/removeMaterial',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { room: id, material: id }, required: ['room', 'material'] },
  answer: doneShape,
})

const stateShape = { type: 'string', enum: ['waiting', 'shown', 'hidden', 'absent'] } as const

/** Asks the assistant. */
export const questionRoute = forBoth('question', {
  method: 'POST',
  input: {
    type: 'object',
    properties: { room: id, text: { type: 'string', minLength: 1, maxLength: 500 } },
    required: ['room', 'text'],
  },
  answer: { type: 'object', properties: { status: stateShape }, required: ['status'] },
})

const citationShape = {
  type: 'object',
  properties: { material: number, name: text, page: number, text },
  required: ['material', 'name', 'page', 'text'],
} as const

/** Own questions of a pupil, all of a room for teachers; the latest first. */
export const questionsRoute = forBoth('asked', {
  method: 'GET',
  input: roomInput,
  answer: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: number,
            question: text,
            name: text,
            state: stateShape,
            text,
            passages: { type: 'array', items: citationShape },
          },
          required: ['id', 'question', 'name', 'state', 'text', 'passages'],
        },
      },
    },
    required: ['list'],
  },
})

/** `POST /admin/live.Classroom/review`: shows or hides an answer. */
export const reviewRoute = defineRouteContract({
  path: 'live.Classroom/review',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: { answer: id, action: { type: 'string', maxLength: 10, enum: ['show', 'hide', 'dismiss'] } },
    required: ['answer', 'action'],
  },
  answer: doneShape,
})
