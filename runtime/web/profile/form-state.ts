import { useRef, useState } from 'react'
import { ApiError, errorText } from '../api/api-error.ts'
import { useT } from './texts.ts'

/** Messages by field. */
type Errors = Readonly<Partial<Record<string, string>>>

/** What the forms of the profile share: their values, the errors of their fields, and what the server refuses. */
export function useFormState<Name extends string>(names: readonly Name[], initial: Readonly<Record<Name, string>>) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  /** Shows the errors and focuses the first field that has one. */
  const show = (found: Errors): void => {
    setErrors(found)
    const first = names.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  /** Runs the request, and shows what the server refuses. */
  const save = async (request: () => Promise<void>): Promise<void> => {
    setSaving(true)
    try {
      await request()
    } catch (error) {
      setRefusal(errorText(error))
      show((error instanceof ApiError ? error.refusal?.errors : undefined) ?? {})
    } finally {
      setSaving(false)
    }
  }
  /** Props of a field. */
  const field = (name: Name & Parameters<typeof t>[0]) => ({
    name,
    label: t(name),
    value: values[name],
    error: errors[name] ?? null,
    onChange: (value: string) => {
      setValues((known) => ({ ...known, [name]: value }))
      setErrors((known) => ({ ...known, [name]: undefined }))
    },
  })
  return { form, values, setValues, field, show, save, refusal, setRefusal, isSaving }
}
