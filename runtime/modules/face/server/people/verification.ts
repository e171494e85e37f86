/** Verification: frames of a challenge are analysed, belong to one face, and are compared with the library. */
import { createHash } from 'node:crypto'
import { nowSeconds } from 'tablewright/server'
import { recordOptions } from '#generated/face/options.ts'
import type { Scope, Transaction } from '#generated/face/server.ts'
import type { Challenge, Pose } from '../../shared/face-routes.ts'
import type { Face } from '../engine/engine.ts'
import { decide, rank, rankAs, surenessOf, type Decision, type Ranking, type Sureness } from '../library/decide.ts'
import { isAutomatic } from '../library/calibration.ts'
import { readLibrary } from '../library/library.ts'
import { asksPoses, engineOf, thresholdsOf } from '../library/settings.ts'
import { distanceOf } from '../library/vectors.ts'
import { addSnapshot, jpegOf } from '../records/snapshots.ts'
import { addChallenge, isPose, randomSteps, takeChallenge } from './challenge.ts'
import { frameBytes, refusalText, type FrameRefusal } from './frames.ts'

/** Farther apart, two frames of one challenge show two people. */
const maxFrameDistance = 0.65

export const startVerification = (scope: Scope, trx: Transaction, owner: string): Promise<Challenge> =>
  addChallenge(trx, owner, 'verify', asksPoses(scope) ? randomSteps() : ['front'])

export interface Verdict {
  readonly result: Decision | 'low_quality'
  readonly reason: string
  readonly message: string
  readonly sureness: Sureness | ''
  readonly ranking: Ranking | null
  /** The face of the frame that was compared. */
  readonly face: Face | null
}

const refused = (scope: Scope, reason: FrameRefusal): Verdict => ({
  result: 'low_quality',
  reason,
  message: refusalText(scope.language, reason),
  sureness: '',
  ranking: null,
  face: null,
})

/**
 * Compares the frames of a challenge.
 * @param person whose face it is said to be; null = anybody's
 */
export async function verifyFrames(
  scope: Scope,
  owner: string,
  { nonce, frames }: { readonly nonce: string; readonly frames: readonly string[] },
  person: number | null,
): Promise<Verdict> {
  const steps = await scope.database.write((trx) => takeChallenge(trx, owner, 'verify', nonce))
  if (!steps) return refused(scope, 'expired')
  const face = await readFrames(scope, steps, frames)
  return typeof face === 'string' ? refused(scope, face) : compareFace(scope, face, person)
}

/** Compares a face with the library. */
export async function compareFace(scope: Scope, face: Face, person: number | null): Promise<Verdict> {
  const engine = engineOf(scope)
  const library = await readLibrary(scope, engine)
  const ranking = person === null ? rank(face.vector, library) : rankAs(person, face.vector, library)
  const thresholds = thresholdsOf(scope)
  const result = decide(ranking, thresholds, await isAutomatic(scope, engine))
  const isHit = result !== 'stranger' && ranking
  return {
    result,
    reason: '',
    message: '',
    sureness: isHit ? surenessOf(ranking, thresholds) : '',
    ranking,
    face,
  }
}

/** The face of the frames, looking to the front; or why there is none. */
async function readFrames(
  scope: Scope,
  steps: readonly Pose[],
  frames: readonly string[],
): Promise<Face | FrameRefusal> {
  if (frames.length !== steps.length) return 'count'
  const bytes = frames.map(frameBytes)
  const hashes = new Set(bytes.map((frame) => createHash('sha256').update(frame).digest('hex')))
  if (hashes.size !== bytes.length) return 'same_frame'
  const engine = engineOf(scope)
  const faces: Face[] = []
  let front: Face | null = null
  for (const [index, pose] of steps.entries()) {
    const analysis = await engine.analyse(bytes[index] ?? Buffer.alloc(0), { mayTurn: pose !== 'front' })
    if ('refusal' in analysis) return analysis.refusal
    // Guard T52: each frame shows what the challenge asks for; a picture that does not move fails.
    // Without: if (analysis.face.yaw > 90) return 'pose'
    if (!isPose(pose, analysis.face.yaw)) return 'pose'
    faces.push(analysis.face)
    if (pose === 'front') front = analysis.face
  }
  const [first] = faces
  if (!first) return 'count'
  if (faces.some(({ vector }) => distanceOf(vector, first.vector) > maxFrameDistance)) return 'other_face'
  return front ?? first
}

const { result: results } = recordOptions

/** Stores what was found, with the picture where a person may have to decide. */
export async function addRecord(
  scope: Scope,
  verdict: Verdict,
  source: (typeof recordOptions.source)[keyof typeof recordOptions.source],
  person: number | null,
): Promise<number> {
  const { result, ranking, face, reason } = verdict
  const jpeg = face ? await jpegOf(face.aligned) : null
  const isHit = result === 'match' || result === 'suspect'
  const subject = person ?? (isHit ? (ranking?.person ?? null) : null)
  return scope.database.write(async (trx) => {
    const now = nowSeconds()
    const { id } = await trx
      .insertInto('face_record')
      .values({
        person_id: subject,
        result: results[result],
        source,
        distance: ranking ? Math.round(ranking.distance * 10_000) : null,
        occurred: now,
        server_time: now,
        late: 0,
        time_suspect: 0,
        reason: reason || null,
        create_time: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (jpeg) await addSnapshot(scope, trx, { record: id, person: subject }, jpeg)
    return id
  })
}
