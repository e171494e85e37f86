/** The envelope of every business answer, always inside HTTP 200. */
import type { WireValue } from './field-model.ts'
import type { LedgerValue } from './ledger.ts'
import type { RefusalReason } from './problems.ts'

export interface Envelope<Data = unknown> {
  /** 1 = success, 0 = refused, 302 = sign in first, 401 = right missing, 409 = token expired. */
  readonly code: number
  readonly msg: string
  /** Unix seconds. */
  readonly time: number
  readonly data: Data
}

export const codes = { ok: 1, refused: 0, signIn: 302, forbidden: 401, expired: 409 } as const

/** `data` of a refusal (code 0). */
export interface RefusalData {
  readonly reason: RefusalReason
  /** `invalid`: field name → message. */
  readonly errors?: Readonly<Record<string, string>>
  /** `conflict`: the record as it is now. */
  readonly row?: Readonly<Record<string, unknown>>
  /** `in_use`: up to five records that refer to the one in question. */
  readonly references?: readonly RecordReference[]
  /** `stock_short`: every balance that does not suffice. */
  readonly short?: readonly Shortage[]
}

/** A balance that does not suffice. Numbers are decimals as on every wire. */
export interface Shortage {
  /** Entity that keeps the balance, for example `wms/stock`. */
  readonly table: string
  /** By dimension of the ledger: its value, and the label people know it by. */
  readonly key: Readonly<Record<string, LedgerValue>>
  readonly labels: Readonly<Record<string, string>>
  readonly on_hand: string
  /** On hand minus what has to remain. */
  readonly available: string
  readonly wanted: string
}

export interface RecordReference {
  /** Entity, for example `wms/product`. */
  readonly table: string
  /** Where the entity's page is not called like the entity: `auth/admin` of `system/admin`. */
  readonly page?: string
  readonly label: string
  readonly id: number
  readonly title: string
}

/** `data` of `index`. */
export interface ListData<Row = Readonly<Record<string, unknown>>> {
  readonly list: readonly Row[]
  /** Exact up to 10 000; with `more` there are more than that. Absent on trees; there, `more` means missing rows. */
  readonly total?: number
  readonly more?: boolean
  readonly remark: string
}

/** One entry in the history of a record. */
export interface HistoryEntry {
  readonly id: number
  /** Unix seconds. */
  readonly time: number
  /** Display name of the person who did it. */
  readonly who: string
  /**
   * `add`, `edit`, `del`, `restore`, `mail`, `undo.…`, `import.add`, `import.edit` or the name of an action of the
   * machine.
   */
  readonly action: string
  /** The state before an action, by state field; null where it was not an action. */
  readonly was: Readonly<Record<string, WireValue>> | null
  /** Values that were sent with an action, by input. */
  readonly input: Readonly<Record<string, WireValue>>
  /** Titles of the records that `input` names, by input. */
  readonly names: Readonly<Record<string, string>>
  /** Fields an edit named. */
  readonly fields: readonly string[]
  /** Values an edit replaced; none where they were not noted. */
  readonly changes: readonly HistoryChange[]
  /** Lines that were added, removed or changed; absent = none, or not noted. */
  readonly lines?: readonly HistoryLine[]
  /** The caller may undo it. */
  readonly undo: boolean
  /** Addresses that a mail with the record went to; absent for all else. */
  readonly to?: readonly string[]
  /** When an import was undone, in Unix seconds; absent for all else. */
  readonly undone?: number
}

/** A field that an edit changed. Values are canonical; texts of more than 500 characters are cut and end with `…`. */
export interface HistoryChange {
  readonly field: string
  readonly before: WireValue
  readonly after: WireValue
  /** Titles of the records that a reference named before and after; absent for other fields. */
  readonly names?: readonly [before: string, after: string]
}

/** The lines of one field as they were. */
export interface LinesThen {
  readonly field: string
  /** Those of then and those of now: `added` since, `removed` since, `changed` or the `same`. */
  readonly lines: readonly HistoryLine[]
  /** Those of then, as `edit` sends lines; one that is gone has no id. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** A line of a record that was added, removed or changed. Of a removed one `changes` have no value after, and so on. */
export interface HistoryLine {
  /** Of the record, holds the lines. */
  readonly field: string
  readonly id: number
  /** Its place, from 1. */
  readonly no: number
  /** What it is called; "" = nothing. */
  readonly name: string
  readonly is: 'added' | 'removed' | 'changed' | 'same'
  readonly changes: readonly HistoryChange[]
}

/** `data` of a preview of a record's mail. */
export interface MailPreview {
  readonly subject: string
  readonly text: string
  /** A part of a document with inline styles; "" = the mail has no HTML part. */
  readonly html: string
  /** Files that go with it; sizes in bytes. */
  readonly files: readonly { readonly name: string; readonly size: number }[]
  /** Addresses of the record, or of the partner it names. */
  readonly to: readonly string[]
  /** Addresses that one mail may have. */
  readonly max_addresses: number
  /** False = no mail server is set up: the mail is only stored in the log. */
  readonly is_delivered: boolean
  /** Version of the record that is shown. */
  readonly version: WireValue
}

/** A record that an undoing left as it is. */
export interface KeptRecord {
  readonly id: number
  /** Why. */
  readonly msg: string
}

/** One of the caller's own operations that can be undone. */
export interface OwnOperation {
  /** Its entries in the log: one for each record; of an import a single one. */
  readonly entries: readonly number[]
  readonly title: string
  /** Unix seconds. */
  readonly time: number
  /** Of the table, whose lists change when it is undone. */
  readonly controller: string
  /** Records it is about. */
  readonly count: number
  /** Titles of the first of them; none of an import. */
  readonly names: readonly string[]
}

/** `data` of `undo` for an import or for several entries: what one request has done of it. */
export interface ImportUndone {
  /** Records that were undone. */
  readonly done: number
  /** Records that stay as they are; `reasons` names the first of them. */
  readonly kept: number
  readonly reasons: readonly KeptRecord[]
  /** Records that are still to be looked at. */
  readonly left: number
  /** The value of `before` for the next request; null = there is no more. */
  readonly next: number | null
}

/** `data` of `history`, newest first. */
export interface HistoryData {
  readonly list: readonly HistoryEntry[]
  /** There is more than was sent. */
  readonly more: boolean
}

/** `data` of `history` with `entry` or `time`: the record as it was then. */
export interface RecordThen {
  /** Unix seconds. */
  readonly time: number
  /** `missing`: the record was added later. */
  readonly is: 'there' | 'deleted' | 'missing'
  /** Fields whose value then is known: `before` is the value then, `after` the one now. */
  readonly values: readonly HistoryChange[]
  /** Fields whose lines then are known; absent = the record has none. */
  readonly lines?: readonly LinesThen[]
  /** Fields whose value then cannot be told, because it was not recorded or the record of it is no longer kept. */
  readonly unknown: readonly string[]
}
