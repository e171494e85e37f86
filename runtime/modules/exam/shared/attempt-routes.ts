/** The routes of administrators about one attempt. */
import { defineRouteContract } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const integer = { type: 'integer' } as const

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
