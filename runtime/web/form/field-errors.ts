/** Which error of a field is shown, and where. */
import { fieldOf } from '../../protocol/index.ts'
import { controlId, type FormContextValue } from './form-context.ts'
import { problemText } from './validator.ts'

/**
 * The error of a field: the server's own is always shown, ours once the field lost the focus or saving was attempted.
 * @param raw problem codes, and messages of the server
 */
export function visibleError(
  screen: Pick<FormContextValue, 'locale' | 'isTried' | 'touched'>,
  field: string,
  raw: readonly string[] | undefined,
): string | null {
  const sentence = raw?.find((text) => problemText(text, screen.locale.language) === null)
  if (sentence !== undefined) return sentence
  const code = raw?.[0]
  if (code === undefined || !(screen.isTried || screen.touched.has(field))) return null
  return problemText(code, screen.locale.language)
}

/** Ids of what describes a field's control: its error, then its help. */
export function describedBy(screen: FormContextValue, field: string, error: string | null): string | undefined {
  const id = controlId(screen.idPrefix, field)
  const help = fieldOf(screen.view.model, field)?.help
  return (
    [error === null ? '' : `${id}-error`, help ? `${id}-help` : ''].filter((part) => part !== '').join(' ') || undefined
  )
}

/** Puts the focus on a field, or on the first thing in it that takes it. */
export function focusField(idPrefix: string, field: string): void {
  const control =
    document.getElementById(controlId(idPrefix, field)) ??
    document.getElementById(controlId(idPrefix, field.split('.')[0] ?? field))
  const inside = control?.matches('input, textarea, select')
    ? control
    : control?.querySelector<HTMLElement>('input:not([hidden]), button:not(:disabled), [tabindex="0"]')
  const target = inside ?? control
  target?.scrollIntoView?.({ block: 'center' })
  target?.focus()
}

/** Names of the form's fields from top to bottom. */
export function fieldsInOrder(screen: Pick<FormContextValue, 'view'>): readonly string[] {
  return screen.view.model.form.flatMap((section) => section.rows.flat())
}
