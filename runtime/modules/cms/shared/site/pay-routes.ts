/** Requests of members who pay for texts. */
import { defineRouteContract, objectSchema } from 'tablewright/protocol'
import { flag, id, text, textOrNull, whole } from './values.ts'

const payment = objectSchema({
  id: whole,
  sn: text,
  project: text,
  object_id: whole,
  title: text,
  amount: text,
  currency: { enum: ['RMB', 'integral'] },
  type: textOrNull,
  status: { enum: [0, 1, 2, 3, 4], description: '0 unpaid, 1 paid, 2 closed, 3 refund pending, 4 refunded' },
})

/**
 * `POST /api/cms.Pay/create {project, object, type?, amount?}`: opens a payment for a text or a tip for its author, and
 * begins it where `type` says how. Without one the member chooses at `/user/pay/<sn>`.
 */
export const createTextPayment = defineRouteContract({
  path: 'cms.Pay/create',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      project: { type: 'string', maxLength: 16, enum: ['content', 'admire'] },
      object: id,
      type: { type: 'string', maxLength: 16 },
      amount: { type: ['string', 'number'], maxLength: 20 },
      remark: { type: 'string', maxLength: 255 },
    },
    required: ['project', 'object'],
  },
  answer: objectSchema({
    info: payment,
    pay: {
      type: ['object', 'null'],
      description: 'null = it is paid, or not begun',
      properties: { code_url: text, address: text },
      additionalProperties: false,
    },
    paid: flag,
  }),
})

/** `GET /api/cms.Pay/check?id=`: code 1 once it is paid, else 0. */
export const checkTextPayment = defineRouteContract({
  path: 'cms.Pay/check',
  area: 'api',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({ info: payment }),
})
