/** The routes of the page of providers. */
import { defineRouteContract, type AnswerOf } from 'tablewright/protocol'

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const

/** Kinds of keys that people paste. */
const keyKinds = ['private', 'public', 'certificate'] as const

const keyFacts = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: keyKinds },
    fingerprint: text,
    /** Null unless it is a certificate. */
    serial: { type: ['string', 'null'] },
    owner: { type: ['string', 'null'] },
    expires: { type: ['integer', 'null'] },
  },
  required: ['kind', 'fingerprint', 'serial', 'owner', 'expires'],
} as const
export type KeyFacts = AnswerOf<typeof keyFacts>

/** `GET /admin/pay.Provider/state`: how the providers are set up. */
export const providerState = defineRouteContract({
  path: 'pay.Provider/state',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: {
    type: 'object',
    properties: {
      mode: { type: 'string', enum: ['off', 'sandbox', 'live'] },
      now: whole,
      /** Whether the caller may change the settings. */
      editable: { type: 'boolean' },
      providers: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['wx', 'alipay'] },
            complete: { type: 'boolean' },
            /** Names of settings that are missing or cannot be read. */
            missing: { type: 'array', items: text },
            /** Values that are no secrets, by setting. */
            values: { type: 'object', additionalProperties: text },
            /** Settings whose secret is stored. */
            stored: { type: 'array', items: text },
            /** Facts of keys by setting. */
            keys: { type: 'object', additionalProperties: keyFacts },
            notify: text,
          },
          required: ['type', 'complete', 'missing', 'values', 'stored', 'keys', 'notify'],
        },
      },
      /** Certificates of WeChat Pay that the server has fetched. */
      certificates: {
        type: 'array',
        items: {
          type: 'object',
          properties: { serial: text, expires: whole },
          required: ['serial', 'expires'],
        },
      },
      /** Notifications of the last week that were not believed. */
      refused: {
        type: 'array',
        items: {
          type: 'object',
          properties: { provider: text, reason: text, count: whole },
          required: ['provider', 'reason', 'count'],
        },
      },
    },
    required: ['mode', 'now', 'editable', 'providers', 'certificates', 'refused'],
  },
})
export type ProviderState = AnswerOf<NonNullable<typeof providerState.answer>>

/** `POST /admin/pay.Provider/inspect`: a key before it is saved. Nothing of it is stored or logged. */
export const inspectKey = defineRouteContract({
  path: 'pay.Provider/inspect',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: {
      kind: { type: 'string', maxLength: 16, enum: keyKinds },
      secret: { type: 'string', maxLength: 8000 },
    },
    required: ['kind', 'secret'],
  },
  answer: keyFacts,
})

/** `POST /admin/pay.Provider/test`: signs with the key of the site, verifies, and asks the provider. */
export const testProvider = defineRouteContract({
  path: 'pay.Provider/test',
  area: 'admin',
  method: 'POST',
  input: {
    type: 'object',
    properties: { type: { type: 'string', maxLength: 16, enum: ['wx', 'alipay'] } },
    required: ['type'],
  },
  answer: {
    type: 'object',
    properties: {
      /** Null where the key pair of the site is right. */
      signature: { type: ['string', 'null'] },
      /** Null where the provider has answered with a signature that is right. */
      answer: { type: ['string', 'null'] },
    },
    required: ['signature', 'answer'],
  },
})
