/** Requests of members about their orders and refunds, and their answers. Amounts and quantities are texts. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import {
  cart,
  currency,
  done,
  figure,
  id,
  limit,
  page,
  problems,
  text,
  textOrNull,
  flag,
  whole,
  which,
  wholeOrNull,
} from './values.ts'

const wishedLine = {
  type: 'object',
  properties: { goods_id: id, quantity: figure, price: figure },
  required: ['goods_id', 'quantity'],
} as const
const paidIn = { ...currency, type: 'string', maxLength: 8, description: 'absent = money' } as const
const wishedLines = { type: 'array', minItems: 1, maxItems: 50, items: wishedLine } as const

/** `POST /api/shop.Order/quote {lines, address_id?, currency?}`: what an order would cost; changes nothing. */
export const quoteOrder = defineRouteContract({
  path: 'shop.Order/quote',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { lines: wishedLines, address_id: id, currency: paidIn },
    required: ['lines'],
  },
  answer: objectSchema({
    lines: arraySchema(
      objectSchema({ goods_id: whole, title: text, image: textOrNull, price: text, quantity: text, amount: text }),
    ),
    currency,
    amount_goods: text,
    freight: textOrNull,
    free_from: { type: ['string', 'null'], description: 'value of goods from which this region has no freight' },
    total: text,
    money: { type: 'string', description: 'the total in money' },
    points: { type: ['string', 'null'], description: 'the total in points; null = not all goods are sold for them' },
    score: { type: 'integer', description: 'points that the member has' },
    problems,
  }),
})

/** `POST /api/shop.Order/place`: with prices, freight and total as they were shown; code 0 names what changed. */
export const placeOrderRoute = defineRouteContract({
  path: 'shop.Order/place',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      lines: wishedLines,
      address_id: id,
      currency: paidIn,
      freight: figure,
      total: figure,
      remark: { type: 'string', maxLength: 255 },
    },
    required: ['lines', 'address_id', 'total'],
  },
  answer: objectSchema({ id: wholeOrNull, sn: textOrNull, amount_pay: textOrNull, problems }),
})

const orderLine = objectSchema({
  id: whole,
  goods_id: whole,
  title: text,
  image: textOrNull,
  unit: textOrNull,
  price: text,
  quantity: text,
  amount: text,
  shipped: text,
  refunded: text,
})
const order = objectSchema({
  id: whole,
  sn: text,
  status: { enum: [0, 1, 2, 3, 4], description: '0 unpaid, 1 to ship, 2 shipped, 3 completed, 4 cancelled' },
  refund_state: { enum: [0, 1, 2, 3], description: '0 none, 1 in progress, 2 part, 3 all' },
  closing: flag,
  currency,
  amount_goods: text,
  freight: text,
  discount: text,
  amount_pay: text,
  refunded: text,
  freight_refunded: text,
  expire_time: whole,
  create_time: wholeOrNull,
  lines: arraySchema(orderLine),
})

/** `GET /api/shop.Order/index?status=&page=`: the member's orders, newest first. */
export const listOrders = defineRouteContract({
  path: 'shop.Order/index',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { status: { type: 'integer', minimum: 0, maximum: 4 }, page, limit },
  },
  answer: objectSchema({ list: arraySchema(order), total: whole }),
})

const refund = objectSchema({
  id: whole,
  refund_no: text,
  order_id: whole,
  kind: { enum: [0, 1, 2, 3], description: '0 before shipping, 1 without and 2 with a return, 3 short delivery' },
  status: {
    enum: [0, 1, 2, 3, 4, 5],
    description: '0 requested, 1 being paid back, 2 refused, 3 refunded, 4 withdrawn, 5 waiting for the goods',
  },
  currency,
  amount: text,
  reason: text,
  answer: textOrNull,
  create_time: wholeOrNull,
  done_time: wholeOrNull,
  lines: arraySchema(objectSchema({ title: text, quantity: text, returned: textOrNull, amount: text })),
  images: {
    type: 'array',
    items: objectSchema({ url: text, name: text }),
    description: 'at addresses that are good for ten minutes',
  },
})

/** `GET /api/shop.Order/info?id=`: an order of the member, its parcel and its refunds. */
export const readOrderInfo = defineRouteContract({
  path: 'shop.Order/info',
  area: 'api',
  method: 'GET',
  input: which,
  answer: objectSchema({
    order,
    name: text,
    mobile: text,
    region: text,
    address: text,
    remark: textOrNull,
    cancel_reason: textOrNull,
    courier_number: textOrNull,
    carrier: textOrNull,
    pay_time: wholeOrNull,
    ship_time: wholeOrNull,
    done_time: wholeOrNull,
    cancel_time: wholeOrNull,
    confirm_time: { type: ['integer', 'null'], description: 'when it is completed by itself' },
    refunds: arraySchema(refund),
  }),
})

/** `POST /api/shop.Order/pay {id}`: the payment, which is made at `/user/pay/<sn>`. */
export const payOrder = defineRouteContract({
  path: 'shop.Order/pay',
  area: 'api',
  method: 'POST',
  input: which,
  answer: objectSchema({ id: whole, sn: text }),
})

/** `POST /api/shop.Order/cancel {id}`: `closing` until the provider of a payment has said that it was not made. */
export const cancelOrderRoute = defineRouteContract({
  path: 'shop.Order/cancel',
  area: 'api',
  method: 'POST',
  input: which,
  answer: objectSchema({ result: { enum: ['cancelled', 'closing', 'kept'] } }),
})

/** `POST /api/shop.Order/confirm {id}`: the goods have arrived. */
export const confirmOrder = defineRouteContract({
  path: 'shop.Order/confirm',
  area: 'api',
  method: 'POST',
  input: which,
  answer: done,
})

/** `POST /api/shop.Order/reorder {id}`: puts what is still on sale into the cart. */
export const reorder = defineRouteContract({
  path: 'shop.Order/reorder',
  area: 'api',
  method: 'POST',
  input: which,
  answer: cart,
})

/** Images of one refund. */
export const refundPictures = 5

/** `POST /api/shop.Refund/ask {order_id, lines, freight?, files?, reason}` */
export const askRefund = defineRouteContract({
  path: 'shop.Refund/ask',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      order_id: id,
      lines: {
        type: 'array',
        maxItems: 50,
        items: objectSchema({ id, quantity: figure }),
      },
      freight: { type: 'boolean' },
      files: {
        type: 'array',
        maxItems: refundPictures,
        items: { type: 'string', minLength: 32, maxLength: 32 },
        description: 'codes of uploaded images',
      },
      reason: { type: 'string', minLength: 1, maxLength: 200 },
    },
    required: ['order_id', 'lines', 'reason'],
  },
  answer: done,
})

/** `POST /api/shop.Refund/withdraw {id}` */
export const withdrawRefund = defineRouteContract({
  path: 'shop.Refund/withdraw',
  area: 'api',
  method: 'POST',
  input: which,
  answer: done,
})

/** `GET /api/shop.Refund/index?page=`: refunds of the member, newest first. */
export const listRefunds = defineRouteContract({
  path: 'shop.Refund/index',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { page, limit } },
  answer: objectSchema({ list: arraySchema(refund), total: whole }),
})
