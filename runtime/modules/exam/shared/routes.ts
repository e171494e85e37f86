/** The routes that pages of members call. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const id = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const boolean = { type: 'boolean' } as const
const strings = arraySchema({ type: 'string' })

const answerParts = {
  keys: { type: 'array', items: text(8), maxItems: 30 },
  texts: { type: 'array', items: text(20_000), maxItems: 20 },
  files: { type: 'array', items: text(32), maxItems: 9 },
} as const

const sentItems = {
  type: 'array',
  maxItems: 500,
  items: {
    type: 'object',
    properties: {
      seq: id,
      n: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
      flagged: { type: 'boolean' },
      ...answerParts,
    },
    required: ['seq', 'n'],
  },
} as const

/** Seconds for which each question was on the screen so far. */
const times = {
  type: 'array',
  maxItems: 500,
  items: objectSchema({ seq: id, seconds: { type: 'integer', minimum: 0, maximum: 604_800 } }),
} as const

const page = {
  type: 'object',
  properties: { page: { type: 'integer', minimum: 1 }, limit: { type: 'integer', minimum: 1, maximum: 50 } },
} as const

const option = objectSchema({ id: string, text: string })

const answer = {
  type: 'object',
  properties: { keys: strings, texts: strings, files: strings },
} as const

/** A question as candidates see it. */
const question = {
  kind: string,
  title: string,
  options: arraySchema(option),
  blanks: integer,
} as const

/** The part of an item that becomes known with the release. */
const solution = objectSchema({ right: strings, blanks: strings, reference: string, explain: string })

const paperInfo = objectSchema({
  id: integer,
  title: string,
  subject: string,
  description: string,
  quantity: integer,
  total: string,
  pass: string,
  limit: integer,
  start: { type: ['integer', 'null'] },
  end: { type: ['integer', 'null'] },
  /** Attempts that are left today; null = any number. */
  left: { type: ['integer', 'null'] },
  switches: { type: ['integer', 'null'] },
  points: integer,
  /** Why it cannot be started now; "" = it can. */
  refusal: string,
  /** An attempt is open. */
  isOpen: boolean,
})

/** `GET /api/exam.Paper/index`: the papers that members can take now or later. */
export const listPapers = defineRouteContract({
  path: 'exam.Paper/index',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: { subject: id } },
  answer: objectSchema({ now: integer, list: arraySchema(paperInfo) }),
})

/** `POST /api/exam.Attempt/start`: a new attempt, or the open one with a new lease. The only way to the questions. */
export const start = defineRouteContract({
  path: 'exam.Attempt/start',
  area: 'api',
  method: 'POST',
  /** A paper, or a room with its paper. */
  input: { type: 'object', properties: { paper: id, room: id } },
  answer: objectSchema({
    attempt: integer,
    state: integer,
    title: string,
    lease: string,
    now: integer,
    deadline: integer,
    switches: integer,
    switchLimit: { type: ['integer', 'null'] },
    /** Then its desk sends messages, and sees who is there. */
    isInRoom: boolean,
    items: arraySchema(
      objectSchema({
        ...question,
        seq: integer,
        parent: { type: ['integer', 'null'] },
        score: string,
        n: integer,
        flagged: boolean,
        seconds: integer,
        answer,
        files: arraySchema(objectSchema({ code: string, name: string, size: integer })),
      }),
    ),
  }),
})

const timing = { state: integer, now: integer, deadline: integer } as const

/** Sent from the desk of the room. */
const messages = arraySchema(objectSchema({ id: integer, text: string, time: integer }))
const savedItems = arraySchema(objectSchema({ seq: integer, n: integer }))

/** `POST /api/exam.Attempt/save`: answers that are newer than the stored ones; `reason` says why none was stored. */
export const save = defineRouteContract({
  path: 'exam.Attempt/save',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { attempt: id, lease: text(64), items: sentItems, times },
    required: ['attempt', 'lease', 'items'],
  },
  answer: objectSchema({ ...timing, saved: savedItems }),
})

/** `GET /api/exam.Attempt/poll`: the clock of the server, and whether the attempt goes on here. */
export const poll = defineRouteContract({
  path: 'exam.Attempt/poll',
  area: 'api',
  method: 'GET',
  input: objectSchema({ attempt: id, lease: text(64) }),
  answer: objectSchema({ ...timing, isHere: boolean, messages }),
})

/** `POST /api/exam.Attempt/submit`: hands the attempt in, with answers that were not saved yet; says what is stored. */
export const submit = defineRouteContract({
  path: 'exam.Attempt/submit',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { attempt: id, lease: text(64), items: sentItems, times },
    required: ['attempt', 'lease', 'items'],
  },
  answer: objectSchema({ ...timing, saved: savedItems }),
})

/** Seconds: shorter absences are not counted. */
export const focusGraceSeconds = 3

/** `POST /api/exam.Attempt/focus`: the page was left; each event counts once. */
export const focus = defineRouteContract({
  path: 'exam.Attempt/focus',
  area: 'api',
  method: 'POST',
  input: objectSchema({
    attempt: id,
    events: {
      type: 'array',
      maxItems: 50,
      items: objectSchema({
        id: { type: 'string', minLength: 8, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$' },
        seconds: { type: 'integer', minimum: 0, maximum: 86_400 },
      }),
    },
  }),
  answer: objectSchema({ ...timing, count: integer, limit: { type: ['integer', 'null'] } }),
})

const attemptInfo = {
  id: integer,
  paper: integer,
  title: string,
  state: integer,
  begin: integer,
  submitted: { type: ['integer', 'null'] },
  submitKind: string,
  total: string,
  pass: string,
  isReleased: boolean,
  /** "" before the release. */
  score: string,
  isPass: { type: ['boolean', 'null'] },
} as const
const attemptNames = [
  'id',
  'paper',
  'title',
  'state',
  'begin',
  'submitted',
  'submitKind',
  'total',
  'pass',
  'isReleased',
  'score',
  'isPass',
] as const

/** `GET /api/exam.Attempt/index`: the attempts of the member, newest first. */
export const listAttempts = defineRouteContract({
  path: 'exam.Attempt/index',
  area: 'api',
  method: 'GET',
  input: page,
  answer: objectSchema({
    list: arraySchema({ type: 'object', properties: attemptInfo, required: attemptNames }),
    total: integer,
  }),
})

/** `GET /api/exam.Attempt/result`: an attempt of the member; items, keys and explanations once it is released. */
export const result = defineRouteContract({
  path: 'exam.Attempt/result',
  area: 'api',
  method: 'GET',
  input: objectSchema({ attempt: id }),
  answer: {
    type: 'object',
    properties: {
      ...attemptInfo,
      right: integer,
      wrong: integer,
      /** False while the room is open: then there are no items. */
      isKeyOpen: boolean,
      items: arraySchema(
        objectSchema({
          ...question,
          id: integer,
          seq: integer,
          parent: { type: ['integer', 'null'] },
          score: string,
          points: string,
          isRight: boolean,
          answer,
          /** Attachments of the answer. */
          files: arraySchema(objectSchema({ name: string, address: string })),
          solution,
          note: string,
          isCollected: boolean,
        }),
      ),
    },
    required: [...attemptNames, 'right', 'wrong', 'isKeyOpen', 'items'],
  },
})

/** A question to practise with: of the bank, or an item of a released attempt. */
const practiceQuestion = objectSchema({
  ...question,
  source: string,
  material: string,
  subject: string,
  times: integer,
  /** In how many days it is worth answering again; 0 = now. */
  again: integer,
  isCollected: boolean,
})

/** `GET /api/exam.Question/index`: subjects with the number of questions to practise with. */
export const listSubjects = defineRouteContract({
  path: 'exam.Question/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    list: arraySchema(objectSchema({ id: integer, name: string, count: integer })),
    wrong: integer,
    collected: integer,
  }),
})

/** `GET /api/exam.Question/practice`: questions of a subject in a new order, without their keys. */
export const practice = defineRouteContract({
  path: 'exam.Question/practice',
  area: 'api',
  method: 'GET',
  input: objectSchema({ subject: id }),
  answer: objectSchema({ list: arraySchema(practiceQuestion) }),
})

/** `GET /api/exam.Question/wrong`: what the member answered wrong, once results are released. */
export const listWrong = defineRouteContract({
  path: 'exam.Question/wrong',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({ list: arraySchema(practiceQuestion) }),
})

/** `GET /api/exam.Question/collected`: what the member collected; from exams, once results are released. */
export const listCollected = defineRouteContract({
  path: 'exam.Question/collected',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({ list: arraySchema(practiceQuestion) }),
})

const source = { type: 'string', maxLength: 24, pattern: '^[iq]:[1-9][0-9]{0,14}$' } as const

/** `POST /api/exam.Question/answer`: marks an answer of practice, and says what was right. */
export const answerQuestion = defineRouteContract({
  path: 'exam.Question/answer',
  area: 'api',
  method: 'POST',
  input: { type: 'object', properties: { source, ...answerParts }, required: ['source'] },
  answer: objectSchema({
    /** Null = people compare with the reference themselves. */
    isRight: { type: ['boolean', 'null'] },
    solution,
    /** It left the wrong book. */
    isLearnt: boolean,
    /** Days until it is worth answering again; null where it is not in the wrong book, or was wrong. */
    again: { type: ['integer', 'null'] },
  }),
})

/** `POST /api/exam.Question/collect`: keeps a question, or lets it go. */
export const collect = defineRouteContract({
  path: 'exam.Question/collect',
  area: 'api',
  method: 'POST',
  input: objectSchema({ source, on: { type: 'boolean' } }),
  answer: objectSchema({ on: boolean }),
})
