/** Limits of visitors: so many sheets of a network in an hour, with a captcha from the third one on. */
import {
  consumeCaptcha,
  countTry,
  failedTry,
  limitKey,
  limitState,
  OperationError,
  undoTry,
  type LimitKey,
  type LimitRule,
} from 'tablewright/server'
import { uploadBytes, needsCaptcha, sheetsPerHour } from '../settings.ts'
import type { Scope } from '#generated/questionnaire/server.ts'
import { t } from '../i18n.ts'

/** Sheets of a network before a captcha is asked for. */
const freeSheets = 2

export const perHour = (most: number, captchaFrom = 0): LimitRule => ({
  windowSeconds: 3600,
  captchaFrom,
  maxFailures: most,
  wait: 3600,
  maxWait: 3600,
})

const ruleOf = (settings: Scope['settings']): LimitRule => perHour(sheetsPerHour(settings), freeSheets)
const sheetKey = (ip: string): LimitKey => limitKey('questionnaire sheets', { network: ip })

/** Whether the next sheet of the network needs a captcha. */
export async function asksCaptcha({ database, settings }: Scope, ip: string): Promise<boolean> {
  if (!needsCaptcha(settings)) return false
  return (await limitState(database, sheetKey(ip), ruleOf(settings))).captcha
}

interface Captcha {
  readonly captchaId?: string
  readonly captchaInfo?: string
}

/**
 * Counts a sheet of a visitor. @returns what takes it back
 * @throws an OperationError for the captcha, or once the network has sent enough
 */
export async function countSheet(
  scope: Scope,
  ip: string,
  { captchaId, captchaInfo }: Captcha,
): Promise<() => unknown> {
  const { database, settings, language } = scope
  const key = sheetKey(ip)
  if (await asksCaptcha(scope, ip)) {
    // Guard T39: the third sheet of a network needs a captcha.
    if (!(await consumeCaptcha(database, captchaId, captchaInfo)))
      throw new OperationError('invalid', { text: failedTry(captchaInfo), errors: { captcha: t(language, 'captcha') } })
  }
  // Guard T35: a network sends so many sheets in an hour.
  const { wait } = await countTry(database, [key], ruleOf(settings))
  if (wait > 0)
    throw new OperationError('bad_state', { sentence: t(language, 'wait.sheets', { minutes: Math.ceil(wait / 60) }) })
  return () => database.write((trx) => undoTry(trx, [key]))
}

const kilobyte = 1024

/** @throws an OperationError once the network has sent so many bytes in an hour */
export async function countUpload({ database, settings, language }: Scope, ip: string, bytes: number): Promise<void> {
  const most = Math.floor(uploadBytes(settings) / kilobyte)
  const units = Math.max(1, Math.ceil(bytes / kilobyte))
  const key = limitKey('questionnaire files', { network: ip })
  const rule = perHour(most)
  // The mark of captchas tells whether so many units are left.
  const { captcha: isOver } = await limitState(database, key, perHour(most, most - units + 1))
  // Guard T52: files of a network in an hour have a limit.
  const { wait } = isOver || units > most ? { wait: 3600 } : await countTry(database, [key], rule, units)
  if (wait > 0)
    throw new OperationError('bad_state', { sentence: t(language, 'wait.files', { minutes: Math.ceil(wait / 60) }) })
}
