/** The routes that the service desk and the audit call. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import {
  auditShape,
  conversationInput,
  doneShape,
  id,
  line,
  messageInput,
  number,
  numberOrNull,
  page,
  pageInput,
  pageShape,
  readInput,
  recallInput,
  sentShape,
  text,
  textOrNull,
  words,
  yesNo,
} from './shapes.ts'

/** Parts of the queue. */
export const deskViews = ['queue', 'mine', 'all', 'snoozed', 'resolved'] as const
export type DeskView = (typeof deskViews)[number]

export const deskStates = ['open', 'pending', 'resolved', 'snoozed'] as const
const status = { type: 'string', enum: deskStates } as const

const agent = { id: number, name: text, available: yesNo, load: number, limit: number } as const

/** `GET /admin/chat.Desk/queue?view=`: conversations of the desk, those that wait longest first. */
export const queueRoute = defineRouteContract({
  path: 'chat.Desk/queue',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: { view: { type: 'string', maxLength: 16, enum: deskViews }, page, search: words },
    required: ['view'],
  },
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        ...line,
        member: numberOrNull,
        name: text,
        status,
        agent: textOrNull,
        /** Since when the member waits for an answer. */
        waiting: numberOrNull,
      }),
    ),
    more: yesNo,
    counts: objectSchema({ queue: number, mine: number, all: number, snoozed: number }),
    /** The caller; null = has done nothing at the desk yet. */
    me: { ...objectSchema({ ...agent, takes: yesNo }), type: ['object', 'null'] },
    agents: arraySchema(objectSchema(agent)),
    /** Within office hours. */
    office: yesNo,
  }),
})

/** `GET /admin/chat.Desk/state?conversation=`: the details beside a conversation. */
export const deskStateRoute = defineRouteContract({
  path: 'chat.Desk/state',
  area: 'admin',
  method: 'GET',
  input: conversationInput,
  answer: objectSchema({
    id: number,
    me: number,
    member: numberOrNull,
    name: text,
    avatar: text,
    status,
    agent: numberOrNull,
    agentName: textOrNull,
    isMine: yesNo,
    readSeq: number,
    /** The last entry. */
    head: number,
    othersRead: numberOrNull,
    snoozed: numberOrNull,
    waiting: numberOrNull,
    recallSeconds: number,
    /** One list for each module that has something to show about the member. */
    cards: arraySchema(
      arraySchema({
        type: 'object',
        properties: { label: text, value: text, path: text },
        required: ['label', 'value'],
      }),
    ),
    replies: arraySchema(objectSchema({ code: text, title: text, content: text })),
  }),
})

/** `GET /admin/chat.Desk/messages?conversation=&before=`: a page of the conversation, notes included. */
export const deskMessagesRoute = defineRouteContract({
  path: 'chat.Desk/messages',
  area: 'admin',
  method: 'GET',
  input: pageInput,
  answer: pageShape,
})

/** `POST /admin/chat.Desk/send`: answers the member, or leaves a note that only the staff sees. */
export const deskSendRoute = defineRouteContract({
  path: 'chat.Desk/send',
  area: 'admin',
  method: 'POST',
  input: { ...messageInput, properties: { ...messageInput.properties, note: yesNo } },
  answer: sentShape,
})

/** `POST /admin/chat.Desk/read`: the caller has read up to `seq`. */
export const deskReadRoute = defineRouteContract({
  path: 'chat.Desk/read',
  area: 'admin',
  method: 'POST',
  input: readInput,
  answer: doneShape,
})

/** `POST /admin/chat.Desk/recall`: takes an own message back. */
export const deskRecallRoute = defineRouteContract({
  path: 'chat.Desk/recall',
  area: 'admin',
  method: 'POST',
  input: recallInput,
  answer: doneShape,
})

export const deskActions = ['take', 'queue', 'hand', 'resolve', 'reopen', 'pending', 'snooze'] as const

const actionInput = {
  type: 'object',
  properties: {
    conversation: id,
    action: { type: 'string', maxLength: 16, enum: deskActions },
    /** The agent to whom it is handed over. */
    agent: id,
    /** Until when it is snoozed. */
    until: { type: 'integer', minimum: 1 },
    /** Only the staff sees it. */
    note: { type: 'string', maxLength: 500 },
  },
  required: ['conversation', 'action'],
} as const

/** `POST /admin/chat.Desk/act`: takes, hands over, resolves or puts off an own conversation, or one of nobody. */
export const actRoute = defineRouteContract({
  path: 'chat.Desk/act',
  area: 'admin',
  method: 'POST',
  input: actionInput,
  answer: doneShape,
})

/** `POST /admin/chat.Desk/assign`: the same for conversations of others. */
export const assignRoute = defineRouteContract({
  path: 'chat.Desk/assign',
  area: 'admin',
  method: 'POST',
  input: actionInput,
  answer: doneShape,
})

/** `POST /admin/chat.Desk/presence`: a sign of life; `takes` says whether the caller takes conversations. */
export const presenceRoute = defineRouteContract({
  path: 'chat.Desk/presence',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { takes: yesNo } },
  answer: objectSchema({ available: yesNo }),
})

/** `POST /admin/chat.Conversation/audit`: any conversation with what was recalled; the log says who has read it. */
export const auditRoute = defineRouteContract({
  path: 'chat.Conversation/audit',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { id, before: id }, required: ['id'] },
  answer: auditShape,
})
