/** The props of what stands in the place of the fields of a record form. */
import type { ValidatorType } from '@rjsf/utils'
import type { Draft } from './draft.ts'
import type { FormContextValue } from './form-context.ts'
import type { SaveResult, SendRecord } from './save.ts'
import type { RecordFormState } from './use-record-form.ts'
import type { FormDefinition } from './validator.ts'

/** Saves while the form stays open as it is, for forms that save by themselves. */
export interface InPlace {
  /** Resolves to null while another save runs. `send` replaces the calls `add` and `edit`. */
  readonly save: (draft: Draft, send?: SendRecord) => Promise<SaveResult | null>
  /** Called by Ctrl+S; while there is one, actions and leaving save first without asking. */
  readonly setSaveNow: (saveNow: (() => void) | null) => void
}

/**
 * What a form of fields receives. The frame around it keeps the rest: it loads the record, saves, asks before changes
 * are lost, keeps the draft, and shows conflicts, the history and the buttons.
 */
export interface FormProps {
  /** Values (`draft`), what was loaded (`before`, `base`), `isDirty`, errors of the server, and `dispatch`. */
  readonly form: RecordFormState
  /** JSON Schema, sections and compiled validators. */
  readonly parts: FormDefinition
  readonly screen: FormContextValue
  readonly validator: ValidatorType<Draft>
  /** Called with valid values. The form element's id is `${screen.idPrefix}-form`: the frame submits it. */
  readonly onSubmit: (draft: Draft) => void
  /** Called when a field is invalid; the first one has the focus. */
  readonly onRefused: () => void
  /** Absent where the form is no record in its drawer. */
  readonly inPlace?: InPlace
}
