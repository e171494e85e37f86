/** Shapes that several routes have in common. */
import { arraySchema, nullableObjectSchema, objectSchema } from 'tablewright/protocol'
import { messageKinds } from './message.ts'

export const id = { type: 'integer', minimum: 1 } as const
const seq = { type: 'integer', minimum: 0 } as const
export const text = { type: 'string' } as const
export const textOrNull = { type: ['string', 'null'] } as const
export const number = { type: 'integer' } as const
export const numberOrNull = { type: ['integer', 'null'] } as const
export const yesNo = { type: 'boolean' } as const
export const page = { type: 'integer', minimum: 1, maximum: 1000 } as const
export const limit = { type: 'integer', minimum: 1, maximum: 50 } as const
export const words = { type: 'string', maxLength: 64 } as const

/** Chosen by the client, so that a message that is sent again is stored once. */
export const client = { type: 'string', minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
/** Checked by the server, which says how long a text may be. */
export const content = { type: 'string', maxLength: 20_000 } as const

/** The conversation that a request is about. */
export const conversationInput = objectSchema({ conversation: id })
/** The place in a conversation that a request is about. */
export const readInput = {
  type: 'object',
  properties: { conversation: id, seq, unread: yesNo },
  required: ['conversation', 'seq'],
} as const
export const recallInput = objectSchema({ conversation: id, seq: id })

/** A page of a conversation: the entries before a number, else the newest. */
export const pageInput = {
  type: 'object',
  properties: { conversation: id, before: id, limit },
  required: ['conversation'],
} as const

/** A message of members; the routes of agents add to it. */
export const messageInput = {
  type: 'object',
  properties: {
    conversation: id,
    client,
    text: content,
    file: { type: 'string', maxLength: 32 },
    reply: id,
  },
  required: ['conversation', 'client', 'text'],
} as const

const message = {
  seq: number,
  kind: { type: 'string', enum: messageKinds },
  sender: nullableObjectSchema({ kind: text, id: number }),
  name: text,
  avatar: text,
  text,
  time: number,
  client: textOrNull,
  recalled: yesNo,
  event: textOrNull,
  target: numberOrNull,
  reply: nullableObjectSchema({ seq: number, name: text, text, recalled: yesNo }),
  mentions: arraySchema(number),
  file: nullableObjectSchema({ name: text, size: number, isImage: yesNo, address: text }),
} as const

export const pageShape = objectSchema({ messages: arraySchema(objectSchema(message)), more: yesNo })
/** The same with what was recalled. */
export const auditShape = objectSchema({
  messages: arraySchema(objectSchema({ ...message, original: textOrNull })),
  more: yesNo,
})

/** The members that a line has in every list of conversations. */
export const line = {
  id: number,
  avatar: text,
  time: number,
  unread: number,
  preview: nullableObjectSchema({ kind: text, text, name: text, mine: yesNo, recalled: yesNo }),
} as const

export const openedShape = objectSchema({ conversation: number })
export const sentShape = objectSchema({ conversation: number, seq: number })
export const doneShape = objectSchema({ done: yesNo })
