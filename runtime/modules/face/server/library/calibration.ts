/** Computes the error rates of the library each night, and says whether the machine may accept by itself. */
import { createJobDefinition, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Reading, Scope, Transaction } from '#generated/face/server.ts'
import type { FaceEngine } from '../engine/engine.ts'
import { curveOf, mayAccept, minTemplates, pairsOf, type CurvePoint } from './calibrate.ts'
import { readLibrary } from './library.ts'
import { engineOf, targetOf, thresholdsOf, wantsAutomatic } from './settings.ts'

/** More people say little more about the rates, and take time. */
const maxPersons = 200

/** Calibrations that are kept, to see how the rates change. */
const maxKept = 30

export interface StoredCalibration {
  readonly time: number
  readonly persons: number
  readonly genuine: number
  readonly impostor: number
  readonly curve: readonly CurvePoint[]
}

/** Computes the rates of the library as it is now, and stores them. */
export async function calibrateLibrary(scope: Scope, trx: Transaction): Promise<void> {
  const engine = engineOf(scope)
  const library = await readLibrary(scope, engine)
  const candidates = library.filter(({ templates }) => templates.length >= minTemplates).slice(-maxPersons)
  const pairs = pairsOf(candidates)
  await trx
    .insertInto('face_calibration')
    .values({
      engine: engine.name,
      engine_version: engine.version,
      persons: candidates.length,
      genuine: pairs.genuine.length,
      impostor: pairs.impostor.length,
      curve: JSON.stringify(curveOf(pairs)),
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
  const newest = await trx.selectFrom('face_calibration').select('id').orderBy('id', 'desc').limit(maxKept).execute()
  await trx
    .deleteFrom('face_calibration')
    .where('id', '<', newest.at(-1)?.id ?? 0)
    .execute()
}

/** The last rates of this engine. */
export async function lastCalibration(
  query: Reading,
  { name, version }: Pick<FaceEngine, 'name' | 'version'>,
): Promise<StoredCalibration | null> {
  const row = await query
    .selectFrom('face_calibration')
    .selectAll()
    .where('engine', '=', name)
    .where('engine_version', '=', version)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { create_time, persons, genuine, impostor, curve } = row
  return { time: create_time ?? 0, persons, genuine, impostor, curve: JSON.parse(curve) as readonly CurvePoint[] }
}

/** Why hits are not accepted automatically; null = they are, where the site has switched it on. */
export async function obstacleOf(
  scope: Scope,
  engine: Pick<FaceEngine, 'name' | 'version'>,
): Promise<'none' | 'persons' | 'curve' | null> {
  const calibration = await lastCalibration(scope.database.query, engine)
  if (!calibration) return 'none'
  const { match } = thresholdsOf(scope)
  if (mayAccept(calibration, match, targetOf(scope))) return null
  return mayAccept({ ...calibration, persons: Number.POSITIVE_INFINITY }, match, targetOf(scope)) ? 'persons' : 'curve'
}

/** Hits are accepted without a person only where the site wants it and its own library allows it. */
export const isAutomatic = async (scope: Scope, engine: FaceEngine): Promise<boolean> =>
  wantsAutomatic(scope) && (await obstacleOf(scope, engine)) === null

const defineJob = createJobDefinition<Database>()

export const calibrateNightly = defineJob({
  name: 'face/calibrate',
  label: { 'zh-cn': '计算人脸库的误识率', en: 'Compute the error rates of the face library' },
  schedule: { cron: '30 3 * * *', payload: null },
  handler: async ({ scope, complete }) => complete((trx) => calibrateLibrary(scope, trx)),
})
