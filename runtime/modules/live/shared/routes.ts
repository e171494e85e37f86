/** Routes of rooms: those of teachers below `/admin/live.Classroom`, those of everybody else below `/api/live.Room`. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import { forBoth } from './for-both.ts'
import {
  anyJson,
  clientInput,
  doneShape,
  holderInput,
  id,
  number,
  numberOrNull,
  personShape,
  roomShape,
  text,
  yesNo,
} from './shapes.ts'

const roomInput = objectSchema({ room: id })

/** `GET /api/live.Room/index`: the public list of rooms. */
export const roomsRoute = defineRouteContract({
  path: 'live.Room/index',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { past: { type: 'boolean' }, page: { type: 'integer', minimum: 1, maximum: 1000 } },
  },
  answer: objectSchema({ list: arraySchema(roomShape), more: yesNo, now: number }),
})

/** The room and its state. `state` is a `LiveState`. */
export const stateRoute = forBoth('info', {
  method: 'GET',
  input: roomInput,
  answer: objectSchema({
    room: roomShape,
    /** Null = a visitor, who listens. */
    me: {
      anyOf: [
        objectSchema({ holder: text, role: { type: 'string', enum: ['teacher', 'assistant', 'pupil'] } }),
        { type: 'null' },
      ],
    },
    state: { type: 'object' },
    /** The clock of the server, in milliseconds. */
    now: number,
    /** The questions of the exam bank can be asked. */
    bank: yesNo,
    /** Sound and picture are recorded once somebody sends them. */
    recorded: yesNo,
    /** Sessions that have ended. Times are milliseconds since 1970. */
    sessions: arraySchema(objectSchema({ n: number, start: number, end: number })),
  }),
})

/** Events after a number: for replays, and for visitors, who have no topic. */
export const eventsRoute = forBoth('events', {
  method: 'GET',
  input: objectSchema({ room: id, after: { type: 'integer', minimum: 0 } }),
  answer: objectSchema({ events: arraySchema({ type: 'object' }), more: yesNo }),
})

export const peopleRoute = forBoth('people', {
  method: 'GET',
  input: roomInput,
  answer: objectSchema({ people: arraySchema(personShape) }),
})

/** The intents of somebody, in their order. */
export const actRoute = forBoth('act', {
  method: 'POST',
  input: objectSchema({
    room: id,
    events: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: objectSchema({ kind: { type: 'string', maxLength: 32 }, client: clientInput, payload: anyJson }),
    },
  }),
  answer: objectSchema({
    results: arraySchema(
      objectSchema({ client: text, seq: numberOrNull, reason: { type: ['string', 'null'] }, message: text }),
    ),
  }),
})

const privateShape = objectSchema({ id: number, sender: text, receiver: text, text, time: number, client: text })

/** The private messages of the caller in a room. */
export const privateListRoute = forBoth('whispers', {
  method: 'GET',
  input: roomInput,
  answer: objectSchema({ messages: arraySchema(privateShape) }),
})

export const privateSendRoute = forBoth('whisper', {
  method: 'POST',
  input: objectSchema({
    room: id,
    person: holderInput,
    text: { type: 'string', minLength: 1, maxLength: 1000 },
    client: clientInput,
  }),
  answer: doneShape,
})

/** Starts, ends or continues the lesson. */
export const lessonRoute = defineRouteContract({
  path: 'live.Classroom/lesson',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ room: id, action: { type: 'string', maxLength: 10, enum: ['start', 'end', 'resume'] } }),
  answer: doneShape,
})
