/** Shapes that several routes share. */
import { objectSchema } from 'tablewright/protocol'

export const id = { type: 'integer', minimum: 1 } as const
export const number = { type: 'integer' } as const
export const text = { type: 'string' } as const
export const yesNo = { type: 'boolean' } as const
export const numberOrNull = { type: ['integer', 'null'] } as const
export const doneShape = objectSchema({ done: yesNo })
export const holderInput = { type: 'string', maxLength: 32, pattern: '^(user|admin):[1-9][0-9]{0,15}$' } as const
/** A number that the client has chosen: the same thing, sent again, is stored once. */
export const clientInput = { type: 'string', minLength: 8, maxLength: 40, pattern: '^[A-Za-z0-9-]+$' } as const
/** Values of events, which `readIntent` reads. */
export const anyJson = { type: ['string', 'number', 'boolean', 'array', 'object', 'null'] } as const

export const personShape = objectSchema({
  holder: text,
  role: { type: 'string', enum: ['teacher', 'assistant', 'pupil'] },
  present: yesNo,
  name: text,
  avatar: text,
})

export const roomShape = objectSchema({
  id: number,
  title: text,
  intro: text,
  cover: text,
  teacher: text,
  start: number,
  end: number,
  status: { type: 'string', enum: ['scheduled', 'live', 'ended', 'cancelled'] },
  /** Visitors may watch. */
  open: yesNo,
  /** Sessions that have ended, which can be played again. */
  sessions: number,
})
