import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../core/api/api-error.ts'
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
  // A second press counts before the first one is rendered.
  const isRunning = useRef(false)
  /** Shows the errors and focuses the first field that has one. */
  const show = (problems: Errors): void => {
    setRefusal(null)
    setErrors(problems)
    const first = names.find((name) => problems[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  /** Runs one request at a time, and shows what the server refuses. */
  const save = async (request: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setSaving(true)
    setRefusal(null)
    try {
      await request()
    } catch (error) {
      const serverErrors = (error instanceof ApiError ? error.refusal?.errors : undefined) ?? {}
      show(serverErrors)
      // What is wrong with a field is said there, which has the focus now.
      if (!names.some((name) => serverErrors[name])) setRefusal(errorText(error))
    } finally {
      isRunning.current = false
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
      setValues((current) => ({ ...current, [name]: value }))
      setErrors((current) => ({ ...current, [name]: undefined }))
    },
  })
  return { form, values, setValues, field, show, save, refusal, isSaving }
}
