/** How often each option was chosen, how often an item was seen and answered: counted with each sheet. */
import { sql } from 'kysely'
import type { Transaction } from '#generated/questionnaire/server.ts'
import { isUpload, type Answers, type Item } from '../../shared/item.ts'

/** Keys of counters that are no options. */
export const seenKey = '#seen'
export const answeredKey = '#answered'

/** The counters that a sheet adds one to: item and option. */
export function countedKeys(items: readonly Item[], answers: Answers): readonly (readonly [string, string])[] {
  return items.flatMap((item) => {
    const answer = answers[item.key]
    const keys = answer && !isUpload(item) ? (answer.keys ?? []) : []
    return [seenKey, ...(answer ? [answeredKey] : []), ...keys].map((key) => [item.key, key] as const)
  })
}

/** Adds a sheet, or takes one away. The caller has locked the questionnaire, so counters need no order of their own. */
export async function countAnswers(
  trx: Transaction,
  { questionnaire, version }: { readonly questionnaire: number; readonly version: number },
  items: readonly Item[],
  answers: Answers,
  difference: 1 | -1,
): Promise<void> {
  const rows = countedKeys(items, answers).map(([item_key, option_key]) => ({
    questionnaire_id: questionnaire,
    questionnaire_version_id: version,
    item_key,
    option_key,
    num: difference,
    version: 1,
  }))
  if (rows.length === 0) return
  if (difference < 0) {
    for (const { item_key, option_key } of rows)
      await trx
        .updateTable('questionnaire_counter')
        .set(({ eb, ref }) => ({ num: eb(ref('num'), '-', 1) }))
        .where('questionnaire_version_id', '=', version)
        .where('item_key', '=', item_key)
        .where('option_key', '=', option_key)
        .execute()
    return
  }
  for (let start = 0; start < rows.length; start += batchSize)
    await trx
      .insertInto('questionnaire_counter')
      .values(rows.slice(start, start + batchSize))
      .onConflict((on) =>
        on
          .columns(['questionnaire_version_id', 'item_key', 'option_key'])
          .doUpdateSet({ num: sql<number>`questionnaire_counter.num + 1` }),
      )
      .execute()
}

/** Counters that one statement writes. */
const batchSize = 100
