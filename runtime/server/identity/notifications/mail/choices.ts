/** What administrators chose to receive by mail. */
import { languages, type Language } from '../../../../protocol/index.ts'
import { parseList } from '../../../operation/access/access-state.ts'
import type { SystemReading, SystemTransaction } from '../../../operation/access/system-tables.ts'

export interface MailChoice {
  /** Names of kinds; those of modules that were removed may be among them. */
  readonly kinds: readonly string[]
  readonly language: Language
}

/** Null = the account has never chosen, and receives none. */
export async function readMailChoice(
  query: Pick<SystemReading, 'selectFrom'>,
  adminId: number,
): Promise<MailChoice | null> {
  const row = await query
    .selectFrom('notice_mail')
    .select(['kinds', 'language'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return row ? { kinds: kindsIn(row.kinds), language: row.language } : null
}

/** The last of several saved at once counts. Locks the row of the choice; its account is that of the caller. */
export async function storeMailChoice(
  trx: SystemTransaction,
  adminId: number,
  { kinds, language }: MailChoice,
): Promise<void> {
  const values = { kinds: JSON.stringify(kinds), language }
  await trx
    .insertInto('notice_mail')
    .values({ admin_id: adminId, ...values, version: 1 })
    .onConflict((on) => on.column('admin_id').doUpdateSet(values))
    .execute()
}

/** The names in a stored list. */
export const kindsIn = (stored: string | null): readonly string[] => parseList(stored).map(String)

export const isLanguage = (value: unknown): value is Language => languages.some((known) => known === value)
