/** Templates of messages: one for each message and language, which administrators may reword. */
import { languages, type Language } from '../../protocol/index.ts'
import { nowSeconds } from '../core/clock.ts'
import { insertMissing } from '../db/insert-missing.ts'
import type { Row, Transaction } from '../db/tables.ts'
import { codesOf, describeVariables, samplesOf } from './message-text.ts'
import type { MessageDeclaration } from './messages.ts'

/**
 * Adds a template for every message that has none in a language, and brings the list of variables up to date; texts
 * that exist stay as they are.
 * @param textsOf columns with the texts of a message; null when it is not sent in this way
 */
export async function storeTemplates(
  trx: Transaction,
  table: string,
  messages: readonly MessageDeclaration[],
  textsOf: (message: MessageDeclaration, language: Language) => Row | null,
): Promise<void> {
  for (const message of messages)
    for (const language of languages) {
      const texts = textsOf(message, language)
      if (!texts) continue
      const { code } = message
      const current = {
        name: message.label[language],
        variables: describeVariables(message, language),
        samples: JSON.stringify(samplesOf(message)),
        secrets: JSON.stringify(codesOf(message)),
      }
      const time = nowSeconds()
      const fresh = { code, language, ...current, ...texts, create_time: time, update_time: time, version: 1 }
      if ((await insertMissing(trx, table, [fresh])).length > 0) continue
      await trx
        .updateTable(table)
        .set(current)
        .where('code', '=', code)
        .where('language', '=', language)
        .where(({ eb, or }) =>
          or([eb('samples', '!=', current.samples), eb('secrets', 'is', null), eb('secrets', '!=', current.secrets)]),
        )
        .execute()
    }
}
