/** The context of all rows of one import. */
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import type { Transaction } from '../../db/index.ts'
import type { Bounds } from '../bounds.ts'
import type { Scope, Validate } from '../../operation/scope.ts'
import type { ExportedTexts } from '../export.ts'
import type { Column } from './header.ts'
import type { Outcome } from './report.ts'
import type { Overlay } from './record-state.ts'

/** How far an import is that goes on after the end of its process. */
export interface Checkpoint {
  /** Rows up to this line are imported. */
  line: number
  /** The entry of the log before these rows. */
  readonly log: ImportRun['log']
  /**
   * Notes what became of the rows up to the line, in their transaction. Throws when another process has taken the
   * import over.
   */
  save(trx: Transaction, outcomes: readonly Outcome[], line: number, log: ImportRun['log']): Promise<void>
}

export interface ImportRun {
  readonly scope: Scope
  readonly model: TableModel
  readonly columns: readonly Column[]
  /** Columns of the header; further cells of a record have to be blank. */
  readonly width: number
  /** Place of the ids that an export has written; null where there are none. */
  readonly idAt: number | null
  readonly exported: ExportedTexts
  /** A blank cell empties the field of a record that exists; otherwise it stays as it is. */
  readonly clearsBlank: boolean
  readonly delimiter: string
  /** Fields that contain codes. */
  readonly codes: ReadonlySet<string>
  readonly validate: Validate | null
  /** True when hooks check or change what the rows write. */
  readonly isHooked: boolean
  /** True when hooks see what was written: only writing shows what they refuse. */
  readonly isTrialWritten: boolean
  /** Changes of a trial run so far; null when the import is meant. */
  readonly trial: Overlay | null
  /** Records the caller reaches: the others are as good as not there. */
  readonly own: Bounds
  /** By table: records the caller may refer to. */
  readonly targets: ReadonlyMap<string, Bounds>
  /** Its only entry in the admin log, updated by every batch that was written. */
  readonly log: { row: number | null; created: number; updated: number }
  /** Null = the import is not continued. */
  readonly checkpoint: Checkpoint | null
  /** The parents of all records of a tree, by id. */
  readonly parents: Map<number, StoredValue> | null
}
