/** Requests of editors as clients of other products send them. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const
const ratio = { type: 'number', minimum: 0, maximum: 100 } as const

/** `GET /admin/cms.Content/fields?id=news`: the fields that texts of a model have; the id may be a number. */
export const modelFields = defineRouteContract({
  path: 'cms.Content/fields',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id: { type: 'string', maxLength: 40 } }),
  answer: objectSchema({
    fields: { type: 'object', description: 'by name, in the order of the form' },
    modelInfo: objectSchema({ id: whole, name: text, table: text, full_table: text }),
  }),
})

export const statuses = ['normal', 'unaudited', 'refused', 'offline'] as const

/**
 * `POST /admin/cms.Content/status {ids, status, memo?}`: what leads each text to that status. A refusal needs the
 * reason (`memo`).
 */
export const changeStatus = defineRouteContract({
  path: 'cms.Content/status',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      ids: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'integer', minimum: 1 } },
      status: { type: 'string', maxLength: 16, enum: statuses },
      memo: { type: 'string', maxLength: 255 },
    },
    required: ['ids', 'status'],
  },
  answer: objectSchema({
    results: arraySchema(objectSchema({ id: whole, code: { enum: [0, 1] }, msg: text })),
  }),
})

/** `GET /admin/cms.PayLog/index?page=&limit=`: payments for texts, and tips, the newest first. */
export const listPayments = defineRouteContract({
  path: 'cms.PayLog/index',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    },
  },
  answer: objectSchema({
    list: arraySchema({
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'of the payment' },
        user_id: { type: ['integer', 'null'] },
        user: { type: ['object', 'null'] },
        object_id: whole,
        cmsContent: { type: ['object', 'null'] },
        title: text,
        project: { enum: ['content', 'admire'] },
        amount: { type: 'string', description: 'yuan with two decimals, or points' },
        currency: { enum: ['RMB', 'integral'] },
        sn: text,
        remark: text,
        pay_time: { type: ['integer', 'null'] },
        create_time: { type: ['integer', 'null'] },
      },
      required: ['id', 'user_id', 'object_id', 'title', 'project', 'amount', 'currency', 'sn', 'pay_time'],
    }),
    total: whole,
    remark: text,
  }),
})

/** `GET /admin/cms.Config/index`: the settings of the module by the names of other products. */
export const readSettings = defineRouteContract({
  path: 'cms.Config/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({ data: { type: 'object' } }),
})

/** `POST /admin/cms.Config/save {…}`: changes those that are sent. */
export const saveSettings = defineRouteContract({
  path: 'cms.Config/save',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      activeTab: { type: 'string', maxLength: 40, description: 'is not needed' },
      index_seo_title: { type: 'string', maxLength: 120 },
      index_seo_keywords: { type: 'string', maxLength: 255 },
      index_seo_description: { type: 'string', maxLength: 500 },
      appreciation: { type: 'string', maxLength: 8, enum: ['enable', 'disable'] },
      appreciation_ratio: ratio,
      buy_ratio: ratio,
      wechat_payment_commission: { type: 'number', minimum: 0, maximum: 10 },
      comments_review: { type: 'string', maxLength: 8, enum: ['yes', 'no'] },
      comments_interval: { type: 'integer', minimum: 0, maximum: 3600 },
      terms: { type: 'string', maxLength: 20_000 },
      privacy: { type: 'string', maxLength: 20_000 },
      about: { type: 'string', maxLength: 20_000 },
    },
  },
  answer: { type: ['object', 'null'] },
})
