/** What is about to be stored, and what was stored: the data that operations pass to hooks. */
import type { FieldModel, StoredValue, TableModel } from '../../protocol/index.ts'
import type { LoggedLineChanges } from './audit/line-changes.ts'
import type { Row } from '../db/tables.ts'
import type { AnyEntity, ColumnMap, EntityTypes, LineRow, StoredRow, UncheckedBody } from './entity-types.ts'

/** A record that is about to be added or changed. */
export interface Change<Entity extends EntityTypes = AnyEntity> {
  /** Null for a new record. */
  readonly id: number | null
  /** The request body as it was sent. */
  readonly body: UncheckedBody<Entity>
  /** The fields the body names, as columns hold them. Hooks that run before the checks may set further ones. */
  readonly given: ColumnMap<Entity['columns']>
  /** Values stored in place of the checked ones (a hash for a password) or of fields that no client may send. */
  readonly overrides: ColumnMap<Entity['columns']>
  /** Lines the body names, by field; a field it does not name keeps its lines. */
  readonly lines?: LinesByField<Entity['lines']>
  /** Sentences that hooks add: the write is done, and the answer contains them. Imports (`line`) do not show them. */
  readonly warnings: string[]
  /** Line of the file that an import takes the record from, the last one where several are about it. */
  readonly line?: number
}

/** A record that an import is about to add or change. */
export interface ImportedRecord<Entity extends EntityTypes = AnyEntity> {
  readonly change: Change<Entity>
  /** The row as it is stored now; null for a new record. */
  readonly current: StoredRow<Entity> | null
}

/** A change that nothing has been read into yet. */
export const newChange = (
  id: number | null,
  body: Change['body'],
  overrides: ReadonlyMap<string, StoredValue> = new Map(),
): Change => ({
  id,
  body,
  given: new Map(),
  overrides: new Map(overrides),
  warnings: [],
})

/** Lines by the field that holds them. */
type LinesByField<Lines> = string extends keyof Lines
  ? ReadonlyMap<string, readonly Line[]>
  : { get<Field extends keyof Lines>(field: Field): readonly Line<Lines[Field]>[] | undefined }

/** A line that is about to be stored. */
export interface Line<Columns = AnyEntity['columns']> {
  /** Null for a new line. */
  readonly id: number | null
  /** The whole line as columns will hold it, without id, owner and position: hooks may set values. */
  readonly values: ColumnMap<Columns>
}

/** The lines of one field of one record, about to be stored. */
export interface LinesCall<
  Entity extends EntityTypes = AnyEntity,
  Field extends keyof Entity['lines'] & string = keyof Entity['lines'] & string,
> {
  /** The owner. */
  readonly model: TableModel
  /** The field of the owner that holds the lines. */
  readonly field: FieldModel & { readonly name: Field }
  /** As they will be stored, in order. */
  readonly lines: readonly Line<Entity['lines'][Field]>[]
  /** As they are stored now; empty for a new record. */
  readonly current: readonly LineRow<Entity, Field>[]
  /** The owner as it will be stored. */
  readonly header: ColumnMap<Entity['columns']>
  /** Values to store with the owner, totals for example, belong in its `overrides`. */
  readonly change: Change<Entity>
}

/** Where rows are sent to: a list, the form of one record, or a file. */
export type Purpose = 'index' | 'edit' | 'export'

/** A write that was done. */
export interface CompletedWrite {
  /** `add`, `edit`, `del`, `restore`, `sortable`, or the name of an action of the machine. */
  readonly action: string
  readonly ids: readonly number[]
  /** Columns that were changed in any of them; none for new and deleted records. */
  readonly changed: ReadonlySet<string>
  /** Of edits: each row as it was, and the columns that were written, in the order of `ids`. */
  readonly edits?: readonly { readonly before: Row; readonly after: Row; readonly lines?: LoggedLineChanges }[]
}
