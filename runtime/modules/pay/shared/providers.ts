/** The routes of the page of providers. */
import { type AnswerOf, arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const

/** Kinds of keys that people paste. */
const keyKinds = ['private', 'public', 'certificate'] as const

const keyFacts = objectSchema({
  kind: { type: 'string', enum: keyKinds },
  fingerprint: text,
  /** Null unless it is a certificate. */
  serial: { type: ['string', 'null'] },
  owner: { type: ['string', 'null'] },
  expires: { type: ['integer', 'null'] },
})
export type KeyFacts = AnswerOf<typeof keyFacts>

/** `GET /admin/pay.Provider/state`: how the providers are set up. */
export const providerState = defineRouteContract({
  path: 'pay.Provider/state',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    mode: { type: 'string', enum: ['off', 'sandbox', 'live'] },
    now: whole,
    /** Whether the caller may change the settings. */
    editable: { type: 'boolean' },
    providers: arraySchema(
      objectSchema({
        type: { type: 'string', enum: ['wx', 'alipay'] },
        complete: { type: 'boolean' },
        /** Names of settings that are missing or cannot be read. */
        missing: arraySchema(text),
        /** Values that are no secrets, by setting. */
        values: { type: 'object', additionalProperties: text },
        /** Settings whose secret is stored. */
        stored: arraySchema(text),
        /** Facts of keys by setting. */
        keys: { type: 'object', additionalProperties: keyFacts },
        notify: text,
      }),
    ),
    /** Certificates of WeChat Pay that the server has fetched. */
    certificates: arraySchema(objectSchema({ serial: text, expires: whole })),
    /** Notifications of the last week that were not believed. */
    refused: arraySchema(objectSchema({ provider: text, reason: text, count: whole })),
  }),
})
export type ProviderState = AnswerOf<NonNullable<typeof providerState.answer>>

/** `POST /admin/pay.Provider/inspect`: a key before it is saved. Nothing of it is stored or logged. */
export const inspectKey = defineRouteContract({
  path: 'pay.Provider/inspect',
  area: 'admin',
  method: 'POST',
  input: objectSchema({
    kind: { type: 'string', maxLength: 16, enum: keyKinds },
    secret: { type: 'string', maxLength: 8000 },
  }),
  answer: keyFacts,
})

/** `POST /admin/pay.Provider/test`: signs with the key of the site, verifies, and asks the provider. */
export const testProvider = defineRouteContract({
  path: 'pay.Provider/test',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ type: { type: 'string', maxLength: 16, enum: ['wx', 'alipay'] } }),
  answer: objectSchema({
    /** Null where the key pair of the site is right. */
    signature: { type: ['string', 'null'] },
    /** Null where the provider has answered with a signature that is right. */
    answer: { type: ['string', 'null'] },
  }),
})
