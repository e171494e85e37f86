/** Requests about stock that is held, and their answers. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const

/** `GET /admin/wms.Hold/short`: holds of which too little is left that has not expired, the oldest first. */
export const shortHolds = defineRouteContract({
  path: 'wms.Hold/short',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        id: whole,
        holder_no: text,
        product_id: whole,
        product: text,
        quantity: text,
        missing: { type: 'string', description: 'what is not there of it' },
      }),
    ),
  }),
})
