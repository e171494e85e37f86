/**
 * Challenges: what somebody has to do before the camera, at random, once and within a minute. They make it harder to
 * show a picture of somebody else, and pictures that were taken before are worth nothing.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { nowSeconds } from 'tablewright/server'
import type { Transaction } from '#generated/face/server.ts'
import type { Challenge, Pose, Purpose } from '../../shared/face-routes.ts'

/** Seconds for which a challenge is good. */
const challengeSeconds = 60

/** Degrees from which on a head is turned as asked, and up to which it is not. */
const turnedFrom = 10

const hashOf = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

const shape = /^[A-Za-z0-9_-]{32}$/

/** Three poses in random order. */
export function randomSteps(): readonly Pose[] {
  const rest: Pose[] = ['front', 'left', 'right']
  const steps: Pose[] = []
  while (rest.length > 0) steps.push(...rest.splice(randomInt(rest.length), 1))
  return steps
}

/** @param owner the account that has to answer it */
export async function addChallenge(
  trx: Transaction,
  owner: string,
  purpose: Purpose,
  steps: readonly Pose[],
): Promise<Challenge> {
  const nonce = randomBytes(24).toString('base64url')
  const now = nowSeconds()
  await trx
    .insertInto('face_challenge')
    .values({
      nonce_hash: hashOf(nonce),
      owner,
      purpose,
      steps: steps.join(','),
      expires: now + challengeSeconds,
      create_time: now,
      version: 1,
    })
    .execute()
  return { nonce, steps: [...steps], seconds: challengeSeconds }
}

/** Takes a challenge: the poses it asks for; null when there is none, or it was used, or its time is over. */
export async function takeChallenge(
  trx: Transaction,
  owner: string,
  purpose: Purpose,
  nonce: string,
): Promise<readonly Pose[] | null> {
  if (!shape.test(nonce)) return null
  const row = await trx
    .selectFrom('face_challenge')
    .select(['id', 'steps', 'expires'])
    .where('nonce_hash', '=', hashOf(nonce))
    .where('owner', '=', owner)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row) return null
  // Guard T20: of two requests with one challenge, one finds it.
  // Without: if (nonce === '') return null
  const { numDeletedRows } = await trx.deleteFrom('face_challenge').where('id', '=', row.id).executeTakeFirst()
  if (Number(numDeletedRows) !== 1) return null
  return row.expires >= nowSeconds() ? (row.steps.split(',') as Pose[]) : null
}

/** Whether a head is turned as a pose asks for. */
export function isPose(pose: Pose, yaw: number): boolean {
  if (pose === 'front') return Math.abs(yaw) <= turnedFrom + 5
  return pose === 'left' ? yaw >= turnedFrom : yaw <= -turnedFrom
}
