/** Routes of enrolment, verification, records and thresholds. */
import { arraySchema, defineRouteContract, nullableObjectSchema, objectSchema } from 'tablewright/protocol'

/** How a head is held; to the person's own left or right. */
export type Pose = 'front' | 'left' | 'right'

export type Purpose = 'enrol' | 'verify'

/** Poses to take before the camera, within so many seconds. */
export interface Challenge {
  readonly nonce: string
  readonly steps: readonly Pose[]
  readonly seconds: number
}

/** Most characters of one picture as base64. Three of those that pages send fit into a body of members. */
const maxFrame = 240_000
export const frameLength = 80_000
export const memberBodyBytes = 262_144

const maxFrames = 3

/** Templates that a person needs, and may have. */
export const neededTemplates = 3
export const maxTemplates = 5

/** Poses by the number of templates that a person has. */
export const enrolmentPoses: readonly Pose[] = ['front', 'left', 'right', 'front', 'front']

const poses = ['front', 'left', 'right'] as const
const text = { type: 'string' } as const
const nonce = { type: 'string', minLength: 1, maxLength: 64 } as const
const frame = { type: 'string', minLength: 1, maxLength: maxFrame } as const
const frames = { type: 'array', minItems: 1, maxItems: maxFrames, items: frame } as const
const id = { type: 'integer', minimum: 1 } as const
const purpose = { type: 'string', maxLength: 8, enum: ['enrol', 'verify'] } as const

const challengeAnswer = objectSchema({ nonce: text, steps: arraySchema({ enum: poses }), seconds: { type: 'integer' } })

/** A frame of an enrolment: stored as a template, or why not. */
const captureAnswer = objectSchema({
  accepted: { type: 'boolean' },
  /** Code of the reason, `` when it was accepted. */
  reason: text,
  /** The reason in a sentence. */
  message: text,
  templates: { type: 'integer' },
  /** Enrolled, or waiting for somebody who compares two people. */
  status: { enum: ['consented', 'enrolled', 'review'] },
  /** The next pose; null = there are enough templates. */
  next: { ...challengeAnswer, type: ['object', 'null'] },
})

const verdictProperties = {
  result: { enum: ['match', 'suspect', 'stranger', 'low_quality'] },
  reason: text,
  message: text,
  sureness: { enum: ['very_sure', 'sure', 'check', ''] },
} as const

/** `GET /api/face.Index/index`: what the member has, and may do. */
export const memberFace = defineRouteContract({
  path: 'face.Index/index',
  area: 'api',
  method: 'GET',
  input: null,
  answer: objectSchema({
    available: { type: 'boolean' },
    status: { enum: ['none', 'consented', 'enrolled', 'review', 'suspended'] },
    templates: { type: 'integer' },
    consent_version: text,
    alternative: text,
    snapshot_days: { type: 'integer' },
    backup_days: { type: 'integer' },
  }),
})

/** `POST /api/face.Index/consent {version}`: the member agrees to the text of this version. */
export const memberConsent = defineRouteContract({
  path: 'face.Index/consent',
  area: 'api',
  method: 'POST',
  input: objectSchema({ version: { type: 'string', minLength: 1, maxLength: 32 } }),
  answer: { type: 'null' },
})

/** `POST /api/face.Index/challenge {purpose}` */
export const memberChallenge = defineRouteContract({
  path: 'face.Index/challenge',
  area: 'api',
  method: 'POST',
  input: objectSchema({ purpose }),
  answer: challengeAnswer,
})

/** `POST /api/face.Index/enrol {nonce, frame}`: one frame as base64, for the pose of the challenge. */
export const memberEnrol = defineRouteContract({
  path: 'face.Index/enrol',
  area: 'api',
  method: 'POST',
  input: objectSchema({ nonce, frame }),
  answer: captureAnswer,
})

/** `POST /api/face.Index/verify {nonce, frames}`: compares with the member's own templates. */
export const memberVerify = defineRouteContract({
  path: 'face.Index/verify',
  area: 'api',
  method: 'POST',
  input: objectSchema({ nonce, frames }),
  answer: objectSchema(verdictProperties),
})

/** `POST /api/face.Index/remove`: the member withdraws the consent; everything is erased within the request. */
export const memberRemove = defineRouteContract({
  path: 'face.Index/remove',
  area: 'api',
  method: 'POST',
  input: null,
  answer: { type: 'null' },
})

/** `POST /admin/face.Person/challenge {purpose, id}`: for staff; `id` is the person to enrol. */
export const staffChallenge = defineRouteContract({
  path: 'face.Person/challenge',
  area: 'admin',
  method: 'POST',
  input: { type: 'object', properties: { purpose, id }, required: ['purpose'] },
  answer: challengeAnswer,
})

/** `POST /admin/face.Person/capture {id, nonce, frame}` */
export const staffCapture = defineRouteContract({
  path: 'face.Person/capture',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id, nonce, frame }),
  answer: captureAnswer,
})

/** `POST /admin/face.Person/identify {nonce, frames}`: who is it? The answer has the pictures to compare. */
export const staffIdentify = defineRouteContract({
  path: 'face.Person/identify',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ nonce, frames }),
  answer: objectSchema({
    ...verdictProperties,
    record: { type: 'integer' },
    person: { type: ['integer', 'null'] },
    name: text,
    distance: text,
    /** Images of the frame and of the enrolment, as addresses of data; empty where there is none. */
    pictures: arraySchema(text),
  }),
})

/** `POST /admin/face.Record/view {id}`: the snapshot of a record; the view is logged. */
export const viewSnapshot = defineRouteContract({
  path: 'face.Record/view',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id }),
  answer: objectSchema({ picture: text }),
})

/** `POST /admin/face.Record/confirm {id, is_person}`: a person decides what the machine left open. */
export const confirmRecord = defineRouteContract({
  path: 'face.Record/confirm',
  area: 'admin',
  method: 'POST',
  input: objectSchema({ id, is_person: { type: 'boolean' } }),
  answer: { type: 'null' },
})

/** `GET /admin/face.Thresholds/index`: the error rates of the site's own library. */
export const readThresholds = defineRouteContract({
  path: 'face.Thresholds/index',
  area: 'admin',
  method: 'GET',
  input: null,
  answer: objectSchema({
    engine: text,
    match: text,
    suspect: text,
    automatic: { type: 'boolean' },
    /** Automatic acceptance is in force: it is switched on, and the curve allows it. */
    in_force: { type: 'boolean' },
    /** Why not: `persons`, `curve`, `none`; empty when it may be. */
    obstacle: text,
    max_far: { type: 'number' },
    max_frr: { type: 'number' },
    enrolled: { type: 'integer' },
    calibration: nullableObjectSchema({
      time: { type: 'integer' },
      persons: { type: 'integer' },
      genuine: { type: 'integer' },
      impostor: { type: 'integer' },
      /** The largest threshold that reaches the target; null = none does. */
      threshold: { type: ['number', 'null'] },
      curve: arraySchema(
        objectSchema({
          threshold: { type: 'number' },
          far: { type: ['number', 'null'] },
          frr: { type: ['number', 'null'] },
          false_accepts: { type: 'integer' },
          false_rejects: { type: 'integer' },
        }),
      ),
    }),
  }),
})

/** `POST /admin/face.Thresholds/calibrate`: computes the rates now. */
export const calibrateNow = defineRouteContract({
  path: 'face.Thresholds/calibrate',
  area: 'admin',
  method: 'POST',
  input: null,
  answer: { type: 'null' },
})
