/** Parts of requests and answers of the site. */
import { arraySchema, nullableObjectSchema, objectSchema, type AnswerOf } from 'tablewright/protocol'

export const text = { type: 'string' } as const
export const whole = { type: 'integer' } as const
export const flag = { type: 'boolean' } as const
export const textOrNull = { type: ['string', 'null'] } as const
export const wholeOrNull = { type: ['integer', 'null'] } as const

export const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
export const page = { type: 'integer', minimum: 1, maximum: 1000 } as const
export const limit = { type: 'integer', minimum: 1, maximum: 50 } as const
export const captcha = {
  captchaId: { type: 'string', maxLength: 100 },
  captchaInfo: { type: 'string', maxLength: 500 },
} as const

const namedItem = objectSchema({ id: whole, name: text })

const person = nullableObjectSchema({ id: whole, name: text, avatar: text })

const currency = { enum: ['RMB', 'integral'] } as const

const cardProperties = {
  id: whole,
  title: text,
  bold: flag,
  flag: arraySchema(text),
  image: textOrNull,
  description: text,
  channel_id: whole,
  channel: namedItem,
  user_id: wholeOrNull,
  author: person,
  publish_time: whole,
  views: whole,
  comments: whole,
  likes: whole,
  collects: whole,
  price: { type: 'string', description: 'yuan with two decimals, or whole points; "0" is free' },
  currency,
} as const
const cardNames = [
  'id',
  'title',
  'bold',
  'flag',
  'image',
  'description',
  'channel_id',
  'channel',
  'user_id',
  'author',
  'publish_time',
  'views',
  'comments',
  'likes',
  'collects',
  'price',
  'currency',
] as const

const piece = objectSchema({ text, isMatch: flag })

/** A text in a list. */
export const card = {
  type: 'object',
  properties: { ...cardProperties, snippet: arraySchema(piece) },
  required: cardNames,
} as const
export type Card = AnswerOf<typeof card>

const comment = objectSchema({
  id: whole,
  pid: wholeOrNull,
  user: person,
  guest_name: text,
  content: text,
  at_user: arraySchema(namedItem),
  create_time: whole,
  own: flag,
})
export type Comment = AnswerOf<typeof comment>

/** A page of a list, by the names that clients of other products read. */
const paginator = <const Items extends object>(items: Items) =>
  objectSchema({ data: arraySchema(items), total: whole, per_page: whole, current_page: whole, last_page: whole })

export const comments = paginator(comment)
export const cards = paginator(card)

export const channel = objectSchema({
  id: whole,
  pid: whole,
  name: text,
  type: { enum: ['list', 'cover', 'link'] },
  url: text,
})
export type Channel = AnswerOf<typeof channel>

export const block = objectSchema({
  id: whole,
  name: text,
  title: text,
  type: { enum: ['carousel', 'image', 'rich_text'] },
  image: text,
  link: text,
  target: { enum: ['_self', '_blank'] },
  rich_text: text,
})
export type Block = AnswerOf<typeof block>

export const tag = objectSchema({ id: whole, name: text, document_count: whole })

const download = objectSchema({ name: text, url: textOrNull })

/** A text as its reader gets it. */
export const article = {
  type: 'object',
  properties: {
    ...cardProperties,
    seotitle: text,
    keywords: text,
    images: arraySchema(text),
    content: { type: 'string', description: 'HTML, without what is not paid for' },
    locked: { type: 'boolean', description: 'a part is kept back until it is paid for' },
    downloads: arraySchema(download),
    downloads_after: { enum: ['', 'payment', 'comment', 'sign-in'], description: 'why they have no address' },
    tags: arraySchema(namedItem),
    minutes: whole,
    dislikes: whole,
    sales: whole,
    url: text,
    source_title: text,
    source_url: text,
    allow_comment_groups: { enum: ['disable', 'user', 'all'] },
    status: { enum: ['normal', 'unaudited', 'refused', 'offline'] },
    own: flag,
    bought: flag,
    tips: { type: 'boolean', description: 'its author can be tipped' },
    model: { enum: ['news', 'products', 'downloads'] },
  },
  required: [
    ...cardNames,
    'seotitle',
    'keywords',
    'images',
    'content',
    'locked',
    'downloads',
    'downloads_after',
    'tags',
    'minutes',
    'dislikes',
    'sales',
    'url',
    'source_title',
    'source_url',
    'allow_comment_groups',
    'status',
    'own',
    'bought',
    'tips',
    'model',
  ],
} as const
export type Article = AnswerOf<typeof article>
