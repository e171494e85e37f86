/**
 * Captchas: a picture to click or a question to answer. They are stored in the database, so that any process can check
 * them. One failed try invalidates a captcha; a correct check leaves it for the operation, which consumes it.
 */
import { sql, type SqlBool } from 'kysely'
import { createHash } from 'node:crypto'
import { removeFreeRows } from '../../db/index.ts'
import type { Language, TextKey } from '../../../protocol/index.ts'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { isInFuture, latestPast, nowSeconds } from '../../core/clock.ts'
import { sample } from './random.ts'
import { hitsTargets, type Target } from './clicks.ts'
import { drawCaptcha, pictureSize, placeShapes } from './picture.ts'
import { isCorrectAnswer, createQuestion, minAnswerSeconds } from './question.ts'
import { shapes } from './shapes.ts'

/** Seconds a captcha can be solved. */
const captchaLife = 600
const targetCount = 2
const decoyCount = 2
const idShape = /^[A-Za-z0-9_-]{1,64}$/

/** The solution, as the table stores it. */
type Solution = { readonly targets: readonly Target[] } | { readonly answer: number; readonly from: number }

export interface ClickCaptcha {
  readonly id: string
  /** What to click, in this order. */
  readonly text: readonly string[]
  readonly base64: string
  readonly width: number
  readonly height: number
}

export interface TextCaptcha {
  readonly id: string
  readonly mode: 'text'
  readonly question: string
  /** Seconds before an answer counts. */
  readonly wait: number
}

export const isCaptchaId = (id: unknown): id is string => typeof id === 'string' && idShape.test(id)

/** A new picture under the client's id; it replaces the previous one. */
export async function createClickCaptcha(
  database: SystemDatabase,
  id: string,
  language: Language,
): Promise<ClickCaptcha> {
  const placed = placeShapes(sample(shapes, targetCount + decoyCount))
  const wanted = placed.slice(0, targetCount)
  const picture = await drawCaptcha(sample(placed, placed.length))
  await store(database, id, { targets: wanted.map(({ x, y, size }) => ({ x, y, size })) })
  return {
    id,
    text: wanted.map(({ shape }) => `<${shape.name[language]}>`),
    base64: `data:image/png;base64,${picture.toString('base64')}`,
    ...pictureSize,
  }
}

/** A new question under the client's id; it replaces the previous one. */
export async function createTextCaptcha(
  database: SystemDatabase,
  id: string,
  language: Language,
): Promise<TextCaptcha> {
  const { text, answer } = createQuestion(language)
  await store(database, id, { answer, from: nowSeconds() + minAnswerSeconds })
  return { id, mode: 'text', question: text, wait: minAnswerSeconds }
}

/** Whether the try is right. A right one leaves the captcha unchanged, a wrong one invalidates it. */
export async function checkCaptcha(database: SystemDatabase, id: unknown, info: unknown): Promise<boolean> {
  if (!isCaptchaId(id)) return false
  const key = keyOf(id)
  return database.write(async (trx) => {
    // Writing the row unchanged locks it: each of many concurrent tries sees the result of the one before.
    const row = await trx.updateTable('captcha').set({ key }).where('key', '=', key).returningAll().executeTakeFirst()
    if (isSolution(row, info)) return true
    // Guard T39: one failed try burns it.
    await trx.deleteFrom('captcha').where('key', '=', key).execute()
    return false
  }, 'essential')
}

/** Whether the try is right; in both cases the captcha is removed. */
export async function consumeCaptcha(database: SystemDatabase, id: unknown, info: unknown): Promise<boolean> {
  if (!isCaptchaId(id)) return false
  return isSolution(
    await database.write(
      // Guard T39: consumed once.
      // Without: (trx) => trx.selectFrom('captcha').where('key', '=', keyOf(id)).selectAll().executeTakeFirst()
      (trx) => trx.deleteFrom('captcha').where('key', '=', keyOf(id)).returningAll().executeTakeFirst(),
      'essential',
    ),
    info,
  )
}

/** The answer to a failed try. */
export function failedTry(info: unknown): TextKey {
  if (info === undefined || info === null || info === '') return 'captcha.required'
  return typeof info === 'string' && !info.includes(',') ? 'captcha.wrong_answer' : 'captcha.wrong'
}

function isSolution(row: SystemRow<'captcha'> | undefined, info: unknown): boolean {
  if (
    !row ||
    typeof info !== 'string' ||
    // Guard T39: it ends.
    row.expire_time <= nowSeconds()
  )
    return false
  if (isInFuture(row.create_time)) return false
  const solution = JSON.parse(row.captcha) as Solution
  if ('targets' in solution) return hitsTargets(solution.targets, info)
  return nowSeconds() >= solution.from && isCorrectAnswer(solution.answer, info)
}

async function store(database: SystemDatabase, id: string, solution: Solution): Promise<void> {
  const now = nowSeconds()
  const values = { captcha: JSON.stringify(solution), expire_time: now + captchaLife, create_time: now }
  await database.write(async (trx) => {
    await purgeCaptchas(trx)
    await trx
      .insertInto('captcha')
      .values({ key: keyOf(id), version: 1, ...values })
      .onConflict((on) => on.column('key').doUpdateSet(values))
      .execute()
  }, 'essential')
}

/** Removes expired captchas, and those drawn while the clock was ahead. A new one costs nothing. */
export async function purgeCaptchas(trx: SystemTransaction): Promise<void> {
  const isOver = sql<SqlBool>`(expire_time <= ${nowSeconds()} or create_time > ${latestPast()})`
  await removeFreeRows(trx, 'captcha', isOver)
}

/** Clients choose their ids; a hash has a fixed length and reveals no usable id to readers of the table. */
function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
