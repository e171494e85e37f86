/** The state of a form before the shell: values, errors by field, and what the server refuses. */
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../api/api-error.ts'

export function useForm<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A second press counts before the first one is rendered.
  const isRunning = useRef(false)
  const set = (name: Name, value: string): void => {
    setValues((known) => ({ ...known, [name]: value }))
    setErrors((known) => ({ ...known, [name]: undefined }))
  }
  /** Props of an input; the server may use another name for it. */
  const field = (name: Name, wireName: string = name) => ({
    name,
    value: values[name],
    problem: errors[name] ?? errors[wireName] ?? null,
    onChange: (value: string) => set(name, value),
    onLeave: () => undefined,
  })
  /** Runs one request at a time. @returns false when the server refused, or a request is running */
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      const found = (error instanceof ApiError ? error.refusal?.errors : undefined) ?? {}
      setErrors(found)
      if (Object.keys(found).length === 0) setRefusal(errorText(error))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { values, set, errors, setErrors, field, send, refusal, isBusy }
}
