/** What is about to be stored, and what was stored: the data that operations hand to hooks. */
import type { FieldModel, StoredValue, TableModel } from '../../protocol/index.ts'
import type { Row } from '../db/tables.ts'

/** A record that is about to be added or changed. */
export interface Change {
  /** Null for a new record. */
  readonly id: number | null
  /** The request body as it was sent. */
  readonly body: Readonly<Record<string, unknown>>
  /** The fields the body names, as columns hold them. Hooks that run before the checks may set further ones. */
  readonly given: Map<string, StoredValue>
  /** Values stored in place of the checked ones (a hash for a password) or of fields that no client may send. */
  readonly overrides: Map<string, StoredValue>
  /** Lines the body names, by field; a field it does not name keeps its lines. */
  readonly lines?: ReadonlyMap<string, readonly Line[]>
  /** Sentences that hooks add: the write is done, and the answer contains them. */
  readonly warnings: string[]
}

/** A change that nothing has been read into yet. */
export const newChange = (id: number | null, body: Change['body']): Change => ({
  id,
  body,
  given: new Map(),
  overrides: new Map(),
  warnings: [],
})

/** A line that is about to be stored. */
export interface Line {
  /** Null for a new line. */
  readonly id: number | null
  /** The whole line as columns will hold it, without id, owner and position: hooks may set values. */
  readonly values: Map<string, StoredValue>
}

/** The lines of one field of one record, about to be stored. */
export interface LinesCall {
  /** The owner. */
  readonly model: TableModel
  /** The field of the owner that holds the lines. */
  readonly field: FieldModel
  /** As they will be stored, in order. */
  readonly lines: readonly Line[]
  /** As they are stored now; empty for a new record. */
  readonly current: readonly Row[]
  /** The owner as it will be stored. */
  readonly header: ReadonlyMap<string, StoredValue>
  /** Values to store with the owner, totals for example, belong in its `overrides`. */
  readonly change: Change
}

/** Where rows are sent to: a list, the form of one record, or a file. */
export type Purpose = 'index' | 'edit' | 'export'

/** A write that was done. */
export interface CompletedWrite {
  /** `add`, `edit`, `del`, `restore`, `sortable`, or the name of an action of the machine. */
  readonly action: string
  readonly ids: readonly number[]
  /** Columns an edit changed; empty otherwise. */
  readonly changed: ReadonlySet<string>
}
