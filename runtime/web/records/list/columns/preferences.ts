/** What a person chose for a table: page size and columns. Kept in this browser, per admin and table. */
import { useCallback, useState } from 'react'
import { everyIdOf, fieldEverNamed, renameLogged, type TableModel } from '../../../../protocol/index.ts'
import { readStored, writeStored } from '../../../core/preferences/browser-storage.ts'

export interface ListPreferences {
  /** Rows a page, null = the default. */
  readonly limit: number | null
  /** Columns shown or hidden against their default, by field name. */
  readonly columns: Readonly<Record<string, boolean>>
  /** Field names in the order of their columns; columns that are not named follow in the order of the model. */
  readonly order: readonly string[]
  /** Widths of columns in CSS pixels, by field name. */
  readonly widths: Readonly<Record<string, number>>
}

/** What a person can choose about columns. */
export type ColumnPreferences = Omit<ListPreferences, 'limit'>

export const noColumnPreferences: ColumnPreferences = { columns: {}, order: [], widths: {} }
const noPreferences: ListPreferences = { limit: null, ...noColumnPreferences }

/** No column is narrower or, when its width is chosen, wider than this, in CSS pixels. */
export const minColumnWidth = 40
export const maxColumnWidth = 1000

const keyOf = (adminId: number, table: string): string => `tablewright:list:${adminId}:${table}`

/**
 * The stored choices; what is missing or malformed counts as not chosen. Those of a table and of fields that have been
 * renamed since are still theirs.
 */
export function readPreferences(adminId: number, table: TableModel): ListPreferences {
  const preferences = everyIdOf(table)
    .map((id) => readStored(keyOf(adminId, id)) as Partial<Record<keyof ListPreferences, unknown>> | null)
    .find((choices) => choices !== null)
  if (typeof preferences !== 'object') return noPreferences
  const { limit, order } = preferences
  return {
    limit: typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : null,
    columns: renameLogged(
      table,
      entriesOf(preferences.columns, (value) => typeof value === 'boolean'),
    ),
    order: Array.isArray(order)
      ? order.filter((name) => typeof name === 'string').map((name) => fieldEverNamed(table, name)?.name ?? name)
      : [],
    widths: renameLogged(
      table,
      entriesOf(preferences.widths, (value): value is number => typeof value === 'number' && value >= minColumnWidth),
    ),
  }
}

/** The entries of a stored object whose values have the type. */
function entriesOf<Value>(json: unknown, isValue: (value: unknown) => value is Value): Record<string, Value> {
  const entries = typeof json === 'object' && json !== null ? Object.entries(json) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isValue(entry[1])))
}

function writePreferences(adminId: number, table: string, preferences: ListPreferences): void {
  writeStored(keyOf(adminId, table), preferences)
}

/** The stored choices of a person, and the function that changes a part of them. */
export function usePreferences(
  adminId: number,
  table: TableModel,
): readonly [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const [preferences, setPreferences] = useState(() => readPreferences(adminId, table))
  const change = useCallback(
    (part: Partial<ListPreferences>) =>
      setPreferences((before) => {
        const next = { ...before, ...part }
        writePreferences(adminId, table.id, next)
        return next
      }),
    [adminId, table],
  )
  return [preferences, change]
}
