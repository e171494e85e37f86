/** Reads attempts, and tells whether their time is over. */
import { sql } from 'kysely'
import { lockRows, nowSeconds } from 'tablewright/server'
import { attemptOptions } from '#generated/exam/options.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/exam/server.ts'
import type { MultiMode } from '../../shared/marking.ts'

export type Attempt = Row<'exam/attempt'> & { readonly id: number }
type Query = Pick<Reading, 'selectFrom'>

/** Seconds after the deadline in which a save that was under way still arrives. */
export const graceSeconds = 30

/** Rules of its paper that an attempt keeps: later edits change nothing. */
export interface AttemptSettings {
  readonly multiMode: MultiMode
  /** Minutes. */
  readonly limit: number
  /** How often the page may be left; null = it is only counted. */
  readonly switchLimit: number | null
}

export const settingsOf = ({ settings }: Pick<Attempt, 'settings'>): AttemptSettings =>
  JSON.parse(settings ?? '{"multiMode":"all","limit":60,"switchLimit":null}') as AttemptSettings

export const isWorking = ({ state }: Pick<Attempt, 'state'>): boolean => state === attemptOptions.state.working

/** True once nothing can be saved any more, whether or not somebody has noticed. */
export const isOverdue = (attempt: Pick<Attempt, 'state' | 'deadline'>, now = nowSeconds()): boolean =>
  isWorking(attempt) && now > (attempt.deadline ?? 0) + graceSeconds

/** The same for a statement: somebody can still save. */
export const isOpenAttempt = () => sql<boolean>`deadline >= ${nowSeconds() - graceSeconds}`

/** Marks an open attempt: nobody has two of one paper. */
export const limiterOf = (paper: number, user: number): string => `${paper}:${user}`

/** The attempt of a member, locked until the transaction ends; null for those of others. */
export async function lockOwnAttempt(
  scope: Scope,
  trx: Transaction,
  id: number,
  user: number,
): Promise<Attempt | null> {
  await lockRows(scope, trx, 'exam/attempt', [id], 'write')
  return findOwnAttempt(trx, id, user)
}

/** Null for attempts of others. */
export async function findOwnAttempt(query: Query, id: number, user: number): Promise<Attempt | null> {
  const row = await query
    .selectFrom('exam_attempt')
    .selectAll()
    .where('id', '=', id)
    // Guard T20: attempts of others are not there.
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row ?? null
}

export type Item = Row<'exam/attempt_item'> & { readonly id: number }

export const readItems = (query: Query, attempt: number): Promise<Item[]> =>
  query.selectFrom('exam_attempt_item').selectAll().where('attempt_id', '=', attempt).orderBy('seq').execute()
