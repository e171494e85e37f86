/** The routes of rooms: those of members, and those of the desk. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const id = { type: 'integer', minimum: 1 } as const
const integer = { type: 'integer' } as const
const integerOrNull = { type: ['integer', 'null'] } as const
const string = { type: 'string' } as const
const boolean = { type: 'boolean' } as const

const roomInfo = {
  id: integer,
  title: string,
  description: string,
  subject: string,
  paper: string,
  quantity: integer,
  total: string,
  pass: string,
  limit: integer,
  start: integer,
  end: integer,
  /** Places that are left; null = any number. */
  left: integerOrNull,
  needsPassword: boolean,
  needsApproval: boolean,
  /** `none`, `waiting`, `accepted`, `refused`. */
  signup: string,
  /** Why it was refused. */
  reason: string,
  isInvited: boolean,
  canWithdraw: boolean,
  makeups: integer,
  /** `signup`, `enter`, `resume`, `makeup`; "" = nothing now, for which `refusal` says why. */
  action: string,
  refusal: string,
} as const

/** `GET /api/exam.Room/index`: open rooms, and those for which the member is signed up. */
export const listRooms = defineRouteContract({
  path: 'exam.Room/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    now: integer,
    list: arraySchema(objectSchema(roomInfo)),
  }),
})

/** `POST /api/exam.Room/signup`: signs up; again changes nothing. `reason` says why it cannot be. */
export const signUpForRoom = defineRouteContract({
  path: 'exam.Room/signup',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { room: id, password: { type: 'string', maxLength: 32 } },
    required: ['room'],
  },
  answer: objectSchema({ signup: string }),
})

/** `POST /api/exam.Room/withdraw`: takes a sign-up back, before the exam was begun. */
export const withdrawFromRoom = defineRouteContract({
  path: 'exam.Room/withdraw',
  area: 'api',
  method: 'POST',
  input: objectSchema({ room: id }),
  answer: objectSchema({ room: integer }),
})

const candidate = {
  /** Stays the same while the desk is open. */
  key: string,
  attempt: integerOrNull,
  name: string,
  /** Which attempt of the member in this room; 0 = not begun. */
  no: integer,
  /** `absent`, `working`, `submitted`, `void`. */
  state: string,
  isOnline: boolean,
  /** Last sign of life; null = none yet. */
  seen: integerOrNull,
  answered: integer,
  total: integer,
  saved: integerOrNull,
  deadline: integerOrNull,
  /** Seconds that were added. */
  extra: integer,
  submitKind: string,
  submitted: integerOrNull,
  switches: integer,
  /** More time can be given. */
  canExtend: boolean,
} as const

/** `GET /admin/exam.Desk/room`: a room as its desk shows it. */
export const roomDesk = defineRouteContract({
  path: 'exam.Desk/room',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ room: id }),
  answer: objectSchema({
    now: integer,
    room: integer,
    title: string,
    paper: string,
    /** 0 draft, 1 open, 2 closed. */
    status: integer,
    start: integer,
    end: integer,
    /** Sign-ups that wait for approval. */
    waiting: integer,
    list: arraySchema(objectSchema(candidate)),
    messages: arraySchema(objectSchema({ id: integer, text: string, time: integer, name: string })),
  }),
})

/** `GET /admin/exam.Desk/index`: rooms, those that are open first. */
export const deskRooms = defineRouteContract({
  path: 'exam.Desk/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    now: integer,
    list: arraySchema(
      objectSchema({
        room: integer,
        title: string,
        paper: string,
        status: integer,
        start: integer,
        end: integer,
        accepted: integer,
        places: integerOrNull,
        working: integer,
        waiting: integer,
      }),
    ),
  }),
})

/** `POST /admin/exam.Desk/extend`: more time for one attempt, or for all who work or whose time ran out. */
export const extendAttempts = defineRouteContract({
  path: 'exam.Desk/extend',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: { room: id, attempt: id, minutes: { type: 'integer', minimum: 1, maximum: 600 } },
    required: ['room', 'minutes'],
  },
  answer: objectSchema({ count: integer }),
})

/** `POST /admin/exam.Desk/force`: submits what one candidate has saved, or all candidates. */
export const forceAttempts = defineRouteContract({
  path: 'exam.Desk/force',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { room: id, attempt: id }, required: ['room'] },
  answer: objectSchema({ count: integer }),
})

export const maxMessage = 200

/** `POST /admin/exam.Desk/message`: a message on the screen of one candidate, or of all. */
export const messageCandidates = defineRouteContract({
  path: 'exam.Desk/message',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: { room: id, attempt: id, text: { type: 'string', minLength: 1, maxLength: maxMessage } },
    required: ['room', 'text'],
  },
  answer: objectSchema({ count: integer }),
})

/** `POST /admin/exam.Desk/invite`: signs members up by user name, and tells them. */
export const inviteMembers = defineRouteContract({
  path: 'exam.Desk/invite',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ room: id, names: { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 64 } } }),
  answer: objectSchema({
    invited: integer,
    present: integer,
    isFull: boolean,
    unknown: arraySchema(string),
  }),
})
