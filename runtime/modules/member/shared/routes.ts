/** Routes that the pages of administrators call. */
import { defineRouteContract } from 'tablewright/protocol'

const member = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 } },
  required: ['id'],
} as const

/** The consequences of deleting a member. */
export const consequences = defineRouteContract({
  path: 'user.User/consequences',
  area: 'admin',
  method: 'GET',
  input: member,
  answer: {
    type: 'object',
    properties: {
      lines: { type: 'array', items: { type: 'string' } },
      refusals: { type: 'array', items: { type: 'string' } },
    },
    required: ['lines', 'refusals'],
  },
})

/** All that the modules have of a member, by table. */
export const exportData = defineRouteContract({
  path: 'user.User/exportData',
  area: 'admin',
  method: 'POST',
  input: member,
  answer: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
})
