/** Enrolment: consent first, then frame by frame into templates, until there are enough. */
import { randomUUID } from 'node:crypto'
import { lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { personOptions } from '#generated/face/options.ts'
import type { Effect, Hooks, Scope, Transaction } from '#generated/face/server.ts'
import type { Challenge } from '../../shared/face-routes.ts'
import { enrolmentPoses, maxTemplates, neededTemplates } from '../../shared/face-routes.ts'
import type { Face } from '../engine/engine.ts'
import { rank } from '../library/decide.ts'
import { readLibrary } from '../library/library.ts'
import { consentVersion, engineOf, thresholdsOf } from '../library/settings.ts'
import { meanDistance, openVector, sealVector } from '../library/vectors.ts'
import { addSnapshot, jpegOf } from '../records/snapshots.ts'
import { t } from '../i18n.ts'
import { addChallenge, isPose, takeChallenge } from './challenge.ts'
import { frameBytes, refusalText, type FrameRefusal } from './frames.ts'

const { status } = personOptions

/** Farther from the templates of the same enrolment, somebody else is before the camera. */
const maxOwnDistance = 0.6

/** A new person has a random name that is in no list: backups are erased by it. */
export const personHooks: Hooks<'face/person'> = {
  async beforeCreate(_scope, _trx, change) {
    change.overrides.set('reference', randomUUID())
  },
}

/** Notes the text to which the person has agreed. */
export const noteConsent: Effect<'face/person', 'consent'> = async ({ scope, set }) => {
  // The scope of an effect is that of the module, which its type does not say.
  set({ consent_version: consentVersion(scope as unknown as Scope) })
}

/** Somebody has compared the two people who look alike. */
export const noteEnrolment: Effect<'face/person', 'enrol'> = async ({ set }) => {
  set({ similar_to_id: null })
}

/** The state of an enrolment after a frame. */
export interface Capture {
  readonly accepted: boolean
  readonly reason: string
  readonly message: string
  readonly templates: number
  readonly status: 'consented' | 'enrolled' | 'review'
  readonly next: Challenge | null
}

/** The next challenge of an enrolment. @throws an OperationError where there is no consent, or nothing to add */
export async function startEnrolment(
  scope: Scope,
  trx: Transaction,
  owner: string,
  person: number,
): Promise<Challenge> {
  const row = await personOf(scope, trx, person)
  const pose = enrolmentPoses[await countTemplates(scope, trx, row.id)]
  if (!pose) throw new OperationError('bad_state', { sentence: t(scope.language, 'enrol.full') })
  return addChallenge(trx, enrolmentOwner(owner, person), 'enrol', [pose])
}

/** A challenge belongs to the enrolment of one person. */
const enrolmentOwner = (owner: string, person: number): string => `${owner} person:${person}`

/** @throws an OperationError where the person may not be enrolled */
async function personOf({ language }: Scope, trx: Transaction, id: number) {
  const row = await trx.selectFrom('face_person').selectAll().where('id', '=', id).executeTakeFirst()
  // Guard T20: without consent no face is enrolled.
  // Without: if (!row) throw new OperationError('not_found', { sentence: t(language, 'person.missing') })
  if (!row || (row.status !== status.consented && row.status !== status.enrolled))
    throw new OperationError('bad_state', { sentence: t(language, row ? 'enrol.consent' : 'person.missing') })
  return row
}

async function countTemplates(scope: Scope, trx: Transaction, person: number): Promise<number> {
  const { name, version } = engineOf(scope)
  const { count } = await trx
    .selectFrom('face_template')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', person)
    .where('engine', '=', name)
    .where('engine_version', '=', version)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes one frame of an enrolment. The analysis is outside of all transactions. */
export async function captureFrame(
  scope: Scope,
  owner: string,
  person: number,
  input: { readonly nonce: string; readonly frame: string },
): Promise<Capture> {
  const engine = engineOf(scope)
  const steps = await scope.database.write((trx) =>
    takeChallenge(trx, enrolmentOwner(owner, person), 'enrol', input.nonce),
  )
  const [pose] = steps ?? []
  if (!pose) return refused(scope, owner, person, 'expired')
  const analysis = await engine.analyse(frameBytes(input.frame), { mayTurn: pose !== 'front' })
  if ('refusal' in analysis) return refused(scope, owner, person, analysis.refusal)
  const { face } = analysis
  if (!isPose(pose, face.yaw)) return refused(scope, owner, person, 'pose')
  const library = await readLibrary(scope, engine)
  const jpeg = await jpegOf(face.aligned)
  const refusal = await scope.database.write(async (trx) => {
    await lockRows(scope, trx, 'face/person', [person], 'write')
    const row = await personOf(scope, trx, person)
    const templates = await ownTemplates(scope, trx, row)
    if (templates.length >= maxTemplates) return 'count' as const
    if (templates.length > 0 && meanDistance(face.vector, templates) > maxOwnDistance) return 'other_face' as const
    const count = templates.length + 1
    await addTemplate(scope, trx, row, { slot: count, pose, vector: face.vector, quality: face.quality })
    if (count === 1) await addSnapshot(scope, trx, { person }, jpeg)
    const others = library.filter((candidate) => candidate.person !== person)
    const nearest = rank(face.vector, others)
    const similar = nearest && nearest.distance <= thresholdsOf(scope).match ? nearest.person : row.similar_to_id
    await trx
      .updateTable('face_person')
      .set(({ eb }) => ({
        templates: count,
        quality: Math.round((Number(row.quality ?? 0) * templates.length + face.quality) / count),
        similar_to_id: similar,
        version: eb('version', '+', 1),
        update_time: nowSeconds(),
      }))
      .where('id', '=', person)
      .execute()
    const isEnough = count >= neededTemplates && row.status === status.consented
    if (isEnough && similar === null) await markEnrolled(trx, person)
    return null
  })
  if (refusal) return refused(scope, owner, person, refusal)
  return answer(scope, owner, person, null)
}

/**
 * The step that an administrator confirms where two people look alike. It is no action of the machine here: the log of
 * an action has the body of its request, which is a picture of the face.
 */
async function markEnrolled(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('face_person')
    .set({ status: status.enrolled, enrolled_at: nowSeconds() })
    .where('id', '=', id)
    .execute()
}

async function ownTemplates(
  scope: Scope,
  trx: Transaction,
  { id, reference }: { readonly id: number; readonly reference: string | null },
): Promise<readonly Float32Array[]> {
  const { name, version } = engineOf(scope)
  const rows = await trx
    .selectFrom('face_template')
    .select(['slot', 'vector'])
    .where('person_id', '=', id)
    .where('engine', '=', name)
    .where('engine_version', '=', version)
    .orderBy('slot')
    .execute()
  return rows.map(({ slot, vector }) => openVector(scope.settings, reference ?? '', slot, vector))
}

async function addTemplate(
  scope: Scope,
  trx: Transaction,
  person: { readonly id: number; readonly reference: string | null },
  { slot, pose, vector, quality }: Pick<Face, 'vector' | 'quality'> & { readonly slot: number; readonly pose: string },
): Promise<void> {
  const { name, version } = engineOf(scope)
  await trx
    .insertInto('face_template')
    .values({
      person_id: person.id,
      slot,
      pose,
      engine: name,
      engine_version: version,
      vector: sealVector(scope.settings, person.reference ?? '', slot, vector),
      quality,
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
}

const refused = (scope: Scope, owner: string, person: number, refusal: FrameRefusal): Promise<Capture> =>
  answer(scope, owner, person, refusal)

/** The state after a frame, with the challenge for the next one. */
async function answer(scope: Scope, owner: string, person: number, refusal: FrameRefusal | null): Promise<Capture> {
  return scope.database.write(async (trx) => {
    const row = await personOf(scope, trx, person)
    const templates = await countTemplates(scope, trx, person)
    const isEnrolled = row.status === status.enrolled
    const isReviewed = !isEnrolled && templates >= neededTemplates && row.similar_to_id !== null
    const isOpen = !isReviewed && templates < maxTemplates
    return {
      accepted: refusal === null,
      reason: refusal ?? '',
      message: refusal ? refusalText(scope.language, refusal) : '',
      templates,
      status: isEnrolled ? ('enrolled' as const) : isReviewed ? ('review' as const) : ('consented' as const),
      next: isOpen ? await startEnrolment(scope, trx, owner, person) : null,
    }
  })
}
