/** Whose database it is: a marker table says so, and nothing is changed before it was read. */
import { DatabaseError } from './database-error.ts'

export const metaTable = 'tablewright_meta'
export const planTable = 'tablewright_plan'

/** Increase it when the internal tables (`tablewright_…`) change in a way that an older version cannot handle. */
export const format = 1

/** `empty`: no table at all. `ours`: marked, with a known format. */
export type Ownership = 'empty' | 'ours'

/**
 * Checks a database by the names of its tables and the format of its marker (null without marker). Throws a
 * DatabaseError when it is foreign or newer.
 * @param place the display name of the database
 */
export function ownershipOf(place: string, tables: readonly string[], owner: string | null): Ownership {
  if (owner === null) {
    if (tables.length === 0) return 'empty'
    const names = tables.slice(0, 3).join(', ')
    throw new DatabaseError('foreign', { place, reason: tables.length > 3 ? `${names}, …` : names })
  }
  if (!/^\d+$/.test(owner) || Number(owner) > format)
    throw new DatabaseError('newer', { place, found: owner, known: format })
  return 'ours'
}
