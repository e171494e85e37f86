/** The routes that pages of members call. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'
import {
  conversationInput,
  doneShape,
  id,
  line,
  messageInput,
  number,
  numberOrNull,
  openedShape,
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

const type = { type: 'string', enum: ['private', 'service', 'group'] } as const
const title = { type: 'string', maxLength: 60 } as const

/** `GET /api/chat.Index/list`: the conversations of a member, latest first. */
export const listRoute = defineRouteContract({
  path: 'chat.Index/list',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { page } },
  answer: objectSchema({
    list: arraySchema(
      objectSchema({
        ...line,
        type,
        title: text,
        marked: yesNo,
        muted: yesNo,
        left: yesNo,
        /** An unread message mentions the member. */
        mentioned: yesNo,
      }),
    ),
    more: yesNo,
    unread: number,
    /** Whether the site has a service desk, private messages and groups. */
    service: yesNo,
    private: yesNo,
    groups: yesNo,
  }),
})

/** `GET /api/chat.Index/count`: unread messages. */
export const countRoute = defineRouteContract({
  path: 'chat.Index/count',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({ count: number }),
})

/** `POST /api/chat.Index/open`: the conversation with the service desk or a member, which begins if there is none. */
export const openRoute = defineRouteContract({
  path: 'chat.Index/open',
  area: 'api',
  method: 'POST',
  input: { type: 'object', properties: { service: yesNo, member: id, username: words } },
  answer: openedShape,
})

/** `GET /api/chat.Index/state?conversation=`: what is shown above and below a conversation. */
export const stateRoute = defineRouteContract({
  path: 'chat.Index/state',
  area: 'api',
  method: 'GET',
  input: conversationInput,
  answer: objectSchema({
    id: number,
    me: number,
    type,
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
    members: arraySchema(objectSchema({ id: number, name: text, avatar: text, owner: yesNo })),
  }),
})

/** `GET /api/chat.Index/messages?conversation=&before=`: a page of the conversation, oldest entry first. */
export const messagesRoute = defineRouteContract({
  path: 'chat.Index/messages',
  area: 'api',
  method: 'GET',
  input: pageInput,
  answer: pageShape,
})

/** `GET /api/chat.Index/search?conversation=&text=`: the newest messages that contain a text. */
export const searchRoute = defineRouteContract({
  path: 'chat.Index/search',
  area: 'api',
  method: 'GET',
  input: objectSchema({ conversation: id, text: { ...words, minLength: 1 } }),
  answer: pageShape,
})

/** `POST /api/chat.Index/send`: the same `client` is stored once. */
export const sendRoute = defineRouteContract({
  path: 'chat.Index/send',
  area: 'api',
  method: 'POST',
  input: {
    ...messageInput,
    properties: { ...messageInput.properties, mentions: { type: 'array', items: id, maxItems: 50 } },
  },
  answer: sentShape,
})

/** `POST /api/chat.Index/read`: everything up to `seq` was read; with `unread` what follows it was not. */
export const readRoute = defineRouteContract({
  path: 'chat.Index/read',
  area: 'api',
  method: 'POST',
  input: readInput,
  answer: doneShape,
})

/** `POST /api/chat.Index/recall`: takes an own message back. */
export const recallRoute = defineRouteContract({
  path: 'chat.Index/recall',
  area: 'api',
  method: 'POST',
  input: recallInput,
  answer: doneShape,
})

/** `POST /api/chat.Index/change`: mutes a conversation, clears it for oneself, blocks the other member. */
export const changeRoute = defineRouteContract({
  path: 'chat.Index/change',
  area: 'api',
  method: 'POST',
  input: {
    ...conversationInput,
    properties: { ...conversationInput.properties, muted: yesNo, clear: yesNo, blocked: yesNo },
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
    properties: { title, usernames: { type: 'array', items: words, maxItems: 99 }, history: yesNo },
    required: ['title', 'usernames'],
  },
  answer: openedShape,
})

/** `POST /api/chat.Index/changeGroup`: renames a group, adds a member by username, removes one, or leaves. */
export const changeGroupRoute = defineRouteContract({
  path: 'chat.Index/changeGroup',
  area: 'api',
  method: 'POST',
  input: {
    ...conversationInput,
    properties: { ...conversationInput.properties, title, add: words, remove: id, leave: yesNo },
  },
  answer: doneShape,
})
