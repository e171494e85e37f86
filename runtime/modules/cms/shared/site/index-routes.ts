/** Requests of anybody about the site as a whole. */
import { defineRouteContract } from 'tablewright/protocol'
import { block, captcha, card, channel, id, limit, list, page, tag, text, textOrNull, whole } from './values.ts'

const word = { type: 'object', properties: { search: text, rank: whole }, required: ['search', 'rank'] } as const
const link = {
  type: 'object',
  properties: { id: whole, title: text, link: text, logo: text },
  required: ['id', 'title', 'link', 'logo'],
} as const

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
  answer: {
    type: 'object',
    properties: {
      config: {
        type: 'object',
        properties: {
          ...settings,
          right_sidebar: list({
            type: 'object',
            properties: {
              type: { enum: ['recommendContent', 'ad', 'tags'] },
              title: text,
              data: { type: ['array', 'object'], description: 'of an `ad` the block, else texts or tags' },
            },
            required: ['type', 'title', 'data'],
          }),
          friendly_link: list(link),
        },
        required: [
          'index_seo_title',
          'index_seo_keywords',
          'index_seo_description',
          'content_language',
          'comment_language',
          'appreciation',
          'appreciation_ratio',
          'buy_ratio',
          'wechat_payment_commission',
          'comments_review',
          'comments_interval',
          'agreement_language',
          'terms',
          'privacy',
          'about',
          'h5_domain',
          'payments',
          'captcha',
          'right_sidebar',
          'friendly_link',
        ],
      },
      public: { type: 'boolean', description: 'guests may read; of a closed site they learn nothing else' },
      channels: list(channel),
    },
    required: ['public', 'config', 'channels'],
  },
})

/** `GET /api/cms.Index/index`: the home page. */
export const home = defineRouteContract({
  path: 'cms.Index/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: {
    type: 'object',
    properties: {
      indexTopBar: list(block),
      indexCarousel: list(block),
      indexFocus: list(block),
      newContent: list(card),
      newPublishContent: list(card),
      coverChannel: list({
        type: 'object',
        properties: { info: channel, contentList: list(card) },
        required: ['info', 'contentList'],
      }),
      tags: list(tag),
      side: list(block),
    },
    required: [
      'indexTopBar',
      'indexCarousel',
      'indexFocus',
      'newContent',
      'newPublishContent',
      'coverChannel',
      'tags',
      'side',
    ],
  },
})

/** `GET /api/cms.Index/getNewPublish?page=2`: further texts of the home page. */
export const newest = defineRouteContract({
  path: 'cms.Index/getNewPublish',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { page } },
  answer: { type: 'object', properties: { newPublishContent: list(card) }, required: ['newPublishContent'] },
})

/** `GET /api/cms.Index/search`: words that editors recommend. */
export const hotWords = defineRouteContract({
  path: 'cms.Index/search',
  area: 'api',
  method: 'GET',
  input: null,
  answer: { type: 'object', properties: { hotKeywords: list(word) }, required: ['hotKeywords'] },
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
  answer: { type: 'object', properties: { list: list(tag), total: whole }, required: ['list', 'total'] },
})

/** `GET /api/cms.Index/channel`: channels that the caller may enter. */
export const listChannels = defineRouteContract({
  path: 'cms.Index/channel',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: choices },
  answer: { type: 'object', properties: { list: list(channel), total: whole }, required: ['list', 'total'] },
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
  answer: {
    type: 'object',
    properties: {
      list: list(card),
      total: whole,
      title: list(text),
      template: text,
      info: {
        type: ['object', 'null'],
        properties: { id: whole, name: text, description: text, avatar: textOrNull },
        required: ['id', 'name', 'description', 'avatar'],
      },
      breadcrumb: list({
        type: 'object',
        properties: { type: { enum: ['channel', 'tag', 'user', 'search'] }, id: whole, name: text },
        required: ['type', 'id', 'name'],
      }),
      filterConfig: list({ type: 'object' }),
      content: list({
        type: 'object',
        properties: { info: channel, contentList: list(card) },
        required: ['info', 'contentList'],
      }),
      focus: list(block),
      carousel: list(block),
    },
    required: [
      'list',
      'total',
      'title',
      'template',
      'info',
      'breadcrumb',
      'filterConfig',
      'content',
      'focus',
      'carousel',
    ],
  },
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
  answer: { type: 'object', properties: { status: { const: 'pending_trial' } }, required: ['status'] },
})
