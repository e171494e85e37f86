/**
 * Names of indexes and foreign keys: derived from table and purpose, the same on every run, within the limits of both
 * engines.
 */
import { createHash } from 'node:crypto'

/** PostgreSQL cuts longer names silently. */
const maxNameLength = 63

/** `<table>__<rest>`, shortened with a digest when it is too long. Table names contain no `__`. */
export function objectName(table: string, rest: string): string {
  const name = `${table}__${rest}`
  if (Buffer.byteLength(name) <= maxNameLength) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, digestLength)
  const head = headOf(table)
  return `${head}${rest.slice(0, maxHeadLength - head.length)}_${digest}`
}

const digestLength = 10
const maxHeadLength = maxNameLength - digestLength - 1

/** What names with a digest begin with. */
const headOf = (table: string): string => `${table}__`.slice(0, maxHeadLength)

/** The index that is being built in place of another one, whose name may have a digest. */
export const replacementName = (table: string, index: string): string =>
  objectName(table, `${index.startsWith(`${table}__`) ? index.slice(table.length + 2) : index}__new`)

/** The reference of a column. */
export const keyName = (table: string, column: string): string => objectName(table, `${column}__fk`)

/** The guard that refuses to change and remove rows. */
export const appendOnlyName = (table: string): string => objectName(table, 'append_only')

/** The check that refuses values below the minimum of a column. */
export const floorName = (table: string, column: string): string => objectName(table, `${column}__floor`)

const swapPrefix = 'tablewright_next_'

/** What is made for a change of columns. @param mark eight digits that tell the change */
export const swapName = (mark: string, part: string): string => `${swapPrefix}${mark}_${part}`

/** The mark in such a name; null = another name. */
export const swapMarkOf = (name: string): string | null =>
  new RegExp(`^${swapPrefix}([0-9a-f]{8})_`).exec(name)?.[1] ?? null

/** Triggers fire in the order of their names: after those of others, which may change the values. */
export const swapTrigger = (mark: string): string => `zz_${swapName(mark, 'trigger')}`

/**
 * True for names this file can produce for the table, with what SQLite appends to those of guards; indexes with other
 * names belong to somebody else and are left alone.
 */
export function isOurs(table: string, name: string): boolean {
  const head = headOf(table)
  return (
    name.startsWith(`${table}__`) ||
    (head.length === maxHeadLength && name.startsWith(head) && digestPattern.test(name.slice(head.length)))
  )
}

const digestPattern = new RegExp(`^_[0-9a-f]{${digestLength}}(_new|_delete)?$`)
