/** Requests of members and administrators about payments, and their answers. */
import {
  type AnswerOf,
  arraySchema,
  defineRouteContract,
  nullableObjectSchema,
  objectSchema,
} from 'tablewright/protocol'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const whole = { type: 'integer' } as const
const wholeOrNull = { type: ['integer', 'null'] } as const
const flag = { type: 'boolean' } as const

/** Values of `type` of a payment. */
const payTypes = ['wx', 'alipay', 'balance', 'score', 'sandbox'] as const

const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
const sn = { type: 'string', minLength: 1, maxLength: 32 } as const
/** A payment is named by one of the two. */
const which = { type: 'object', properties: { id, sn } } as const

/** A payment as its member sees it. */
const paymentInfo = objectSchema({
  id: whole,
  sn: text,
  project: text,
  object_id: whole,
  title: text,
  amount: { type: 'string', description: 'yuan with two decimals, or whole points' },
  currency: { enum: ['RMB', 'integral'] },
  type: { enum: [...payTypes, null] },
  status: { enum: [0, 1, 2, 3, 4], description: '0 unpaid, 1 paid, 2 closed, 3 refund pending, 4 refunded' },
  refunded: text,
  late: flag,
  test: { type: 'boolean', description: 'no money was paid' },
  expire_time: whole,
  page: { ...textOrNull, description: 'of the member about what was paid, below /user/' },
  pay_time: wholeOrNull,
  create_time: wholeOrNull,
})
export type PaymentInfo = AnswerOf<typeof paymentInfo>

const method = objectSchema({
  type: { enum: payTypes },
  /** Balance or points that there are, and those left afterwards, of which null = too little. */
  available: textOrNull,
  left: textOrNull,
})

/** `POST /api/pay.Pay/create {sn, type}`, or `{project: 'recharge', amount, type}`: begins to pay. */
export const createPayment = defineRouteContract({
  path: 'pay.Pay/create',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      id,
      sn,
      project: { type: 'string', maxLength: 32, enum: ['recharge'] },
      amount: { type: ['string', 'number'], maxLength: 100, format: 'decimal' },
      type: { type: 'string', maxLength: 16, enum: payTypes },
    },
    required: ['type'],
  },
  answer: objectSchema({
    info: paymentInfo,
    pay: {
      type: ['object', 'null'],
      description: 'null = it is paid',
      properties: { code_url: text, address: text },
      additionalProperties: false,
    },
  }),
})

/** `GET /api/pay.Pay/check?id=`: code 1 once it is paid, else 0. */
export const checkPayment = defineRouteContract({
  path: 'pay.Pay/check',
  area: 'api',
  method: 'GET',
  input: which,
  answer: objectSchema({ info: paymentInfo }),
})

/** `POST /api/pay.Pay/ask {sn}`: the member says that it is paid, so the provider is asked. */
export const askPayment = defineRouteContract({
  path: 'pay.Pay/ask',
  area: 'api',
  method: 'POST',
  input: which,
  answer: objectSchema({ info: paymentInfo }),
})

/** `GET /api/pay.Pay/info?sn=`: a payment, and the ways in which it can be made. */
export const readPayment = defineRouteContract({
  path: 'pay.Pay/info',
  area: 'api',
  method: 'GET',
  input: which,
  answer: objectSchema({ info: paymentInfo, methods: arraySchema(method) }),
})

const page = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const

/** `GET /api/pay.Pay/list?page=`: what the member has paid, newest first. */
export const listPayments = defineRouteContract({
  path: 'pay.Pay/list',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { page, limit: page } },
  answer: objectSchema({ list: arraySchema(paymentInfo), total: whole }),
})

/** `GET /api/pay.Pay/recharge`: whether and how the balance can be topped up. */
export const readRecharge = defineRouteContract({
  path: 'pay.Pay/recharge',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    open: flag,
    minimum: text,
    maximum: text,
    balance: text,
    methods: arraySchema({ enum: payTypes }),
  }),
})

/** `POST /admin/pay.Log/query {id}`: asks the provider about a payment and its refunds. */
export const queryPayment = defineRouteContract({
  path: 'pay.Log/query',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id }),
  answer: objectSchema({
    answer: {
      enum: ['paid', 'open', 'closed', 'silent', 'none'],
      description: 'silent = no valid answer; none = no provider knows of it',
    },
  }),
})

const event = objectSchema({
  id: whole,
  kind: text,
  label: text,
  content: textOrNull,
  time: wholeOrNull,
  admin: textOrNull,
})

/** `GET /admin/pay.Log/sheet?id=`: all that happened with a payment, in order. */
export const paymentSheet = defineRouteContract({
  path: 'pay.Log/sheet',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    info: paymentInfo,
    member: nullableObjectSchema({ id: whole, name: text }),
    left: { type: 'string', description: 'what can still be refunded' },
    outcome: whole,
    trade_no: textOrNull,
    events: arraySchema(event),
    refunds: arraySchema(
      objectSchema({
        id: whole,
        refund_no: text,
        amount: text,
        reason: text,
        state: whole,
        label: text,
        error: textOrNull,
        create_time: wholeOrNull,
        done_time: wholeOrNull,
      }),
    ),
    notifications: arraySchema(
      objectSchema({ id: whole, provider: text, result: text, label: text, content: textOrNull, time: wholeOrNull }),
    ),
  }),
})
export type PaymentSheet = AnswerOf<NonNullable<typeof paymentSheet.answer>>

const day = { type: 'string', minLength: 10, maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const
const figure = objectSchema({ count: whole, amount: text })

/** `GET /admin/pay.Log/report?from=&to=`: payments and refunds by day and type, compared with the provider's bill. */
export const paymentReport = defineRouteContract({
  path: 'pay.Log/report',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { from: day, to: day, compare: flag }, required: ['from', 'to'] },
  answer: objectSchema({
    rows: arraySchema(
      objectSchema({
        day: text,
        type: { enum: payTypes },
        paid: figure,
        refunded: figure,
        compared: {
          enum: ['equal', 'different', 'silent', null],
          description: 'null = not compared; silent = the provider sent no bill',
        },
      }),
    ),
    differences: arraySchema(
      objectSchema({
        day: text,
        type: { enum: payTypes },
        kind: { enum: ['payment', 'refund'] },
        difference: { enum: ['missing_here', 'missing_there', 'amount'] },
        sn: text,
        refund_no: textOrNull,
        log_id: wholeOrNull,
        here: textOrNull,
        there: textOrNull,
        cause: text,
      }),
    ),
  }),
})

/** The report as a file: its days, or the differences from the bills. */
export const exportReport = defineRouteContract({
  path: 'pay.Log/exportReport',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      from: day,
      to: day,
      compare: flag,
      part: { type: 'string', maxLength: 16, enum: ['days', 'differences'] },
      format: { type: 'string', maxLength: 4, enum: ['csv', 'xlsx'] },
    },
    required: ['from', 'to', 'part', 'format'],
  },
  answer: {},
})
export type PaymentReport = AnswerOf<NonNullable<typeof paymentReport.answer>>
