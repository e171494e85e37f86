/** Settings of a site for the recognition of faces. */
import { createHash } from 'node:crypto'
import type { Scope } from '#generated/face/server.ts'
import { OperationError } from 'tablewright/server'
import { faceEngine, type FaceEngine } from '../engine/engine.ts'
import { t } from '../i18n.ts'
import { faceSettings } from '../settings.ts'
import type { Target } from './calibrate.ts'
import type { Thresholds } from './decide.ts'

type Own = Pick<Scope, 'settings'>
type SettingName = keyof typeof faceSettings

const textOf = ({ settings }: Own, name: SettingName): string =>
  String(settings.own[name] ?? faceSettings[name].initial)

/** Whether members enrol and are verified on their own. */
export const membersMayEnrol = (scope: Own): boolean => scope.settings.own['face_members'] === true

/** Whether three poses are asked for, or one frame is enough. */
export const asksPoses = (scope: Own): boolean => scope.settings.own['face_challenge'] !== false

export const snapshotDays = (scope: Own): number => Number(textOf(scope, 'face_snapshot_days'))

/** How long backups are kept, in which an erased face still is; 0 = nobody has said it. */
export const backupDays = (scope: Own): number => Number(textOf(scope, 'face_backup_days'))

/** The alternative for people who do not want to be recognised. */
export const alternativeOf = (scope: Own): string => textOf(scope, 'face_alternative')

const numberOf = (scope: Own, name: 'face_match' | 'face_suspect'): number => {
  const value = Number(textOf(scope, name))
  return Number.isFinite(value) && value > 0 ? value : Number(faceSettings[name].initial)
}

/** A suspect is never nearer than a match. */
export function thresholdsOf(scope: Own): Thresholds {
  const match = numberOf(scope, 'face_match')
  return { match, suspect: Math.max(match, numberOf(scope, 'face_suspect')) }
}

/** The switch alone; the curve of the library has to allow it as well. */
export const wantsAutomatic = (scope: Own): boolean => scope.settings.own['face_auto_accept'] === true

export const targetOf = (scope: Own): Target => ({
  maxFar: textOf(scope, 'face_max_far') === 'hundredth' ? 0.01 : 0.001,
  maxFrr: 0.15,
})

/** @throws an OperationError where the weights are not there */
export function engineOf({ settings, language }: Pick<Scope, 'settings' | 'language'>): FaceEngine {
  const model = textOf({ settings }, 'face_model')
  const engine = faceEngine(settings.dataFolder, model)
  if (engine) return engine
  const isModelMissing = model !== '' && faceEngine(settings.dataFolder) !== null
  throw new OperationError('bad_state', {
    sentence: isModelMissing ? t(language, 'face.noModel', { model }) : t(language, 'face.noEngine'),
  })
}

/** Identifies the text that people agree to: another alternative is another text. */
export const consentVersion = (scope: Own): string =>
  `${consentText}-${createHash('sha256')
    .update(`${alternativeOf(scope)} ${snapshotDays(scope)}`)
    .digest('hex')
    .slice(0, 8)}`

/** Version of the sentences in the texts of the module. */
const consentText = '2026-11'
