/** A pass, for which a right password is exchanged: good for a day, and until the password changes. */
import { createHash } from 'node:crypto'
import {
  countTry,
  limitKey,
  nowSeconds,
  OperationError,
  undoTry,
  verifyPassword,
  type LimitRule,
  type Settings,
} from 'tablewright/server'
import type { Scope } from '#generated/questionnaire/server.ts'
import { t } from '../i18n.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.ts'

type Locked = Pick<Questionnaire, 'id' | 'password'>

const passLife = 86_400
const nameOf = ({ id }: Locked): string => `questionnaire pass ${id}`
const markOf = ({ password }: Locked): string =>
  createHash('sha256')
    .update(password ?? '')
    .digest('hex')
    .slice(0, 16)

export function createPass({ secrets }: Pick<Settings, 'secrets'>, questionnaire: Locked): string {
  const text = JSON.stringify([markOf(questionnaire), nowSeconds() + passLife])
  return secrets.seal(nameOf(questionnaire), text)
}

/** Guard T36: only the server makes a pass, for one questionnaire, with its present password. */
export function isPass({ secrets }: Pick<Settings, 'secrets'>, questionnaire: Locked, pass = ''): boolean {
  if (pass === '') return false
  try {
    const [mark, expires] = JSON.parse(secrets.open(nameOf(questionnaire), pass)) as [string, number]
    const now = nowSeconds()
    return mark === markOf(questionnaire) && now < expires && expires <= now + passLife
  } catch {
    return false
  }
}

/** Wrong passwords of a network in a quarter of an hour. */
const guesses: LimitRule = { windowSeconds: 900, captchaFrom: 0, maxFailures: 10, wait: 900, maxWait: 3600 }

/** @throws an OperationError `invalid` when it is wrong, or after too many wrong ones */
export async function checkPassword(
  { database, language }: Scope,
  { password: hash }: Pick<Questionnaire, 'password'>,
  { password, ip }: { readonly password: string; readonly ip: string },
): Promise<void> {
  const key = limitKey('questionnaire password', { network: ip })
  // Guard T36: guesses of passwords are counted.
  const { wait } = await countTry(database, [key], guesses)
  const refuse = (sentence: string): OperationError => new OperationError('invalid', { errors: { password: sentence } })
  if (wait > 0) throw refuse(t(language, 'password.wait', { minutes: Math.ceil(wait / 60) }))
  if (!(await verifyPassword(hash, password))) throw refuse(t(language, 'password.wrong'))
  await database.write((trx) => undoTry(trx, [key]))
}
