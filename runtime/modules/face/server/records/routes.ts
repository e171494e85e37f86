/** Staff look at snapshots, which is logged, and decide what the machine has left open. */
import { createRouteDefinition, lockRows, nowSeconds, OperationError } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { recordOptions } from '#generated/face/options.ts'
import type { Hooks } from '#generated/face/server.ts'
import { confirmRecord, viewSnapshot } from '../../shared/face-routes.ts'
import { t } from '../i18n.ts'
import { logView, readSnapshot } from './snapshots.ts'

const defineModuleRoute = createRouteDefinition<Database>()

const viewRoute = defineModuleRoute(viewSnapshot, {
  login: 'admin',
  right: 'face/record/view',
  label: { 'zh-cn': '查看抓拍', en: 'See snapshots' },
  maxPerMinute: 60,
  // The answers of other transactions are stored for repeated requests; a face is not.
  // Guard T10: no answer with a picture is stored.
  transaction: 'own',
  handler: async ({ scope, input }) => {
    const record = await scope.database.query
      .selectFrom('face_record')
      .select(['id', 'person_id'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!record) throw new OperationError('not_found', { sentence: t(scope.language, 'record.missing') })
    const picture = await readSnapshot(scope, { record: record.id, person: record.person_id })
    if (picture === '') throw new OperationError('not_found', { sentence: t(scope.language, 'record.noPicture') })
    // Guard T13: each view is in the log before the picture is sent.
    await scope.database.write((trx) => logView(scope, trx, { kind: 1, record: record.id, person: record.person_id }))
    return { picture }
  },
})

const { result } = recordOptions

const confirmRoute = defineModuleRoute(confirmRecord, {
  login: 'admin',
  right: 'face/record/confirm',
  label: { 'zh-cn': '确认识别结果', en: 'Decide face records' },
  maxPerMinute: 120,
  handler: async ({ scope, trx, input }) => {
    await lockRows(scope, trx, 'face/record', [input.id], 'write')
    const row = await trx.selectFrom('face_record').selectAll().where('id', '=', input.id).executeTakeFirst()
    if (!row) throw new OperationError('not_found', { sentence: t(scope.language, 'record.missing') })
    if (row.result !== result.suspect || (input.is_person && row.person_id === null))
      throw new OperationError('bad_state', {
        sentence: t(scope.language, row.result === result.suspect ? 'record.noPerson' : 'record.decided'),
      })
    await trx
      .updateTable('face_record')
      .set(({ eb }) => ({
        result: input.is_person ? result.match : result.stranger,
        person_id: input.is_person ? row.person_id : null,
        confirmed_by_id: scope.actor?.id ?? null,
        confirmed_at: nowSeconds(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', input.id)
      .execute()
    return null
  },
})

/** A user of a device who is assigned to a person: earlier records of that user follow. */
export const deviceUserHooks: Hooks<'face/device_user'> = {
  async afterWrite(_scope, trx, { ids }) {
    const users = await trx
      .selectFrom('face_device_user')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute()
    for (const { device_id, device_user, person_id } of users)
      await trx
        .updateTable('face_record')
        .set({ person_id })
        .where('device_id', '=', device_id)
        .where('device_user', '=', device_user)
        .where('result', '=', result.suspect)
        .execute()
  },
}

export const snapshotRoutes = [viewRoute, confirmRoute]
