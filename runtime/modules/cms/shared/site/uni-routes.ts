/** Requests of the mobile application of other products (uni-app). */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { block, cards, limit, page, text, whole } from './values.ts'

/** `GET /api/cms.Index/unInit`: the site. */
export const uniInit = defineRouteContract({
  path: 'cms.Index/unInit',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    site: objectSchema({
      siteName: text,
      version: text,
      cdnUrl: text,
      upload: objectSchema({ maxSize: whole, allowedSuffixes: arraySchema(text) }),
      h5Domain: text,
    }),
  }),
})

/** The name of the first tab, which is no channel. */
export const recommendedTab = 'recommend'

/**
 * `GET /api/cms.Index/unIndex?page=&channel=&limit=`: the tabs of the home page, each with its first recommended texts;
 * from the second page on the texts of one tab.
 */
export const uniHome = defineRouteContract({
  path: 'cms.Index/unIndex',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { page, limit, channel: { type: 'string', maxLength: 20 } },
  },
  answer: {
    type: 'object',
    properties: {
      channels: arraySchema(
        objectSchema({
          channel: objectSchema({ id: { type: ['integer', 'string'] }, name: text }),
          content: cards,
        }),
      ),
      indexCarousel: arraySchema(block),
      content: cards,
    },
  },
})

const paged = { type: 'object', properties: { page, limit } } as const

/** `GET /api/cms.Index/uniNews?page=&limit=`: texts that are marked as new. */
export const uniNews = defineRouteContract({
  path: 'cms.Index/uniNews',
  area: 'api',
  method: 'GET',
  input: paged,
  answer: objectSchema({ contents: cards, newCarousel: arraySchema(block) }),
})

/** `GET /api/cms.Index/uniProduct?page=&limit=`: texts of channels of products. */
export const uniProduct = defineRouteContract({
  path: 'cms.Index/uniProduct',
  area: 'api',
  method: 'GET',
  input: paged,
  answer: objectSchema({ contents: cards }),
})
