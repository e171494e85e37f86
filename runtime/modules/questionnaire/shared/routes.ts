/** The routes that pages of the module call. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const id = { type: 'integer', minimum: 1 } as const
const object = { type: 'object' } as const

/** As clients send answers. */
const answersInput = {
  type: 'array',
  maxItems: 200,
  items: {
    type: 'object',
    properties: {
      key: text(16),
      keys: { type: 'array', items: text(40), maxItems: 1500 },
      text: text(5000),
      files: { type: 'array', items: text(32), maxItems: 9 },
    },
    required: ['key'],
  },
} as const

/** Where a person fills in: the link or number, the device, and what the password was exchanged for. */
const place = { link: text(32), device: text(64), pass: text(1000) } as const

const optionShape = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    label: { type: 'string' },
    other: { type: 'boolean' },
  },
  required: ['key', 'label'],
} as const

/** `GET /api/questionnaire.Index/info?link=`: the questionnaire as people fill it in, or why they cannot. */
export const info = defineRouteContract({
  path: 'questionnaire.Index/info',
  area: 'api',
  method: 'GET',
  input: { type: 'object', properties: place, required: ['link'] },
  answer: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      link: { type: 'string' },
      /** Null = it can be filled in. */
      reason: { type: ['string', 'null'] },
      text: { type: 'string' },
      description: { type: 'string' },
      anonymous: { type: 'boolean' },
      thanks: { type: 'string' },
      version: { type: 'integer' },
      items: arraySchema({
        type: 'object',
        properties: {
          key: { type: 'string' },
          kind: { type: 'string' },
          title: { type: 'string' },
          must: { type: 'boolean' },
          options: arraySchema(optionShape),
          rows: arraySchema(optionShape),
        },
        required: ['key', 'kind', 'title', 'must'],
      }),
      draft: { type: ['object', 'null'] },
      /** Whether the next sheet needs one. */
      captcha: { type: 'boolean' },
    },
    required: ['title', 'link', 'reason', 'text'],
  },
})

/** `POST /api/questionnaire.Index/unlock`: exchanges the password for a pass. */
export const unlock = defineRouteContract({
  path: 'questionnaire.Index/unlock',
  area: 'api',
  method: 'POST',
  input: objectSchema({ link: text(32), password: text(64) }),
  answer: objectSchema({ pass: { type: 'string' } }),
})

/** `POST /api/questionnaire.Index/draft`: keeps what was filled in so far. */
export const draft = defineRouteContract({
  path: 'questionnaire.Index/draft',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: { ...place, version: id, answers: answersInput },
    required: ['link', 'device', 'version', 'answers'],
  },
  answer: objectSchema({ saved: { type: 'boolean' }, time: { type: 'integer' } }),
})

/** `POST /api/questionnaire.Index/submit`: hands the sheet in; the same `client` gets the same answer. */
export const submit = defineRouteContract({
  path: 'questionnaire.Index/submit',
  area: 'api',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      ...place,
      client: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' },
      version: id,
      answers: answersInput,
      times: { type: 'integer', minimum: 0, maximum: 10_000_000 },
      platform: { type: 'integer', minimum: 0, maximum: 2 },
      captchaId: text(64),
      captchaInfo: text(200),
    },
    required: ['link', 'client', 'version', 'answers'],
  },
  answer: objectSchema({ thanks: { type: 'string' } }),
})

/** `GET /api/questionnaire.Index/mine`: the questionnaires of a member, open and answered ones. */
export const mine = defineRouteContract({
  path: 'questionnaire.Index/mine',
  area: 'api',
  method: 'GET',
  input: null,
  answer: arraySchema(
    objectSchema({
      title: { type: 'string' },
      link: { type: 'string' },
      state: { type: 'string' },
      time: { type: 'integer' },
    }),
  ),
})

/** `GET /admin/questionnaire.Questionnaire/design?id=`: what the designer edits. */
export const design = defineRouteContract({
  path: 'questionnaire.Questionnaire/design',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    id: { type: 'integer' },
    title: { type: 'string' },
    link: { type: 'string' },
    status: { type: 'integer' },
    num: { type: 'integer' },
    version: { type: 'integer' },
    items: arraySchema(object),
  }),
})

/** `POST /admin/questionnaire.Questionnaire/design`: stores the items, as a new version where answers demand one. */
export const saveDesign = defineRouteContract({
  path: 'questionnaire.Questionnaire/saveDesign',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id, version: { type: 'integer', minimum: 0 }, items: text(600_000) }),
  answer: objectSchema({ version: { type: 'integer' }, isNew: { type: 'boolean' } }),
})

/** `GET /admin/questionnaire.Questionnaire/bank?search=`: questions of the bank, as items that can be inserted. */
export const bank = defineRouteContract({
  path: 'questionnaire.Questionnaire/bank',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { search: text(100) } },
  answer: objectSchema({ items: arraySchema(object) }),
})

/** `POST /admin/questionnaire.Questionnaire/duplicate`: a closed copy with every setting. */
export const duplicate = defineRouteContract({
  path: 'questionnaire.Questionnaire/duplicate',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id }),
  answer: objectSchema({ id: { type: 'integer' } }),
})

const count = objectSchema({ key: { type: 'string' }, label: { type: 'string' }, count: { type: 'integer' } })

/** `GET /admin/questionnaire.Questionnaire/results?id=`: counts by item, of all sheets or of those with an answer. */
export const results = defineRouteContract({
  path: 'questionnaire.Questionnaire/results',
  area: 'admin',
  method: 'GET',
  input: { type: 'object', properties: { id, item: text(16), option: text(40) }, required: ['id'] },
  answer: objectSchema({
    title: { type: 'string' },
    sheets: { type: 'integer' },
    /** The results are hidden until there are this many sheets; 0 = they are shown. */
    hiddenBelow: { type: 'integer' },
    medianSeconds: { type: ['integer', 'null'] },
    items: arraySchema(
      objectSchema({
        key: { type: 'string' },
        kind: { type: 'string' },
        title: { type: 'string' },
        /** The wording differs between versions. */
        differs: { type: 'boolean' },
        seen: { type: 'integer' },
        answered: { type: 'integer' },
        options: arraySchema(count),
      }),
    ),
  }),
})

/** `GET /admin/questionnaire.Questionnaire/texts?id=&item=`: written answers, newest first. */
export const texts = defineRouteContract({
  path: 'questionnaire.Questionnaire/texts',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: { id, item: text(16), page: { type: 'integer', minimum: 1, maximum: 10_000 }, search: text(100) },
    required: ['id', 'item'],
  },
  answer: objectSchema({ total: { type: 'integer' }, texts: arraySchema({ type: 'string' }) }),
})

/** `GET /admin/questionnaire.Sheet/answers?id=`: one sheet as its person saw it. */
export const sheetAnswers = defineRouteContract({
  path: 'questionnaire.Sheet/answers',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id }),
  answer: objectSchema({
    version: { type: 'integer' },
    items: arraySchema(
      objectSchema({
        key: { type: 'string' },
        title: { type: 'string' },
        isShown: { type: 'boolean' },
        text: { type: 'string' },
        files: arraySchema(objectSchema({ name: { type: 'string' }, address: { type: 'string' } })),
      }),
    ),
  }),
})

/** `POST /admin/questionnaire.Sheet/discard`: deletes sheets, with a reason for the log. */
export const discard = defineRouteContract({
  path: 'questionnaire.Sheet/discard',
  area: 'admin',
  method: 'POST',
  input: objectSchema({
    ids: { type: 'array', items: id, minItems: 1, maxItems: 100, uniqueItems: true },
    reason: { type: 'string', minLength: 1, maxLength: 200 },
  }),
  answer: objectSchema({ removed: { type: 'integer' } }),
})

/** `GET /admin/questionnaire.Questionnaire/exportSheets?id=&format=`: all sheets as a file. */
export const exportSheets = defineRouteContract({
  path: 'questionnaire.Questionnaire/exportSheets',
  area: 'admin',
  method: 'GET',
  input: objectSchema({ id, format: { type: 'string', maxLength: 4, enum: ['csv', 'xlsx'] } }),
  answer: {},
})
