/** Routes of editors that no table has. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const text = { type: 'string' } as const
const nullableText = { type: ['string', 'null'] } as const

const revision = objectSchema({
  seq: { type: 'integer' },
  title: text,
  state: { enum: ['pending', 'applied', 'refused', 'superseded'] },
  note: nullableText,
  who: nullableText,
  create_time: { type: ['integer', 'null'] },
  /** Plain text of its body, by which revisions are compared. */
  text,
  /** Other fields that differ from the live text, by their labels. */
  fields: arraySchema(text),
})

/** `GET /admin/cms.Content/compare?id=7`: the revisions of a text, the newest first, and the text as it is live. */
export const compare = defineRouteContract({
  path: 'cms.Content/compare',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    title: text,
    text,
    /** The text that waits for approval, or else the stored one: an approval may correct it. */
    edited: objectSchema({ title: text, description: text, content: text }),
    revisions: arraySchema(revision),
    reviews: arraySchema(
      objectSchema({
        id: { type: 'integer' },
        action: text,
        to: { enum: ['normal', 'unaudited', 'refused', 'offline'] },
        reason: nullableText,
        who: nullableText,
        create_time: { type: ['integer', 'null'] },
      }),
    ),
  }),
})

/** `POST /admin/cms.Content/restoreRevision {id, seq}`: a former revision becomes what waits. */
export const restoreRevision = defineRouteContract({
  path: 'cms.Content/restoreRevision',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id, seq: { type: 'integer', minimum: 1 } }),
  answer: objectSchema({ seq: { type: 'integer' } }),
})

const count = { type: 'integer' } as const

/** `GET /admin/cms.Content/channels`: the channels with their numbers of texts, and those of all texts. */
export const channelCounts = defineRouteContract({
  path: 'cms.Content/channels',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        id: { type: 'integer' },
        /** 0 = at the top. */
        pid: { type: 'integer' },
        name: text,
        isLink: { type: 'boolean' },
        isOff: { type: 'boolean' },
        /** Texts whose main channel it is. */
        total: count,
        toReview: count,
      }),
    ),
    total: count,
    /** Drafts that were submitted, and changes of live texts. */
    toReview: count,
    scheduled: count,
    /** Texts that the caller has created. */
    own: count,
    /** Id of the caller. */
    admin: { type: 'integer' },
  }),
})
