/** `POST /api/face.FireDevice/alarms`: devices report their alarms, and that they are there. */
import { countTry, createRouteDefinition, limitKey, lockRows, nowSeconds, records } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { fireAlarmOptions, fireDeviceOptions } from '#generated/face/options.ts'
import type { FaceServerParts } from '#generated/face/parts.ts'
import type { Row, Scope, Transaction } from '#generated/face/server.ts'
import { t } from '../i18n.ts'
import { readReport, timeOfEvent, type Report } from './report.ts'
import { reply, reportLimit } from './reply.ts'
import { deviceOfToken } from './token.ts'

const defineModuleRoute = createRouteDefinition<Database>()

type Device = Row<'face/fire_device'> & { readonly id: number }

interface Receipt {
  /** Alarms that were added. */
  readonly added: number
  /** Alarms that were there already. */
  readonly duplicates: number
}

export const alarmsRoute = defineModuleRoute({
  kind: 'webhook',
  path: 'face.FireDevice/alarms',
  label: { 'zh-cn': '设备上报报警', en: 'Alarms of devices' },
  maxBytes: 65_536,
  maxPerMinute: 3000,
  async handler({ scope, raw, headers }) {
    const { language, database } = scope
    const id = await deviceOfToken(database.query, headers['x-device-token'])
    // Guard T30: only a token that is in force reports.
    if (id === null) return reply(401, 0, t(language, 'report.token'))
    // Guard T35: reports of a device are limited.
    const { wait } = await countTry(database, [limitKey('reports of a device', { event: String(id) })], reportLimit)
    if (wait > 0) return reply(429, 0, t(language, 'report.wait', { seconds: wait }), { wait })
    const reading = readReport(raw.toString('utf8'), language)
    if ('errors' in reading)
      return reply(400, 0, Object.values(reading.errors)[0] ?? '', { reason: 'invalid', errors: reading.errors })
    const receipt = await database.write((trx) => receive(scope, trx, id, headers['x-device-token'], reading.report))
    return receipt ? reply(200, 1, '', receipt) : reply(401, 0, t(language, 'report.token'))
  },
})

/** Adds what is new. Null when the token was revoked meanwhile. */
async function receive(
  scope: Scope,
  trx: Transaction,
  id: number,
  token: unknown,
  { clock, events }: Report,
): Promise<Receipt | null> {
  // Reports of one device wait for each other: whether one is known, is read under the lock.
  await lockRows(scope, trx, 'face/fire_device', [id], 'write')
  if ((await deviceOfToken(trx, token)) !== id) return null
  const device = await trx.selectFrom('face_fire_device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const now = nowSeconds()
  const sequences = await knownSequences(
    trx,
    id,
    events.map(({ seq }) => seq),
  )
  const added = [...new Map([...events].reverse().map((event) => [event.seq, event])).values()]
    .reverse()
    .filter(({ seq }) => !sequences.has(seq))
  const all = records<FaceServerParts>(scope, trx).asModule(`reported by ${device.device_no}`)
  for (const event of added) {
    const { occurred, isLate, isSuspect } = timeOfEvent(event, clock, now)
    const { no, yes } = fireAlarmOptions.late
    await all.create(
      'face/fire_alarm',
      {
        device_id: id,
        building: device.building,
        ...(device.floor && { floor: device.floor }),
        ...((event.place || device.place) && { place: event.place || (device.place ?? '') }),
        level: event.level as 1 | 2 | 3,
        occurred,
      },
      {
        source: fireAlarmOptions.source.device,
        device_seq: event.seq,
        device_time: event.time,
        server_time: now,
        late: isLate ? yes : no,
        time_suspect: isSuspect ? yes : no,
      },
    )
  }
  await followState(all, device, added.length > 0)
  await trx
    .updateTable('face_fire_device')
    .set({ last_seen: now, clock_skew: clock - now })
    .where('id', '=', id)
    .execute()
  return { added: added.length, duplicates: events.length - added.length }
}

/** Sequences that are stored, also those of deleted alarms: a repeated report does not bring them back. */
async function knownSequences(
  trx: Transaction,
  id: number,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  if (sequences.length === 0) return new Set()
  const rows = await trx
    .selectFrom('face_fire_alarm')
    .select('device_seq')
    .where('device_id', '=', id)
    .where('device_seq', 'in', [...sequences])
    .execute()
  return new Set(rows.map(({ device_seq }) => Number(device_seq)))
}

const { status } = fireDeviceOptions

/** A device that reports is there; an alarm shows on it, unless it is shielded. */
async function followState(
  all: ReturnType<ReturnType<typeof records<FaceServerParts>>['asModule']>,
  device: Device,
  hasAlarm: boolean,
): Promise<void> {
  const raises = hasAlarm && device.status !== status.alarm && device.status !== status.shielded
  if (raises) await all.runAction('face/fire_device', 'raiseAlarm', device.id)
  else if (device.status === status.offline) await all.runAction('face/fire_device', 'bringOnline', device.id)
}
