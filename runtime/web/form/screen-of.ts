import type { FormContextValue } from './form-context.ts'
import type { RecordFormState } from './use-record-form.ts'

/** The context of a form, for its theme and inputs. @param isLocked the state of the record forbids changes */
export const screenOf = (form: RecordFormState, idPrefix: string, isLocked: boolean): FormContextValue => ({
  view: form.view,
  locale: form.locale,
  touched: form.touched,
  isTried: form.isTried,
  isSaving: form.isSaving,
  isLocked,
  rules: form.rules,
  idPrefix,
  touch: (field) => form.dispatch({ type: 'touch', field }),
  put: (field, value) => form.dispatch({ type: 'put', field, value }),
})
