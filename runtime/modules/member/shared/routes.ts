/** Routes that the pages of administrators call. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const member = objectSchema({ id: { type: 'integer', minimum: 1 } })

/** The consequences of deleting a member. */
export const consequences = defineRouteContract({
  path: 'user.User/consequences',
  area: 'admin',
  method: 'GET',
  input: member,
  answer: objectSchema({
    lines: arraySchema({ type: 'string' }),
    refusals: arraySchema({ type: 'string' }),
  }),
})

/** All that the modules have of a member, by table. */
export const exportData = defineRouteContract({
  path: 'user.User/exportData',
  area: 'admin',
  method: 'POST',
  input: member,
  answer: { type: 'object', additionalProperties: arraySchema({ type: 'object' }) },
})
