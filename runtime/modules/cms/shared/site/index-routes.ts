/** Requests of anybody about the site as a whole. */
import { arraySchema, defineRouteContract, nullableObjectSchema, objectSchema } from 'tablewright/protocol'
import { block, captcha, card, channel, id, limit, page, tag, text, textOrNull, whole } from './values.ts'

const word = objectSchema({ search: text, rank: whole })
const link = objectSchema({ id: whole, title: text, link: text, logo: text })

const settings = {
  index_seo_title: text,
  index_seo_keywords: text,
  index_seo_description: text,
  content_language: { const: 'html' },
  comment_language: { const: 'markdown', description: 'plain text' },
  appreciation: { enum: ['enable', 'disable'] },
  appreciation_ratio: whole,
  buy_ratio: whole,
  wechat_payment_commission: { type: 'number', description: 'percent' },
  comments_review: { enum: ['yes', 'no'] },
  comments_interval: whole,
  agreement_language: { const: 'markdown', description: 'plain text' },
  terms: text,
  privacy: text,
  about: text,
  h5_domain: text,
  payments: { type: 'boolean', description: 'texts can be bought' },
  captcha: { type: 'boolean', description: 'guests solve one before they comment' },
} as const

/** `GET /api/cms.Index/init`: settings of the site, its channels and what stands at its side. */
export const init = defineRouteContract({
  path: 'cms.Index/init',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    config: objectSchema({
      ...settings,
      right_sidebar: arraySchema(
        objectSchema({
          type: { enum: ['recommendContent', 'ad', 'tags'] },
          title: text,
          data: { type: ['array', 'object'], description: 'of an `ad` the block, else texts or tags' },
        }),
      ),
      friendly_link: arraySchema(link),
    }),
    public: { type: 'boolean', description: 'guests may read; of a closed site they learn nothing else' },
    channels: arraySchema(channel),
  }),
})

/** `GET /api/cms.Index/index`: the home page. */
export const home = defineRouteContract({
  path: 'cms.Index/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    indexTopBar: arraySchema(block),
    indexCarousel: arraySchema(block),
    indexFocus: arraySchema(block),
    newContent: arraySchema(card),
    newPublishContent: arraySchema(card),
    coverChannel: arraySchema(objectSchema({ info: channel, contentList: arraySchema(card) })),
    tags: arraySchema(tag),
    side: arraySchema(block),
  }),
})

/** `GET /api/cms.Index/getNewPublish?page=2`: further texts of the home page. */
export const newest = defineRouteContract({
  path: 'cms.Index/getNewPublish',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { page } },
  answer: objectSchema({ newPublishContent: arraySchema(card) }),
})

/** `GET /api/cms.Index/search`: words that editors recommend. */
export const hotWords = defineRouteContract({
  path: 'cms.Index/search',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({ hotKeywords: arraySchema(word) }),
})

const choices = {
  quick_search: { type: 'string', maxLength: 60 },
  quickSearch: { type: 'string', maxLength: 60 },
  initValue: { type: 'array', maxItems: 50, items: id },
  limit,
} as const

/** `GET /api/cms.Index/tags?quickSearch=&initValue[]=&limit=`: tags to choose from. */
export const listTags = defineRouteContract({
  path: 'cms.Index/tags',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: choices },
  answer: objectSchema({ list: arraySchema(tag), total: whole }),
})

/** `GET /api/cms.Index/channel`: channels that the caller may enter. */
export const listChannels = defineRouteContract({
  path: 'cms.Index/channel',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: choices },
  answer: objectSchema({ list: arraySchema(channel), total: whole }),
})

/** `GET /api/cms.Index/articleList?channel=&tag=&user=&keywords=&order=&page=&limit=`: a list of texts. */
export const articleList = defineRouteContract({
  path: 'cms.Index/articleList',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      channel: id,
      tag: id,
      user: id,
      keywords: { type: 'string', maxLength: 60 },
      order: { type: 'string', maxLength: 40 },
      sort: { type: 'string', maxLength: 40 },
      filter: { type: 'string', maxLength: 500 },
      template: { type: 'string', maxLength: 40 },
      page,
      limit,
    },
  },
  answer: objectSchema({
    list: arraySchema(card),
    total: whole,
    title: arraySchema(text),
    template: text,
    info: nullableObjectSchema({ id: whole, name: text, description: text, avatar: textOrNull }),
    breadcrumb: arraySchema(
      objectSchema({ type: { enum: ['channel', 'tag', 'user', 'search'] }, id: whole, name: text }),
    ),
    filterConfig: arraySchema({ type: 'object' }),
    content: arraySchema(objectSchema({ info: channel, contentList: arraySchema(card) })),
    focus: arraySchema(block),
    carousel: arraySchema(block),
  }),
})

/** `POST /api/cms.Index/applyFriendlyLink {title, link, …}`: a member suggests a site. */
export const applyFriendlyLink = defineRouteContract({
  path: 'cms.Index/applyFriendlyLink',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 60 },
      link: { type: 'string', minLength: 1, maxLength: 255 },
      logo: { type: 'string', maxLength: 255 },
      remark: { type: 'string', maxLength: 255 },
      contact: { type: 'string', maxLength: 100 },
      ...captcha,
    },
    required: ['title', 'link'],
  },
  answer: objectSchema({ status: { const: 'pending_trial' } }),
})
