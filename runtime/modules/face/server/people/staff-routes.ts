/** Staff enrol people who stand before them, and find out who somebody is. */
import { createRouteDefinition, OperationError } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { recordOptions } from '#generated/face/options.ts'
import type { Scope } from '#generated/face/server.ts'
import { staffCapture, staffChallenge, staffIdentify } from '../../shared/face-routes.ts'
import { logView, readSnapshot } from '../records/snapshots.ts'
import { t } from '../i18n.ts'
import { captureFrame, startEnrolment } from './enrolment.ts'
import { addRecord, startVerification, verifyFrames } from './verification.ts'

const defineModuleRoute = createRouteDefinition<Database>()

const ownerOf = ({ actor }: Pick<Scope, 'actor'>): string => `admin:${actor?.id ?? 0}`

const captureRight = 'face/capture/enrol'
const identifyRight = 'face/capture/identify'

const challengeRoute = defineModuleRoute(staffChallenge, {
  login: 'admin',
  right: 'face/capture/index',
  label: { 'zh-cn': '获取动作口令', en: 'Ask for a challenge' },
  maxPerMinute: 60,
  // A nonce is good once: no answer with one is stored.
  transaction: 'own',
  handler: async ({ scope, input }) =>
    scope.database.write((trx) => {
      if (input.purpose === 'verify') return startVerification(scope, trx, ownerOf(scope))
      if (input.id === undefined)
        throw new OperationError('bad_state', { sentence: t(scope.language, 'person.missing') })
      return startEnrolment(scope, trx, ownerOf(scope), input.id)
    }),
})

const captureRoute = defineModuleRoute(staffCapture, {
  login: 'admin',
  right: captureRight,
  label: { 'zh-cn': '录入人脸', en: 'Enrol a face' },
  maxPerMinute: 120,
  transaction: 'own',
  handler: ({ scope, input }) => captureFrame(scope, ownerOf(scope), input.id, input),
})

const identifyRoute = defineModuleRoute(staffIdentify, {
  login: 'admin',
  right: identifyRight,
  label: { 'zh-cn': '识别人脸', en: 'Identify a face' },
  maxPerMinute: 60,
  transaction: 'own',
  handler: async ({ scope, input }) => {
    const verdict = await verifyFrames(scope, ownerOf(scope), input, null)
    const record = await addRecord(scope, verdict, recordOptions.source.staff, null)
    const { result, reason, message, sureness, ranking } = verdict
    const isHit = ranking !== null && (result === 'match' || result === 'suspect')
    const person = isHit ? ranking.person : null
    const pictures = [await readSnapshot(scope, { record, person: null })]
    if (person !== null) {
      pictures.push(await readSnapshot(scope, { person }))
      // Guard T13: whoever sees the picture of a person is in the log.
      await scope.database.write((trx) => logView(scope, trx, { kind: 2, record, person }))
    }
    return {
      result,
      reason,
      message,
      sureness,
      record,
      person,
      name: person === null ? '' : await nameOf(scope, person),
      distance: isHit ? ranking.distance.toFixed(4) : '',
      pictures: pictures.filter((picture) => picture !== ''),
    }
  },
})

async function nameOf({ database }: Scope, id: number): Promise<string> {
  const row = await database.query.selectFrom('face_person').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

export const staffRoutes = [challengeRoute, captureRoute, identifyRoute]
