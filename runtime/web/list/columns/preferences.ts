/** What a person chose for a table: page size and columns. Kept in this browser, per admin and table. */
import { readStored, writeStored } from '../../preferences/browser-storage.ts'

export interface ListPreferences {
  /** Rows a page, null = the default. */
  readonly limit: number | null
  /** Columns shown or hidden against their default, by field name. */
  readonly columns: Readonly<Record<string, boolean>>
}

export const noPreferences: ListPreferences = { limit: null, columns: {} }

const keyOf = (adminId: number, table: string): string => `tablewright:list:${adminId}:${table}`

/** The stored choices; what is missing or malformed counts as not chosen. */
export function readPreferences(adminId: number, table: string): ListPreferences {
  const stored = readStored(keyOf(adminId, table)) as Partial<Record<keyof ListPreferences, unknown>> | null
  if (typeof stored !== 'object' || stored === null) return noPreferences
  const limit = stored.limit
  const columns = typeof stored.columns === 'object' && stored.columns !== null ? Object.entries(stored.columns) : []
  return {
    limit: typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : null,
    columns: Object.fromEntries(columns.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')),
  }
}

export function writePreferences(adminId: number, table: string, preferences: ListPreferences): void {
  writeStored(keyOf(adminId, table), preferences)
}
