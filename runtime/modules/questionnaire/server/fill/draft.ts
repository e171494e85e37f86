/** Drafts: the answers of a person until the sheet is handed in. */
import { countTry, limitKey, nowSeconds } from 'tablewright/server'
import type { Reading, Scope } from '#generated/questionnaire/server.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.ts'
import type { SentAnswer } from './answers.ts'
import { perHour } from './limits.ts'
import { holderOf, type Person } from './person.ts'

/** Seconds for which a draft is kept. */
export const draftLife = 30 * 86_400

/** Characters of a draft. */
const maxDraft = 200_000

/** Devices of a network whose drafts are begun in an hour; others keep theirs in the browser alone. */
const maxNewDrafts = 100

export interface Draft {
  readonly version: number
  readonly answers: readonly SentAnswer[]
  /** When it was saved. */
  readonly time: number
  /** Names of its files by code. */
  readonly files: Readonly<Record<string, string>>
}

interface NewDraft {
  readonly version: number
  readonly answers: readonly SentAnswer[]
  readonly ip: string
}

/** @returns when it was stored; null = it was not: nothing is known of those who answer an anonymous questionnaire */
export async function saveDraft(
  { database }: Scope,
  questionnaire: Questionnaire,
  person: Person,
  { version, answers, ip }: NewDraft,
): Promise<number | null> {
  const holder = holderOf(person)
  const text = JSON.stringify(answers)
  if (holder === null || text.length > maxDraft) return null
  const now = nowSeconds()
  if (person.userId === null && !(await readRow(database.query, questionnaire, holder))) {
    // Guard T52: a network does not fill the database with drafts of devices that it makes up.
    const key = limitKey('questionnaire drafts', { network: ip })
    if ((await countTry(database, [key], perHour(maxNewDrafts))).wait > 0) return null
  }
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
  return now
}

const readRow = (query: Pick<Reading, 'selectFrom'>, { id }: Questionnaire, holder: string) =>
  query
    .selectFrom('questionnaire_draft')
    .select(['version_no', 'answers', 'update_time'])
    .where('questionnaire_id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()

export async function readDraft(
  query: Pick<Reading, 'selectFrom'>,
  questionnaire: Questionnaire,
  person: Person,
): Promise<Draft | null> {
  const holder = holderOf(person)
  if (holder === null) return null
  const row = await readRow(query, questionnaire, holder)
  if (!row) return null
  const answers = JSON.parse(row.answers ?? '[]') as SentAnswer[]
  const codes = answers.flatMap(({ files = [] }) => files)
  const files = await query
    .selectFrom('questionnaire_file')
    .select(['code', 'name'])
    .where('questionnaire_id', '=', questionnaire.id)
    .where('code', 'in', codes.length > 0 ? codes : [''])
    .execute()
  return {
    version: row.version_no ?? 0,
    answers,
    time: row.update_time ?? 0,
    files: Object.fromEntries(files.map(({ code, name }) => [code, name])),
  }
}
