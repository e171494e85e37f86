/** `POST /api/face.Device/records`: devices report whom they have seen, or send pictures to be recognised. */
import { countTry, createRouteDefinition, insertMissing, limitKey, lockRows, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { deviceOptions, recordOptions } from '#generated/face/options.ts'
import type { Scope, Transaction } from '#generated/face/server.ts'
import { timeOfEvent } from '../devices/report.ts'
import { reply, reportLimit } from '../devices/reply.ts'
import { deviceOfToken } from '../devices/token.ts'
import { engineOf } from '../library/settings.ts'
import { frameBytes } from '../people/frames.ts'
import { compareFace, type Verdict } from '../people/verification.ts'
import { t } from '../i18n.ts'
import { readFaceReport, type FaceReport, type ReportedRecord } from './report.ts'
import { addSnapshot, jpegOf } from './snapshots.ts'

const defineModuleRoute = createRouteDefinition<Database>()

export const recordsRoute = defineModuleRoute({
  kind: 'webhook',
  path: 'face.Device/records',
  label: { 'zh-cn': '设备上报识别记录', en: 'Records of face devices' },
  maxBytes: 65_536,
  maxPerMinute: 3000,
  async handler({ scope, raw, headers }) {
    const { language, database } = scope
    const token = headers['x-device-token']
    const id = await activeDevice(database.query, token)
    // Guard T30: only a token that is in force reports.
    if (id === null) return reply(401, 0, t(language, 'report.token'))
    // Guard T35: reports of a device are limited.
    const { wait } = await countTry(
      database,
      [limitKey('reports of a face device', { event: String(id) })],
      reportLimit,
    )
    if (wait > 0) return reply(429, 0, t(language, 'report.wait', { seconds: wait }), { wait })
    const reading = readFaceReport(raw.toString('utf8'), language)
    if ('errors' in reading)
      return reply(400, 0, Object.values(reading.errors)[0] ?? '', { reason: 'invalid', errors: reading.errors })
    const { report } = reading
    const sequences = await knownSequences(database.query, id, report)
    const verdicts = await recognise(scope, report, sequences)
    const receipt = await database.write((trx) => receive(scope, trx, { id, token }, report, verdicts))
    return receipt ? reply(200, 1, '', receipt) : reply(401, 0, t(language, 'report.token'))
  },
})

async function activeDevice(query: Pick<Transaction, 'selectFrom'>, token: unknown): Promise<number | null> {
  const id = await deviceOfToken(query, token, 'face/device')
  if (id === null) return null
  const row = await query.selectFrom('face_device').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === deviceOptions.status.active ? id : null
}

async function knownSequences(
  query: Pick<Transaction, 'selectFrom'>,
  device: number,
  { records }: FaceReport,
): Promise<ReadonlySet<number>> {
  if (records.length === 0) return new Set()
  const sequences = records.map(({ seq }) => seq)
  const rows = await query
    .selectFrom('face_record')
    .select('device_seq')
    .where('device_id', '=', device)
    .where('device_seq', 'in', sequences)
    .execute()
  return new Set(rows.map(({ device_seq }) => Number(device_seq)))
}

type Recognised = Pick<Verdict, 'result' | 'reason' | 'ranking'> & { readonly jpeg: Buffer | null }

/** Recognises the pictures of a report, outside of the transaction. */
async function recognise(
  scope: Scope,
  { records }: FaceReport,
  sequences: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Recognised>> {
  const verdicts = new Map<number, Recognised>()
  for (const { seq, image } of records) {
    if (image === '' || sequences.has(seq) || verdicts.has(seq)) continue
    const analysis = await engineOf(scope).analyse(frameBytes(image))
    if ('refusal' in analysis) {
      verdicts.set(seq, { result: 'low_quality', reason: analysis.refusal, ranking: null, jpeg: null })
      continue
    }
    const { result, ranking } = await compareFace(scope, analysis.face, null)
    verdicts.set(seq, { result, reason: '', ranking, jpeg: await jpegOf(analysis.face.aligned) })
  }
  return verdicts
}

interface Receipt {
  /** Records that were added. */
  readonly added: number
  /** Records that were there already. */
  readonly duplicates: number
}

/** Adds what is new. Null when the token was revoked meanwhile. */
async function receive(
  scope: Scope,
  trx: Transaction,
  { id, token }: { readonly id: number; readonly token: unknown },
  report: FaceReport,
  verdicts: ReadonlyMap<number, Recognised>,
): Promise<Receipt | null> {
  // Reports of one device wait for each other: whether a record is known, is read under the lock.
  await lockRows(scope, trx, 'face/device', [id], 'write')
  if ((await activeDevice(trx, token)) !== id) return null
  const sequences = await knownSequences(trx, id, report)
  const added = [...new Map([...report.records].reverse().map((record) => [record.seq, record])).values()]
    .reverse()
    .filter(({ seq }) => !sequences.has(seq))
  const people = await peopleOf(trx, id, added)
  const now = nowSeconds()
  for (const record of added) await addReported(scope, trx, id, record, { clock: report.clock, now, verdicts, people })
  await trx
    .updateTable('face_device')
    .set({ last_seen: now, clock_skew: report.clock - now })
    .where('id', '=', id)
    .execute()
  return { added: added.length, duplicates: report.records.length - added.length }
}

/** The people behind the users of this device. One number on two devices is two people. */
async function peopleOf(
  trx: Transaction,
  device: number,
  records: readonly ReportedRecord[],
): Promise<ReadonlyMap<string, number>> {
  const users = [...new Set(records.map(({ user }) => user).filter((user) => user !== ''))].sort()
  if (users.length === 0) return new Map()
  const now = nowSeconds()
  await insertMissing(
    trx,
    'face_device_user',
    users.map((device_user) => ({ device_id: device, device_user, create_time: now, version: 1 })),
  )
  const rows = await trx
    .selectFrom('face_device_user')
    .select(['device_user', 'person_id'])
    .where('device_id', '=', device)
    .where('device_user', 'in', users)
    .execute()
  return new Map(rows.flatMap(({ device_user, person_id }) => (person_id === null ? [] : [[device_user, person_id]])))
}

const { result: results, source } = recordOptions

async function addReported(
  scope: Scope,
  trx: Transaction,
  device: number,
  record: ReportedRecord,
  context: {
    readonly clock: number
    readonly now: number
    readonly verdicts: ReadonlyMap<number, Recognised>
    readonly people: ReadonlyMap<string, number>
  },
): Promise<void> {
  const { clock, now, verdicts, people } = context
  const { occurred, isLate, isSuspect } = timeOfEvent(record, clock, now)
  const verdict = verdicts.get(record.seq)
  const ranking = verdict?.ranking ?? null
  const isHit = verdict?.result === 'match' || verdict?.result === 'suspect'
  // A person confirms the claims of devices.
  const person = verdict ? (isHit ? (ranking?.person ?? null) : null) : (people.get(record.user) ?? null)
  const { id } = await trx
    .insertInto('face_record')
    .values({
      person_id: person,
      result: verdict ? results[verdict.result] : results.suspect,
      source: source.device,
      device_id: device,
      device_user: record.user || null,
      device_seq: record.seq,
      distance: ranking ? Math.round(ranking.distance * 10_000) : null,
      occurred,
      device_time: record.time,
      server_time: now,
      late: isLate ? 1 : 0,
      time_suspect: isSuspect ? 1 : 0,
      reason: verdict?.reason || null,
      create_time: now,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (verdict?.jpeg) await addSnapshot(scope, trx, { record: id, person }, verdict.jpeg)
}
