/** Variables of messages that administrators define: a text of their own, or a fact of the moment of sending. */
import { formatSeconds } from '../../protocol/index.ts'
import { nowSeconds } from '../core/clock.ts'
import type { Reading } from '../db/tables.ts'
import type { Settings } from '../settings/settings.ts'
import { variablesIn } from './message-text.ts'

/** Values of the column `source`. */
const sources = { text: 0, date: 1, time: 2, year: 3 } as const

/**
 * Enabled variables by name, with their values as of now, in site time.
 * @param table with the columns `name`, `source`, `value` and `status` (1 = enabled)
 */
export async function readOwnVariables(
  query: Reading,
  table: string,
  { timeZone }: Pick<Settings, 'timeZone'>,
): Promise<Readonly<Record<string, string>>> {
  const rows = await query.selectFrom(table).select(['name', 'source', 'value']).where('status', '=', 1).execute()
  const now = formatSeconds(nowSeconds(), timeZone)
  const moments: Readonly<Record<number, string>> = {
    [sources.date]: now.slice(0, 10),
    [sources.time]: now.slice(11, 16),
    [sources.year]: now.slice(0, 4),
  }
  return Object.fromEntries(
    rows.map((row) => [String(row['name']), moments[Number(row['source'])] ?? String(row['value'] ?? '')]),
  )
}

/**
 * Values for all that a template names: those of the message, then the administrators' own. A variable that is gone is
 * empty, so that nobody who disables one stops the mail of the site; one that the message declares has to be given.
 * @param declared variables of the message, by name
 */
export function valuesFor(
  texts: readonly string[],
  declared: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const undeclared = texts.flatMap(variablesIn).filter((name) => !Object.hasOwn(declared, name))
  return { ...Object.fromEntries(undeclared.map((name) => [name, ''])), ...own, ...values }
}
