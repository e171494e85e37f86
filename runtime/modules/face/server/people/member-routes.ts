/** Members enrol themselves, are verified, and withdraw their consent. */
import { createRouteDefinition, insertMissing, nowSeconds, OperationError, records } from 'tablewright/server'
import { randomUUID } from 'node:crypto'
import type { Database } from '#generated/database.ts'
import { personOptions, recordOptions } from '#generated/face/options.ts'
import type { FaceServerParts } from '#generated/face/parts.ts'
import type { Scope } from '#generated/face/server.ts'
import {
  memberChallenge,
  memberConsent,
  memberEnrol,
  memberFace,
  memberRemove,
  memberBodyBytes,
  memberVerify,
  neededTemplates,
} from '../../shared/face-routes.ts'
import { alternativeOf, backupDays, consentVersion, membersMayEnrol, snapshotDays } from '../library/settings.ts'
import { t } from '../i18n.ts'
import { captureFrame, startEnrolment } from './enrolment.ts'
import { addRecord, startVerification, verifyFrames } from './verification.ts'

const defineModuleRoute = createRouteDefinition<Database>()

const { status } = personOptions

type Caller = { readonly scope: Scope; readonly member: { readonly id: number } | null }

const ownerOf = ({ member }: Caller): string => `member:${member?.id ?? 0}`

/** @throws an OperationError where the site has not opened this to members */
function requireOpen({ scope }: Pick<Caller, 'scope'>): void {
  if (!membersMayEnrol(scope)) throw new OperationError('not_found', { sentence: t(scope.language, 'face.closed') })
}

// Guard T20: a member reaches the own face only: it is found by the account, never by an input.
const findOwn = ({ scope, member }: Caller) =>
  scope.database.query
    .selectFrom('face_person')
    .select(['id', 'status', 'templates', 'similar_to_id'])
    .where('user_id', '=', member?.id ?? 0)
    .executeTakeFirst()

async function requireOwn(caller: Caller): Promise<{ readonly id: number; readonly status: number }> {
  const person = await findOwn(caller)
  if (!person) throw new OperationError('bad_state', { sentence: t(caller.scope.language, 'member.none') })
  return person
}

const statusNames = {
  [status.draft]: 'none',
  [status.consented]: 'consented',
  [status.enrolled]: 'enrolled',
  [status.suspended]: 'suspended',
  [status.erased]: 'none',
} as const

const stateRoute = defineModuleRoute(memberFace, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的人脸', en: 'My face' },
  maxPerMinute: 60,
  handler: async (call) => {
    const person = await findOwn(call)
    const isReviewed =
      person?.status === status.consented &&
      Number(person.templates) >= neededTemplates &&
      person.similar_to_id !== null
    return {
      available: membersMayEnrol(call.scope),
      status: isReviewed ? ('review' as const) : person ? statusNames[person.status] : ('none' as const),
      templates: person?.templates ?? 0,
      consent_version: consentVersion(call.scope),
      alternative: alternativeOf(call.scope),
      snapshot_days: snapshotDays(call.scope),
      backup_days: backupDays(call.scope),
    }
  },
})

const consentRoute = defineModuleRoute(memberConsent, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '同意录入人脸', en: 'Consent to face recognition' },
  maxPerMinute: 20,
  handler: async (call) => {
    requireOpen(call)
    const { scope, trx, input, member } = call
    // Guard T20: consent is to the text that is in force, which the member has seen.
    if (input.version !== consentVersion(scope))
      throw new OperationError('conflict', { sentence: t(scope.language, 'consent.version') })
    const id = member?.id ?? 0
    const now = nowSeconds()
    const added = await insertMissing(trx, 'face_person', [
      {
        name: t(scope.language, 'member.name', { id }),
        user_id: id,
        status: status.consented,
        consent_time: now,
        consent_by: t(scope.language, 'consent.byMember', { id }),
        consent_version: input.version,
        templates: 0,
        reference: randomUUID(),
        create_time: now,
        update_time: now,
        version: 1,
      },
    ])
    if (added.length === 0) throw new OperationError('bad_state', { sentence: t(scope.language, 'consent.given') })
    return null
  },
})

const challengeRoute = defineModuleRoute(memberChallenge, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '获取动作口令', en: 'Ask for a challenge' },
  maxPerMinute: 30,
  // A nonce is good once: no answer with one is stored.
  transaction: 'own',
  handler: async (call) => {
    requireOpen(call)
    const person = await requireOwn(call)
    const { scope, input } = call
    return scope.database.write((trx) =>
      input.purpose === 'enrol'
        ? startEnrolment(scope, trx, ownerOf(call), person.id)
        : startVerification(scope, trx, ownerOf(call)),
    )
  },
})

const enrolRoute = defineModuleRoute(memberEnrol, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '录入人脸', en: 'Enrol a face' },
  maxPerMinute: 40,
  transaction: 'own',
  maxBodyBytes: memberBodyBytes,
  handler: async (call) => {
    requireOpen(call)
    const person = await requireOwn(call)
    return captureFrame(call.scope, ownerOf(call), person.id, call.input)
  },
})

const verifyRoute = defineModuleRoute(memberVerify, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '人脸核验', en: 'Verify a face' },
  maxPerMinute: 20,
  transaction: 'own',
  maxBodyBytes: memberBodyBytes,
  handler: async (call) => {
    requireOpen(call)
    const { scope } = call
    const person = await requireOwn(call)
    if (person.status !== status.enrolled)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'verify.notEnrolled') })
    const verdict = await verifyFrames(scope, ownerOf(call), call.input, person.id)
    await addRecord(scope, verdict, recordOptions.source.member, person.id)
    const { result, reason, message, sureness } = verdict
    return { result, reason, message, sureness }
  },
})

const removeRoute = defineModuleRoute(memberRemove, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '撤回同意并清除人脸', en: 'Withdraw consent and erase the face' },
  maxPerMinute: 10,
  handler: async (call) => {
    // It stays possible where the site has closed the rest.
    const { scope, trx } = call
    const person = await requireOwn(call)
    await records<FaceServerParts>(scope, trx)
      .asModule('consent was withdrawn')
      .runAction('face/person', 'erase', person.id, { reason: t(scope.language, 'remove.reason') })
    return null
  },
})

export const memberRoutes = [stateRoute, consentRoute, challengeRoute, enrolRoute, verifyRoute, removeRoute]
