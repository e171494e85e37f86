/**
 * Parts of the OpenAPI document that all routes share: the envelope, refusals and errors. The generator writes them
 * beside the tables, the server adds its own routes and those of modules.
 */
import { codes } from '../envelope.ts'
import { refusalReasons } from '../problems.ts'

/** A JSON Schema, or another part of the document. */
export type ApiSchema = Readonly<Record<string, unknown>>

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const
const id = { type: 'integer', minimum: 1 } as const

/** An object that has these members and no others. */
export const apiObject = (
  properties: Readonly<Record<string, ApiSchema>>,
  required: readonly string[] = Object.keys(properties),
): ApiSchema => ({ type: 'object', required, properties, additionalProperties: false })

export const apiList = (items: ApiSchema): ApiSchema => ({ type: 'array', items })
export const apiRef = (name: string): ApiSchema => ({ $ref: `#/components/schemas/${name}` })

const texts: ApiSchema = { type: 'object', additionalProperties: text }
const nothing: ApiSchema = { type: 'array', maxItems: 0 }
const envelope = (code: number, data: ApiSchema): ApiSchema =>
  apiObject({ code: { const: code }, msg: text, time: whole, data })

const reference = apiObject({ table: text, page: text, label: text, id, title: text }, [
  'table',
  'label',
  'id',
  'title',
])
const shortage = apiObject({
  table: text,
  key: { type: 'object' },
  labels: texts,
  on_hand: text,
  available: text,
  wanted: text,
})

const refusalData = apiObject(
  {
    reason: { enum: [...Object.keys(refusalReasons), 'pending'] },
    errors: { ...texts, description: '`invalid`: what is wrong, by field' },
    row: { type: 'object', description: '`conflict`, `bad_state`: the record as it is now' },
    references: { ...apiList(reference), description: '`in_use`: records that refer to this one' },
    short: { ...apiList(shortage), description: '`stock_short`: balances that do not suffice' },
    step: { enum: ['code', 'password', 'enrolment'], description: '`pending`: what the account has to do first' },
    wait: { type: 'integer', description: 'sign-in: seconds until the next try' },
    captcha: { type: 'boolean', description: 'sign-in: the next try needs a captcha' },
  },
  ['reason'],
)

const signIn = apiObject(
  {
    routePath: text,
    type: { enum: ['need login', 'logged in', 'captcha needed'] },
    ...(({ reason, errors, wait, captcha }) => ({ reason, errors, wait, captcha }))(
      refusalData['properties'] as Readonly<Record<'reason' | 'errors' | 'wait' | 'captcha', ApiSchema>>,
    ),
  },
  ['routePath', 'type'],
)

const missingRight = apiObject({ node: text, title: text, ask: apiList(text) })

/** Components that answers refer to. */
export const apiSchemas: readonly (readonly [name: string, schema: ApiSchema])[] = [
  [
    'Success',
    {
      type: 'object',
      required: ['code', 'msg', 'time', 'data'],
      properties: { code: { const: codes.ok }, msg: text, time: { ...whole, description: 'Unix seconds' }, data: {} },
      additionalProperties: false,
    },
  ],
  [
    'Refusal',
    {
      description: 'code 0: refused; 302: sign in first; 401: a right is missing; 409: the token is over',
      anyOf: [
        envelope(codes.refused, { anyOf: [apiRef('RefusalData'), { type: 'null' }, nothing] }),
        envelope(codes.signIn, signIn),
        envelope(codes.forbidden, { anyOf: [missingRight, nothing] }),
        envelope(codes.expired, nothing),
      ],
    },
  ],
  ['RefusalData', refusalData],
]

/** Answers that are no business answers, by HTTP status. Any route may give them. */
const problems: Readonly<Record<number, string>> = {
  400: 'The request cannot be read: its body, its encoding or its address',
  404: 'Nothing answers to this address with this method',
  413: 'The body is too large',
  431: 'Address and headers are too long',
  500: 'The server failed; its log has the cause under the id in the message',
  503: 'The server is busy: try again after the seconds of Retry-After',
}

const problemName = (status: string): string => `Problem${status}`

export const apiResponses: readonly (readonly [name: string, response: ApiSchema])[] = Object.entries(problems).map(
  ([status, description]) => [
    problemName(status),
    {
      description,
      content: {
        'application/json': {
          schema: apiObject({ code: { const: Number(status) }, msg: text, message: text }),
        },
      },
    },
  ],
)

/** The errors, for `responses` of a route. */
export const apiProblems: ApiSchema = Object.fromEntries(
  Object.keys(problems).map((status) => [status, { $ref: `#/components/responses/${problemName(status)}` }]),
)

/**
 * `responses` of a route whose success has this data.
 * @param refused data of answers with code 0 besides those that every route may give
 */
export const apiAnswer = (data: ApiSchema, refused?: ApiSchema): ApiSchema => ({
  200: {
    description: 'code 1 and the data, or a refusal',
    content: {
      'application/json': {
        schema: {
          anyOf: [
            { allOf: [apiRef('Success'), { properties: { data } }] },
            apiRef('Refusal'),
            ...(refused ? [envelope(codes.refused, refused)] : []),
          ],
        },
      },
    },
  },
  ...apiProblems,
})

/** `responses` of a route whose success is no JSON. */
export const apiFile = (type: string, description: string): ApiSchema => ({
  200: {
    description,
    content: {
      [type]: { schema: text },
      'application/json': { schema: apiRef('Refusal') },
    },
  },
  ...apiProblems,
})
