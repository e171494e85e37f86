/** The entries of the admin log. */
import type { Text } from '../../../protocol/index.ts'
import type { Transaction } from '../../db/tables.ts'

interface AuditedRecords {
  /** For example `wms/outbound`. */
  readonly entity: string
  /** `add`, `edit`, `del`, `restore` or the name of an action of the machine. */
  readonly action: string
  readonly ids: readonly number[]
  /** Each entry is chained with the one before it of its record. */
  readonly isChained: boolean
}

/** What was done. */
export interface AuditEntry {
  readonly title: Text
  /** The author, where the request is not signed in yet, or a member acts (`id` is null). */
  readonly admin?: { readonly id: number | null; readonly username: string }
  /** Nothing of what was sent is stored, neither body nor query. */
  readonly isWithoutInput?: boolean
  /** In addition to the values of the request. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Names whose values are secrets, in addition to those that look like one. */
  readonly secrets?: readonly string[]
  /** The records of the operation: one log row each, so that it is found by record. */
  readonly records?: AuditedRecords
  /** The row to bring up to date instead of adding one: work in several transactions is one entry. */
  readonly row?: number | null
}

/** Leaves a row in the log. Call it inside `database.write`, with its transaction. @returns the row's id */
export type Audit = (trx: Transaction, entry: AuditEntry) => Promise<number>
