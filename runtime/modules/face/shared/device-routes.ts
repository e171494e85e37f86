/** The routes of the panel that issues tokens of devices. */
import { defineRouteContract } from 'tablewright/protocol'

const input = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 } },
  required: ['id'],
} as const

/** `POST /admin/face.FireDevice/issueToken {id}`: a new token, in this answer only; the one before has ended. */
export const issueToken = defineRouteContract({
  path: 'face.FireDevice/issueToken',
  area: 'admin',
  method: 'POST',
  input,
  answer: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
})

/** `POST /admin/face.FireDevice/revokeToken {id}` */
export const revokeToken = defineRouteContract({
  path: 'face.FireDevice/revokeToken',
  area: 'admin',
  method: 'POST',
  input,
  answer: { type: 'null' },
})
