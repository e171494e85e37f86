/** Requests of members about their own texts, comments and purchases. */
import { arraySchema, defineRouteContract, nullableObjectSchema, objectSchema } from 'tablewright/protocol'
import { channel, flag, id, limit, page, tag, text, textOrNull, whole, wholeOrNull } from './values.ts'

const paged = { page, limit } as const
const titledText = objectSchema({ id: whole, title: text })

/** The state of a text as its author sees it. */
const state = {
  enum: ['draft', 'review', 'refused', 'offline', 'scheduled', 'expired', 'hidden', 'live'],
} as const

const ownText = objectSchema({
  id: whole,
  title: text,
  image: textOrNull,
  channel: text,
  status: { enum: ['normal', 'unaudited', 'refused', 'offline'] },
  shown: state,
  waiting: { type: 'boolean', description: 'changes of the published text wait for approval' },
  memo: { type: 'string', description: 'reason of the last refusal' },
  update_time: whole,
  publish_time: wholeOrNull,
  views: whole,
  comments: whole,
  likes: whole,
  collects: whole,
  price: text,
  currency: { enum: ['RMB', 'integral'] },
  sales: whole,
  earned: { type: 'string', description: 'share of the author so far' },
})

/** `GET /api/cms.User/content?page=`: the texts of the member, the last changed first. */
export const ownTexts = defineRouteContract({
  path: 'cms.User/content',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: paged },
  answer: objectSchema({ list: arraySchema(ownText), total: whole }),
})

/** `GET /api/cms.User/index`: figures of the member. */
export const ownFigures = defineRouteContract({
  path: 'cms.User/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({ content: whole, comment: whole, collect: whole, order: whole, views: whole }),
})

/** `GET /api/cms.User/contentStatistics?id=`: views and sales of a text by days, the last thirty. */
export const textStatistics = defineRouteContract({
  path: 'cms.User/contentStatistics',
  area: 'api',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    days: arraySchema(objectSchema({ day: text, views: whole, sales: whole })),
    views: whole,
    likes: whole,
    collects: whole,
    comments: whole,
    sales: whole,
  }),
})

/** `GET /api/cms.User/operateRecord?type=view|like|collect`: texts that the member has read, liked or saved. */
export const records = defineRouteContract({
  path: 'cms.User/operateRecord',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { type: { type: 'string', maxLength: 10, enum: ['view', 'like', 'collect'] }, ...paged },
    required: ['type'],
  },
  answer: objectSchema({
    list: arraySchema(objectSchema({ id: whole, title: text, image: textOrNull, description: text, time: whole })),
    total: whole,
  }),
})

const sale = objectSchema({
  id: whole,
  sn: text,
  kind: { enum: ['content', 'admire'] },
  content: nullableObjectSchema({ id: whole, title: text }),
  amount: text,
  currency: { enum: ['RMB', 'integral'] },
  share: text,
  state: { enum: ['paid', 'refunding', 'refunded'] },
  readable: flag,
  create_time: whole,
})

/** `GET /api/cms.User/order?page=`: what the member has bought. */
export const orders = defineRouteContract({
  path: 'cms.User/order',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: paged },
  answer: objectSchema({ list: arraySchema(sale), total: whole }),
})

/** `GET /api/cms.User/buyLog?id=`: purchases of a text that the member has written. */
export const buyLog = defineRouteContract({
  path: 'cms.User/buyLog',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { id, ...paged }, required: ['id'] },
  answer: objectSchema({ list: arraySchema(sale), total: whole }),
})

/** `GET /api/cms.User/comment?page=`: comments of the member, in every state. */
export const ownComments = defineRouteContract({
  path: 'cms.User/comment',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: paged },
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        id: whole,
        content: text,
        text: { ...titledText, type: ['object', 'null'] },
        status: { enum: ['normal', 'unaudited', 'refused'] },
        remark: text,
        create_time: whole,
      }),
    ),
    total: whole,
  }),
})

const which = objectSchema({ id })
const done = { type: ['object', 'null'] } as const

/** `POST /api/cms.User/delComment {id}`: the member takes a comment away. */
export const deleteComment = defineRouteContract({
  path: 'cms.User/delComment',
  area: 'api',
  method: 'POST',
  input: which,
  answer: done,
})

/** `POST /api/cms.User/delContent {id}`: deletes a text that is neither published nor sold. */
export const deleteText = defineRouteContract({
  path: 'cms.User/delContent',
  area: 'api',
  method: 'POST',
  input: which,
  answer: done,
})

/** `POST /api/cms.User/submit {id}`, `withdraw`, `offline`: the steps of an author. */
export const submitText = defineRouteContract({
  path: 'cms.User/submit',
  area: 'api',
  method: 'POST',
  input: which,
  answer: done,
})
export const withdrawText = defineRouteContract({
  path: 'cms.User/withdraw',
  area: 'api',
  method: 'POST',
  input: which,
  answer: done,
})
export const takeTextOffline = defineRouteContract({
  path: 'cms.User/offline',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { id, reason: { type: 'string', maxLength: 255 } },
    required: ['id'],
  },
  answer: done,
})

/** `GET /api/cms.User/contributeChannel`: channels that take contributions. */
export const contributeChannels = defineRouteContract({
  path: 'cms.User/contributeChannel',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema({
      type: 'object',
      properties: { ...channel.properties, model: { enum: ['news', 'products', 'downloads'] }, description: text },
      required: [...channel.required, 'model', 'description'],
    }),
    total: whole,
    agreement: { type: 'string', description: 'what a member agrees to' },
  }),
})

const strings = (maxItems: number, maxLength: number) =>
  ({ type: 'array', maxItems, items: { type: 'string', maxLength } }) as const

/** `POST /api/cms.User/upFile`: a file that a text of the model `downloads` offers. */
export const uploadPath = 'cms.User/upFile'
export const maxFileBytes = 20 * 1024 * 1024
const documentTypes = 'pdf doc docx xls xlsx ppt pptx txt md csv epub zip rar 7z gz'
const mediaTypes = 'jpg jpeg png webp mp3 mp4'
export const fileTypes: readonly string[] = `${documentTypes} ${mediaTypes}`.split(' ')

/** The fields of a contribution: nothing else of a text is a member's. */
export const contribution = {
  channel_id: id,
  channel_ids: { type: 'array', maxItems: 10, items: id },
  title: { type: 'string', maxLength: 200 },
  content: { type: 'string', maxLength: 500_000 },
  images: strings(12, 255),
  description: { type: 'string', maxLength: 500 },
  keywords: { type: 'string', maxLength: 255 },
  seotitle: { type: 'string', maxLength: 120 },
  tags: strings(20, 50),
  source_title: { type: 'string', maxLength: 100 },
  source_url: { type: 'string', maxLength: 255 },
  downloads: strings(10, 255),
  download_after_comment: { type: 'integer', enum: [0, 1] },
  price: { type: ['string', 'number'], maxLength: 20 },
  currency: { type: 'string', maxLength: 10, enum: ['RMB', 'integral'] },
} as const

const review = objectSchema({ id: whole, action: text, to: text, reason: text, create_time: whole })

/** `GET /api/cms.User/contribute?id=`: a text of the member as a form has it, with its reviews. */
export const readContribution = defineRouteContract({
  path: 'cms.User/contribution',
  area: 'api',
  method: 'GET',
  input: which,
  answer: objectSchema({
    id: whole,
    version: whole,
    status: { enum: ['normal', 'unaudited', 'refused', 'offline'] },
    shown: state,
    waiting: flag,
    memo: text,
    channel: channel,
    model: { enum: ['news', 'products', 'downloads'] },
    row: { type: 'object' },
    files: arraySchema(objectSchema({ url: text, name: text })),
    tags: arraySchema(tag),
    reviews: arraySchema(review),
  }),
})

/** `POST /api/cms.User/contribute {id?, channel_id, title, …, submit?}`: saves a text, and hands it in if asked to. */
export const contribute = defineRouteContract({
  path: 'cms.User/contribute',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      id,
      version: { type: 'integer', minimum: 1 },
      ...contribution,
      submit: { type: 'boolean' },
    },
  },
  answer: objectSchema({ id: whole, version: whole, status: text }),
})

/** `GET /api/cms.User/agreement?type=terms|privacy|about`: texts of the site. */
export const agreement = defineRouteContract({
  path: 'cms.User/agreement',
  area: 'api',
  method: 'GET',
  input: objectSchema({ type: { type: 'string', maxLength: 10, enum: ['terms', 'privacy', 'about'] } }),
  answer: objectSchema({ content: text }),
})
