/** Routes of rooms: those of teachers below `/admin/live.Classroom`, those of everybody else below `/api/live.Room`. */
import { defineRouteContract } from 'tablewright/protocol'
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

const roomInput = { type: 'object', properties: { room: id }, required: ['room'] } as const

/** `GET /api/live.Room/index`: the public list of rooms. */
export const roomsRoute = defineRouteContract({
  path: 'live.Room/index',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { past: { type: 'boolean' }, page: { type: 'integer', minimum: 1, maximum: 1000 } },
  },
  answer: {
    type: 'object',
    properties: { list: { type: 'array', items: roomShape }, more: yesNo, now: number },
    required: ['list', 'more', 'now'],
  },
})

/** The room and its state. `state` is a `LiveState`. */
export const stateRoute = forBoth('info', {
  method: 'GET',
  input: roomInput,
  answer: {
    type: 'object',
    properties: {
      room: roomShape,
      /** Null = a visitor, who listens. */
      me: {
        anyOf: [
          {
            type: 'object',
            properties: { holder: text, role: { type: 'string', enum: ['teacher', 'assistant', 'pupil'] } },
            required: ['holder', 'role'],
          },
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
      sessions: {
        type: 'array',
        items: {
          type: 'object',
          properties: { n: number, start: number, end: number },
          required: ['n', 'start', 'end'],
        },
      },
    },
    required: ['room', 'me', 'state', 'now', 'bank', 'recorded', 'sessions'],
  },
})

/** Events after a number: for replays, and for visitors, who have no topic. */
export const eventsRoute = forBoth('events', {
  method: 'GET',
  input: {
    type: 'object',
    properties: { room: id, after: { type: 'integer', minimum: 0 } },
    required: ['room', 'after'],
  },
  answer: {
    type: 'object',
    properties: { events: { type: 'array', items: { type: 'object' } }, more: yesNo },
    required: ['events', 'more'],
  },
})

export const peopleRoute = forBoth('people', {
  method: 'GET',
  input: roomInput,
  answer: {
    type: 'object',
    properties: { people: { type: 'array', items: personShape } },
    required: ['people'],
  },
})

/** The intents of somebody, in their order. */
export const actRoute = forBoth('act', {
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      room: id,
      events: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          properties: { kind: { type: 'string', maxLength: 32 }, client: clientInput, payload: anyJson },
          required: ['kind', 'client', 'payload'],
        },
      },
    },
    required: ['room', 'events'],
  },
  answer: {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: { client: text, seq: numberOrNull, reason: { type: ['string', 'null'] }, message: text },
          required: ['client', 'seq', 'reason', 'message'],
        },
      },
    },
    required: ['results'],
  },
})

const privateShape = {
  type: 'object',
  properties: { id: number, sender: text, receiver: text, text, time: number, client: text },
  required: ['id', 'sender', 'receiver', 'text', 'time', 'client'],
} as const

/** The private messages of the caller in a room. */
export const privateListRoute = forBoth('whispers', {
  method: 'GET',
  input: roomInput,
  answer: {
    type: 'object',
    properties: { messages: { type: 'array', items: privateShape } },
    required: ['messages'],
  },
})

export const privateSendRoute = forBoth('whisper', {
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      room: id,
      person: holderInput,
      text: { type: 'string', minLength: 1, maxLength: 1000 },
      client: clientInput,
    },
    required: ['room', 'person', 'text', 'client'],
  },
  answer: doneShape,
})

/** Starts, ends or continues the lesson. */
export const lessonRoute = defineRouteContract({
  path: 'live.Classroom/lesson',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: { room: id, action: { type: 'string', maxLength: 10, enum: ['start', 'end', 'resume'] } },
    required: ['room', 'action'],
  },
  answer: doneShape,
})
