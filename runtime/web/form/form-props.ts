/** The props of what stands in the place of the fields of a record form. */
import type { ValidatorType } from '@rjsf/utils'
import type { Draft } from './draft.ts'
import type { FormContextValue } from './form-context.ts'
import type { RecordFormState } from './use-record-form.ts'
import type { FormDefinition } from './validator.ts'

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
}
