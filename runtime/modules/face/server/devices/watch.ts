/** Devices that have a token and do not report any more are marked as offline. */
import { createJobDefinition, nowSeconds, records } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { fireDeviceOptions } from '#generated/face/options.ts'
import type { FaceServerParts } from '#generated/face/parts.ts'
import type { Scope, Transaction } from '#generated/face/server.ts'
import { offlineMinutes } from '../settings.ts'

const defineJob = createJobDefinition<Database>()

const batchSize = 200

export const watchDevices = defineJob({
  name: 'face/watchDevices',
  label: { 'zh-cn': '检查消防设备是否在线', en: 'Watch fire devices' },
  schedule: { cron: '*/5 * * * *', payload: null },
  handler: ({ scope, complete }) => complete((trx) => markSilentDevices(scope, trx)),
})

export async function markSilentDevices(scope: Scope, trx: Transaction): Promise<void> {
  const minutes = offlineMinutes(scope)
  if (minutes === 0) return
  const rows = await trx
    .selectFrom('face_fire_device')
    .select('id')
    .where('status', '=', fireDeviceOptions.status.normal)
    .where('token_hash', 'is not', null)
    .where('last_seen', '<', nowSeconds() - minutes * 60)
    .where('delete_time', 'is', null)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const devices = records<FaceServerParts>(scope, trx).asModule('no report')
  for (const { id } of rows) await devices.runAction('face/fire_device', 'markOffline', id)
}
