/** Shapes that several routes have in common. */
export const id = { type: 'integer', minimum: 1 } as const
export const seq = { type: 'integer', minimum: 0 } as const
export const text = { type: 'string' } as const
export const number = { type: 'integer' } as const
export const yesNo = { type: 'boolean' } as const
const textOrNull = { type: ['string', 'null'] } as const
const numberOrNull = { type: ['integer', 'null'] } as const

/** Chosen by the client, so that a message that is sent again is stored once. */
const client = { type: 'string', minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const code = { type: 'string', maxLength: 32 } as const
/** Checked by the server, which says how long a text may be. */
const content = { type: 'string', maxLength: 20_000 } as const

const partyShape = {
  type: ['object', 'null'],
  properties: { kind: text, id: number },
  required: ['kind', 'id'],
} as const

export const messageShape = {
  type: 'object',
  properties: {
    seq: number,
    kind: { type: 'string', enum: ['text', 'image', 'file', 'system', 'note', 'recall'] },
    sender: partyShape,
    name: text,
    avatar: text,
    text,
    time: number,
    client: textOrNull,
    recalled: yesNo,
    event: textOrNull,
    target: numberOrNull,
    reply: {
      type: ['object', 'null'],
      properties: { seq: number, name: text, text, recalled: yesNo },
      required: ['seq', 'name', 'text', 'recalled'],
    },
    mentions: { type: 'array', items: number },
    file: {
      type: ['object', 'null'],
      properties: { name: text, size: number, isImage: yesNo, address: text },
      required: ['name', 'size', 'isImage', 'address'],
    },
  },
  required: [
    'seq',
    'kind',
    'sender',
    'name',
    'avatar',
    'text',
    'time',
    'client',
    'recalled',
    'event',
    'target',
    'reply',
    'mentions',
    'file',
  ],
} as const

export const pageShape = {
  type: 'object',
  properties: { messages: { type: 'array', items: messageShape }, more: yesNo },
  required: ['messages', 'more'],
} as const

export const previewShape = {
  type: ['object', 'null'],
  properties: { kind: text, text, name: text, mine: yesNo, recalled: yesNo },
  required: ['kind', 'text', 'name', 'mine', 'recalled'],
} as const

export const sentShape = {
  type: 'object',
  properties: { conversation: number, seq: number },
  required: ['conversation', 'seq'],
} as const

export const messageInput = {
  client,
  text: content,
  file: code,
  reply: id,
} as const

export const doneShape = { type: 'object', properties: { done: yesNo }, required: ['done'] } as const
export { textOrNull, numberOrNull }
