/** Deleting a member: sheets stay without the member, drafts are deleted. */
import { lockRows, type ContractCall, type MemberErasure, type Scope as AnyScope } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/questionnaire/server.ts'
import { t } from './i18n.ts'

/** The core knows the tables of a module at run time only. */
const own = (scope: AnyScope): Scope => scope as unknown as Scope

async function countOf({ database }: Scope, table: 'questionnaire_sheet' | 'questionnaire_draft', member: number) {
  const { count } = await database.query
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', member)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type OwnTable = 'questionnaire_sheet' | 'questionnaire_draft'

/** Locks the rows of members in the order of their ids. */
const lockOwn =
  (entity: string, table: OwnTable) =>
  async ({ scope, trx }: ContractCall, memberIds: readonly number[]): Promise<void> => {
    // The core knows the tables of a module at run time only.
    const rows = await (trx as unknown as Transaction)
      .selectFrom(table)
      .select('id')
      .where('user_id', 'in', [...memberIds])
      .execute()
    const ids = rows.map(({ id }) => id)
    await lockRows(scope, trx, entity, ids, 'exclusive')
  }

export const questionnaireErasure: MemberErasure = {
  async describe(scope, member) {
    const [sheets, drafts] = await Promise.all([
      countOf(own(scope), 'questionnaire_sheet', member),
      countOf(own(scope), 'questionnaire_draft', member),
    ])
    const lines = [
      ...(sheets > 0 ? [t(scope.language, 'erase.sheets', { count: sheets })] : []),
      ...(drafts > 0 ? [t(scope.language, 'erase.drafts', { count: drafts })] : []),
    ]
    return { lines, refusals: [] }
  },
  async export(scope, member) {
    const { query } = own(scope).database
    const sheets = await query
      .selectFrom('questionnaire_sheet')
      .select(['id', 'title', 'create_time', 'times'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const answers = await query
      .selectFrom('questionnaire_answer as a')
      .innerJoin('questionnaire_sheet as s', 's.id', 'a.sheet_id')
      .innerJoin('questionnaire_item as i', 'i.id', 'a.item_id')
      .select(['a.sheet_id', 'i.title', 'a.checked'])
      .where('s.user_id', '=', member)
      .orderBy('a.id')
      .execute()
    return [
      { name: 'questionnaire/sheet', rows: sheets },
      { name: 'questionnaire/answer', rows: answers },
    ]
  },
  locks: [
    { entity: 'questionnaire/sheet', lock: lockOwn('questionnaire/sheet', 'questionnaire_sheet') },
    { entity: 'questionnaire/draft', lock: lockOwn('questionnaire/draft', 'questionnaire_draft') },
  ],
  async erase({ trx }, member) {
    // The core knows the tables of a module at run time only.
    const tables = trx as unknown as Transaction
    await tables
      .updateTable('questionnaire_sheet')
      .set({ user_id: null, limiter: null })
      .where('user_id', '=', member)
      .execute()
    await tables.deleteFrom('questionnaire_draft').where('user_id', '=', member).execute()
  },
}
