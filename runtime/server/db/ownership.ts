/** Whose database it is: a marker table tells, and nothing is touched before it was read. */
import { DatabaseError } from './database-error.ts'

export const metaTable = 'tablewright_meta'
export const planTable = 'tablewright_plan'

/** Raise when tables of our own (`tablewright_…`) change in a way an older version cannot work with. */
export const format = 1

/** `empty`: no table at all. `ours`: marked, of a format we know. */
export type Ownership = 'empty' | 'ours'

/**
 * Judges a database by the names of its tables and the format its marker tells (null without marker).
 * Throws a DatabaseError when it is foreign or newer.
 * @param place how to name the database to people
 */
export function ownershipOf(place: string, tables: readonly string[], found: string | null): Ownership {
  if (found === null) {
    if (tables.length === 0) return 'empty'
    const names = tables.slice(0, 3).join(', ')
    throw new DatabaseError('foreign', { place, reason: tables.length > 3 ? `${names}, …` : names })
  }
  if (!/^\d+$/.test(found) || Number(found) > format) throw new DatabaseError('newer', { place, found, known: format })
  return 'ours'
}
