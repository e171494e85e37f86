/** The lines that all modules show about a member. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = { type: 'string' } as const

/** `GET /admin/user.User/cards?id=7`: one list for each module that has something to show to the viewer. */
export const cards = defineRouteContract({
  path: 'user.User/cards',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id: { type: 'integer', minimum: 1 } }),
  answer: objectSchema({
    cards: arraySchema(
      arraySchema({
        type: 'object',
        properties: { label: text, value: text, path: text },
        required: ['label', 'value'],
      }),
    ),
  }),
})
