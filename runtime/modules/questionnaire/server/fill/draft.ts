/** Drafts: the answers of a person until the sheet is handed in. */
import { nowSeconds } from 'tablewright/server'
import type { Reading, Scope } from '#generated/questionnaire/server.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.ts'
import type { SentAnswer } from './answers.ts'
import { holderOf, type Person } from './person.ts'

/** Seconds for which a draft is kept. */
export const draftLife = 30 * 86_400

/** Characters of a draft. */
const maxDraft = 200_000

export interface Draft {
  readonly version: number
  readonly answers: readonly SentAnswer[]
}

/** @returns whether it was stored: nothing is known of those who answer an anonymous questionnaire */
export async function saveDraft(
  { database }: Scope,
  questionnaire: Questionnaire,
  person: Person,
  version: number,
  answers: readonly SentAnswer[],
): Promise<boolean> {
  const holder = holderOf(person)
  const text = JSON.stringify(answers)
  if (holder === null || text.length > maxDraft) return false
  const now = nowSeconds()
  const values = { version_no: version, answers: text, update_time: now }
  await database.write((trx) =>
    trx
      .insertInto('questionnaire_draft')
      .values({
        questionnaire_id: questionnaire.id,
        holder,
        user_id: person.userId,
        create_time: now,
        version: 1,
        ...values,
      })
      .onConflict((on) => on.columns(['questionnaire_id', 'holder']).doUpdateSet(values))
      .execute(),
  )
  return true
}

export async function readDraft(
  query: Pick<Reading, 'selectFrom'>,
  questionnaire: Questionnaire,
  person: Person,
): Promise<Draft | null> {
  const holder = holderOf(person)
  if (holder === null) return null
  const row = await query
    .selectFrom('questionnaire_draft')
    .select(['version_no', 'answers'])
    .where('questionnaire_id', '=', questionnaire.id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return row ? { version: row.version_no ?? 0, answers: JSON.parse(row.answers ?? '[]') as SentAnswer[] } : null
}
