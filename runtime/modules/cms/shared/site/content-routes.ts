/** Requests of readers about one text. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { article, captcha, card, comments, flag, id, page, text, textOrNull, whole } from './values.ts'

const which = objectSchema({ id })

/** `GET /api/cms.Content/info?id=`: a text with what is around it. */
export const info = defineRouteContract({
  path: 'cms.Content/info',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { id, template: { type: 'string', maxLength: 40 } },
    required: ['id'],
  },
  answer: objectSchema({
    template: text,
    content: article,
    likeed: flag,
    disliked: flag,
    collected: flag,
    collects: whole,
    commented: flag,
    breadCrumbs: arraySchema(objectSchema({ id: whole, name: text })),
    hotContent: arraySchema(card),
    prevArticle: { anyOf: [card, { type: 'null' }] },
    nextArticle: { anyOf: [card, { type: 'null' }] },
    comments,
    balance: {
      type: ['string', 'null'],
      description: 'of the currency of the text; null = nobody is signed in',
    },
    interactionInstalled: flag,
  }),
})

/** `GET /api/cms.Content/loadComments?id=&page=`: comments that are shown, the newest first. */
export const loadComments = defineRouteContract({
  path: 'cms.Content/loadComments',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { id, page }, required: ['id'] },
  answer: comments,
})

/** `GET /api/cms.Content/mentions?id=`: people who can be mentioned: the author, and those who have commented. */
export const mentions = defineRouteContract({
  path: 'cms.Content/mentions',
  area: 'api',
  method: 'GET',
  input: which,
  answer: objectSchema({
    list: arraySchema(objectSchema({ id: whole, name: text, avatar: textOrNull })),
  }),
})

const marked = { type: 'object', properties: { id, set: { type: 'boolean' } }, required: ['id'] } as const
const counts = objectSchema({
  likes: whole,
  dislikes: whole,
  collects: whole,
  likeed: flag,
  disliked: flag,
  collected: flag,
})

/** `POST /api/cms.Content/like {id}`: once; `set: false` takes it back. */
export const like = defineRouteContract({
  path: 'cms.Content/like',
  area: 'api',
  method: 'POST',
  input: marked,
  answer: counts,
})

/** `POST /api/cms.Content/dislike {id}`: once; it excludes liking. */
export const dislike = defineRouteContract({
  path: 'cms.Content/dislike',
  area: 'api',
  method: 'POST',
  input: marked,
  answer: counts,
})

/** `POST /api/cms.Content/collect {id}`: puts it among the favourites, and takes it out the next time. */
export const collect = defineRouteContract({
  path: 'cms.Content/collect',
  area: 'api',
  method: 'POST',
  input: marked,
  answer: counts,
})

/** `POST /api/cms.Content/comment {id, content, atUser?, pid?}`; guests add a name and the captcha. */
export const comment = defineRouteContract({
  path: 'cms.Content/comment',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      id,
      content: { type: 'string', minLength: 1, maxLength: 2000 },
      pid: id,
      atUser: { type: 'array', maxItems: 10, items: id },
      name: { type: 'string', maxLength: 30 },
      ...captcha,
    },
    required: ['id', 'content'],
  },
  answer: objectSchema({ id: whole, status: { enum: ['normal', 'unaudited'] } }),
})
