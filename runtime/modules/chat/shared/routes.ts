/** The routes that pages of members call. */
import { defineRouteContract } from 'tablewright/protocol'
import {
  doneShape,
  id,
  messageInput,
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
const address = { type: 'object', properties: conversation, required: ['conversation'] } as const

const lineShape = {
  type: 'object',
  properties: {
    id: number,
    type: { type: 'string', enum: ['private', 'service', 'group'] },
    title: text,
    avatar: text,
    time: number,
    unread: number,
    marked: yesNo,
    muted: yesNo,
    left: yesNo,
    preview: previewShape,
  },
  required: ['id', 'type', 'title', 'avatar', 'time', 'unread', 'marked', 'muted', 'left', 'preview'],
} as const

/** `GET /api/chat.Index/list`: the conversations of a member, latest first. */
export const listRoute = defineRouteContract({
  path: 'chat.Index/list',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { page: { type: 'integer', minimum: 1, maximum: 1000 } } },
  answer: {
    type: 'object',
    properties: {
      list: { type: 'array', items: lineShape },
      more: yesNo,
      unread: number,
      /** Whether the site has a service desk, private messages and groups. */
      service: yesNo,
      private: yesNo,
      groups: yesNo,
    },
    required: ['list', 'more', 'unread', 'service', 'private', 'groups'],
  },
})

/** `GET /api/chat.Index/count`: unread messages. */
export const countRoute = defineRouteContract({
  path: 'chat.Index/count',
  area: 'api',
  method: 'GET',
  input: null,
  answer: { type: 'object', properties: { count: number }, required: ['count'] },
})

/** `POST /api/chat.Index/open`: the conversation with the service desk or a member, which begins if there is none. */
export const openRoute = defineRouteContract({
  path: 'chat.Index/open',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { service: yesNo, member: id, username: { type: 'string', maxLength: 64 } },
  },
  answer: { type: 'object', properties: { conversation: number }, required: ['conversation'] },
})

/** `GET /api/chat.Index/state?conversation=`: what is shown above and below a conversation. */
export const stateRoute = defineRouteContract({
  path: 'chat.Index/state',
  area: 'api',
  method: 'GET',
  input: address,
  answer: {
    type: 'object',
    properties: {
      id: number,
      me: number,
      type: { type: 'string', enum: ['private', 'service', 'group'] },
      title: text,
      status: textOrNull,
      /** The last number. */
      head: number,
      readSeq: number,
      marked: yesNo,
      /** How far the other side has read; null = it is not told. */
      othersRead: numberOrNull,
      muted: yesNo,
      left: yesNo,
      owner: yesNo,
      history: yesNo,
      /** The agent of a service conversation. */
      agent: textOrNull,
      /** Somebody of the desk is there; in private conversations always true. */
      available: yesNo,
      officeHours: text,
      blocked: yesNo,
      /** Seconds in which a message can be recalled. */
      recallSeconds: number,
      members: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: number, name: text, avatar: text, owner: yesNo },
          required: ['id', 'name', 'avatar', 'owner'],
        },
      },
    },
    required: [
      'id',
      'me',
      'type',
      'title',
      'status',
      'head',
      'readSeq',
      'marked',
      'othersRead',
      'muted',
      'left',
      'owner',
      'history',
      'agent',
      'available',
      'officeHours',
      'blocked',
      'recallSeconds',
      'members',
    ],
  },
})

/** `GET /api/chat.Index/messages?conversation=&before=`: a page of the conversation, oldest entry first. */
export const messagesRoute = defineRouteContract({
  path: 'chat.Index/messages',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { ...conversation, before: id, limit: { type: 'integer', minimum: 1, maximum: 50 } },
    required: ['conversation'],
  },
  answer: pageShape,
})

/** `GET /api/chat.Index/search?conversation=&text=`: the newest messages that contain a text. */
export const searchRoute = defineRouteContract({
  path: 'chat.Index/search',
  area: 'api',
  method: 'GET',
  input: {
    type: 'object',
    properties: { ...conversation, text: { type: 'string', minLength: 1, maxLength: 64 } },
    required: ['conversation', 'text'],
  },
  answer: pageShape,
})

/** `POST /api/chat.Index/send`: the same `client` is stored once. */
export const sendRoute = defineRouteContract({
  path: 'chat.Index/send',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { ...conversation, ...messageInput, mentions: { type: 'array', items: id, maxItems: 50 } },
    required: ['conversation', 'client', 'text'],
  },
  answer: sentShape,
})

/** `POST /api/chat.Index/read`: everything up to `seq` was read; with `unread` what follows it was not. */
export const readRoute = defineRouteContract({
  path: 'chat.Index/read',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { ...conversation, seq, unread: yesNo },
    required: ['conversation', 'seq'],
  },
  answer: doneShape,
})

/** `POST /api/chat.Index/recall`: takes an own message back. */
export const recallRoute = defineRouteContract({
  path: 'chat.Index/recall',
  area: 'api',
  method: 'POST',
  input: { type: 'object', properties: { ...conversation, seq: id }, required: ['conversation', 'seq'] },
  answer: doneShape,
})

/** `POST /api/chat.Index/change`: mutes a conversation, clears it for oneself, blocks the other member. */
export const changeRoute = defineRouteContract({
  path: 'chat.Index/change',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { ...conversation, muted: yesNo, clear: yesNo, blocked: yesNo },
    required: ['conversation'],
  },
  answer: doneShape,
})

/** `POST /api/chat.Index/createGroup`: members by their usernames. */
export const createGroupRoute = defineRouteContract({
  path: 'chat.Index/createGroup',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      title: { type: 'string', maxLength: 60 },
      usernames: { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 99 },
      history: yesNo,
    },
    required: ['title', 'usernames'],
  },
  answer: { type: 'object', properties: { conversation: number }, required: ['conversation'] },
})

/** `POST /api/chat.Index/changeGroup`: renames a group, adds a member by username, removes one, or leaves. */
export const changeGroupRoute = defineRouteContract({
  path: 'chat.Index/changeGroup',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      ...conversation,
      title: { type: 'string', maxLength: 60 },
      add: { type: 'string', maxLength: 64 },
      remove: id,
      leave: yesNo,
    },
    required: ['conversation'],
  },
  answer: doneShape,
})
