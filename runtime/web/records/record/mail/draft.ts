import type { Language, TableModel } from '../../../../protocol/index.ts'
import type { WireRow } from '../../../fields/input-props.ts'

/** What the button needs of the open record. */
export interface MailButtonProps {
  readonly model: TableModel
  /** The record as it is saved. */
  readonly row: WireRow
  readonly isDirty: boolean
}

export interface MailDraft {
  /** Null = what the preview suggests. */
  readonly to: readonly string[] | null
  readonly note: string
  /** Null = the language of the screen. */
  readonly language: Language | null
  /** With a CSV file; null = where the record has lines. */
  readonly csv: boolean | null
}

export const emptyDraft: MailDraft = { to: null, note: '', language: null, csv: null }

export interface MailDialogProps extends MailButtonProps {
  readonly draft: MailDraft
  readonly onDraft: (draft: MailDraft) => void
  readonly onClosed: (isSent: boolean) => void
}
