/** Parts of requests and answers of the site. */
import type { AnswerOf } from 'tablewright/protocol'

export const text = { type: 'string' } as const
export const whole = { type: 'integer' } as const
export const flag = { type: 'boolean' } as const
export const textOrNull = { type: ['string', 'null'] } as const
export const wholeOrNull = { type: ['integer', 'null'] } as const
export const list = <const Items>(items: Items) => ({ type: 'array', items }) as const

export const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
export const page = { type: 'integer', minimum: 1, maximum: 1000 } as const
export const limit = { type: 'integer', minimum: 1, maximum: 50 } as const
export const captcha = {
  captchaId: { type: 'string', maxLength: 100 },
  captchaInfo: { type: 'string', maxLength: 500 },
} as const

const namedItem = { type: 'object', properties: { id: whole, name: text }, required: ['id', 'name'] } as const

const person = {
  type: ['object', 'null'],
  properties: { id: whole, name: text, avatar: text },
  required: ['id', 'name', 'avatar'],
} as const

const currency = { enum: ['RMB', 'integral'] } as const

const cardProperties = {
  id: whole,
  title: text,
  bold: flag,
  flag: list(text),
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

const piece = { type: 'object', properties: { text, isMatch: flag }, required: ['text', 'isMatch'] } as const

/** A text in a list. */
export const card = {
  type: 'object',
  properties: { ...cardProperties, snippet: list(piece) },
  required: cardNames,
} as const
export type Card = AnswerOf<typeof card>

const comment = {
  type: 'object',
  properties: {
    id: whole,
    pid: wholeOrNull,
    user: person,
    guest_name: text,
    content: text,
    at_user: list(namedItem),
    create_time: whole,
    own: flag,
  },
  required: ['id', 'pid', 'user', 'guest_name', 'content', 'at_user', 'create_time', 'own'],
} as const
export type Comment = AnswerOf<typeof comment>

/** A page of a list, by the names that clients of other products read. */
const paginator = <const Items>(items: Items) =>
  ({
    type: 'object',
    properties: { data: list(items), total: whole, per_page: whole, current_page: whole, last_page: whole },
    required: ['data', 'total', 'per_page', 'current_page', 'last_page'],
  }) as const

export const comments = paginator(comment)
export const cards = paginator(card)

export const channel = {
  type: 'object',
  properties: { id: whole, pid: whole, name: text, type: { enum: ['list', 'cover', 'link'] }, url: text },
  required: ['id', 'pid', 'name', 'type', 'url'],
} as const
export type Channel = AnswerOf<typeof channel>

export const block = {
  type: 'object',
  properties: {
    id: whole,
    name: text,
    title: text,
    type: { enum: ['carousel', 'image', 'rich_text'] },
    image: text,
    link: text,
    target: { enum: ['_self', '_blank'] },
    rich_text: text,
  },
  required: ['id', 'name', 'title', 'type', 'image', 'link', 'target', 'rich_text'],
} as const
export type Block = AnswerOf<typeof block>

export const tag = {
  type: 'object',
  properties: { id: whole, name: text, document_count: whole },
  required: ['id', 'name', 'document_count'],
} as const

const download = {
  type: 'object',
  properties: { name: text, url: textOrNull },
  required: ['name', 'url'],
} as const

/** A text as its reader gets it. */
export const article = {
  type: 'object',
  properties: {
    ...cardProperties,
    seotitle: text,
    keywords: text,
    images: list(text),
    content: { type: 'string', description: 'HTML, without what is not paid for' },
    locked: { type: 'boolean', description: 'a part is kept back until it is paid for' },
    downloads: list(download),
    downloads_after: { enum: ['', 'payment', 'comment', 'sign-in'], description: 'why they have no address' },
    tags: list(namedItem),
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
