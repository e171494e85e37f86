/** Routes of editors that no table has. */
import { defineRouteContract } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const text = { type: 'string' } as const
const nullableText = { type: ['string', 'null'] } as const

const revision = {
  type: 'object',
  properties: {
    seq: { type: 'integer' },
    title: text,
    state: { enum: ['pending', 'applied', 'refused', 'superseded'] },
    note: nullableText,
    who: nullableText,
    create_time: { type: ['integer', 'null'] },
    /** Plain text of its body, by which revisions are compared. */
    text,
    /** Other fields that differ from the live text, by their labels. */
    fields: { type: 'array', items: text },
  },
  required: ['seq', 'title', 'state', 'note', 'who', 'create_time', 'text', 'fields'],
} as const

/** `GET /admin/cms.Content/compare?id=7`: the revisions of a text, the newest first, and the text as it is live. */
export const compare = defineRouteContract({
  path: 'cms.Content/compare',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { id }, required: ['id'] },
  answer: {
    type: 'object',
    properties: {
      title: text,
      text,
      /** The text that waits for approval, or else the stored one: an approval may correct it. */
      edited: {
        type: 'object',
        properties: { title: text, description: text, content: text },
        required: ['title', 'description', 'content'],
      },
      revisions: { type: 'array', items: revision },
      reviews: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            action: text,
            to: { enum: ['normal', 'unaudited', 'refused', 'offline'] },
            reason: nullableText,
            who: nullableText,
            create_time: { type: ['integer', 'null'] },
          },
          required: ['id', 'action', 'to', 'reason', 'who', 'create_time'],
        },
      },
    },
    required: ['title', 'text', 'edited', 'revisions', 'reviews'],
  },
})

/** `POST /admin/cms.Content/restoreRevision {id, seq}`: a former revision becomes what waits. */
export const restoreRevision = defineRouteContract({
  path: 'cms.Content/restoreRevision',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { id, seq: { type: 'integer', minimum: 1 } }, required: ['id', 'seq'] },
  answer: { type: 'object', properties: { seq: { type: 'integer' } }, required: ['seq'] },
})

const count = { type: 'integer' } as const

/** `GET /admin/cms.Content/channels`: the channels with their numbers of texts, and those of all texts. */
export const channelCounts = defineRouteContract({
  path: 'cms.Content/channels',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            /** 0 = at the top. */
            pid: { type: 'integer' },
            name: text,
            isLink: { type: 'boolean' },
            isOff: { type: 'boolean' },
            /** Texts whose main channel it is. */
            total: count,
            toReview: count,
          },
          required: ['id', 'pid', 'name', 'isLink', 'isOff', 'total', 'toReview'],
        },
      },
      total: count,
      /** Drafts that were submitted, and changes of live texts. */
      toReview: count,
      scheduled: count,
      /** Texts that the caller has created. */
      own: count,
      /** Id of the caller. */
      admin: { type: 'integer' },
    },
    required: ['list', 'total', 'toReview', 'scheduled', 'own', 'admin'],
  },
})
