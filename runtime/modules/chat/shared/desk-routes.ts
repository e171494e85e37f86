/** The routes that the service desk and the audit call. */
import { defineRouteContract } from 'tablewright/protocol'
import {
  doneShape,
  id,
  messageInput,
  messageShape,
  number,
  numberOrNull,
  pageShape,
  previewShape,
  sentShape,
  seq,
  text,
  textOrNull,
  yesNo,
} from './shapes.ts'

const conversation = { conversation: id } as const
const area = 'admin' as const

/** Parts of the queue. */
export const deskViews = ['queue', 'mine', 'all', 'snoozed', 'resolved'] as const
export type DeskView = (typeof deskViews)[number]

export const deskStates = ['open', 'pending', 'resolved', 'snoozed'] as const

const lineShape = {
  type: 'object',
  properties: {
    id: number,
    member: numberOrNull,
    name: text,
    avatar: text,
    status: { type: 'string', enum: deskStates },
    agent: textOrNull,
    time: number,
    /** Since when the member waits for an answer. */
    waiting: numberOrNull,
    unread: number,
    preview: previewShape,
  },
  required: ['id', 'member', 'name', 'avatar', 'status', 'agent', 'time', 'waiting', 'unread', 'preview'],
} as const

const agentShape = {
  type: 'object',
  properties: { id: number, name: text, available: yesNo, load: number, limit: number },
  required: ['id', 'name', 'available', 'load', 'limit'],
} as const

/** `GET /admin/chat.Desk/queue?view=`: conversations of the desk, those that wait longest first. */
export const queueRoute = defineRouteContract({
  path: 'chat.Desk/queue',
  area,
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      view: { type: 'string', maxLength: 16, enum: deskViews },
      page: { type: 'integer', minimum: 1, maximum: 1000 },
      search: { type: 'string', maxLength: 64 },
    },
    required: ['view'],
  },
  answer: {
    type: 'object',
    properties: {
      list: { type: 'array', items: lineShape },
      more: yesNo,
      counts: {
        type: 'object',
        properties: { queue: number, mine: number, all: number, snoozed: number },
        required: ['queue', 'mine', 'all', 'snoozed'],
      },
      /** The caller; null = has done nothing at the desk yet. */
      me: { ...agentShape, type: ['object', 'null'], properties: { ...agentShape.properties, takes: yesNo } },
      agents: { type: 'array', items: agentShape },
      /** Within office hours. */
      office: yesNo,
    },
    required: ['list', 'more', 'counts', 'me', 'agents', 'office'],
  },
})

/** `GET /admin/chat.Desk/state?conversation=`: the details beside a conversation. */
export const deskStateRoute = defineRouteContract({
  path: 'chat.Desk/state',
  area,
  method: 'GET',
  input: { type: 'object', properties: conversation, required: ['conversation'] },
  answer: {
    type: 'object',
    properties: {
      id: number,
      me: number,
      member: numberOrNull,
      name: text,
      avatar: text,
      status: { type: 'string', enum: deskStates },
      agent: numberOrNull,
      agentName: textOrNull,
      isMine: yesNo,
      readSeq: number,
      othersRead: numberOrNull,
      snoozed: numberOrNull,
      waiting: numberOrNull,
      recallSeconds: number,
      /** One list for each module that has something to show about the member. */
      cards: {
        type: 'array',
        items: {
          type: 'array',
          items: { type: 'object', properties: { label: text, value: text, path: text }, required: ['label', 'value'] },
        },
      },
      replies: {
        type: 'array',
        items: {
          type: 'object',
          properties: { code: text, title: text, content: text },
          required: ['code', 'title', 'content'],
        },
      },
    },
    required: [
      'id',
      'me',
      'member',
      'name',
      'avatar',
      'status',
      'agent',
      'agentName',
      'isMine',
      'readSeq',
      'othersRead',
      'snoozed',
      'waiting',
      'recallSeconds',
      'cards',
      'replies',
    ],
  },
})

/** `GET /admin/chat.Desk/messages?conversation=&before=`: a page of the conversation, notes included. */
export const deskMessagesRoute = defineRouteContract({
  path: 'chat.Desk/messages',
  area,
  method: 'GET',
  input: { type: 'object', properties: { ...conversation, before: id }, required: ['conversation'] },
  answer: pageShape,
})

/** `POST /admin/chat.Desk/send`: answers the member, or leaves a note that only the staff sees. */
export const deskSendRoute = defineRouteContract({
  path: 'chat.Desk/send',
  area,
  method: 'POST',
  input: {
    type: 'object',
    properties: { ...conversation, ...messageInput, note: yesNo },
    required: ['conversation', 'client', 'text'],
  },
  answer: sentShape,
})

/** `POST /admin/chat.Desk/read`: the caller has read up to `seq`. */
export const deskReadRoute = defineRouteContract({
  path: 'chat.Desk/read',
  area,
  method: 'POST',
  input: { type: 'object', properties: { ...conversation, seq }, required: ['conversation', 'seq'] },
  answer: doneShape,
})

/** `POST /admin/chat.Desk/recall`: takes an own message back. */
export const deskRecallRoute = defineRouteContract({
  path: 'chat.Desk/recall',
  area,
  method: 'POST',
  input: { type: 'object', properties: { ...conversation, seq: id }, required: ['conversation', 'seq'] },
  answer: doneShape,
})

export const deskActions = ['take', 'queue', 'hand', 'resolve', 'reopen', 'pending', 'snooze'] as const

const actionInput = {
  type: 'object',
  properties: {
    ...conversation,
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
  area,
  method: 'POST',
  input: actionInput,
  answer: doneShape,
})

/** `POST /admin/chat.Desk/assign`: the same for conversations of others. */
export const assignRoute = defineRouteContract({
  path: 'chat.Desk/assign',
  area,
  method: 'POST',
  input: actionInput,
  answer: doneShape,
})

/** `POST /admin/chat.Desk/presence`: a sign of life; `takes` says whether the caller takes conversations. */
export const presenceRoute = defineRouteContract({
  path: 'chat.Desk/presence',
  area,
  method: 'POST',
  input: { type: 'object', properties: { takes: yesNo } },
  answer: { type: 'object', properties: { available: yesNo }, required: ['available'] },
})

/** `POST /admin/chat.Conversation/audit`: any conversation with what was recalled; the log says who has read it. */
export const auditRoute = defineRouteContract({
  path: 'chat.Conversation/audit',
  area,
  method: 'POST',
  input: { type: 'object', properties: { id, before: id }, required: ['id'] },
  answer: {
    type: 'object',
    properties: {
      messages: {
        type: 'array',
        items: {
          ...messageShape,
          properties: { ...messageShape.properties, original: textOrNull },
        },
      },
      more: yesNo,
    },
    required: ['messages', 'more'],
  },
})
