/** The state of a form before the shell: values, errors by field, and what the server refuses. */
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { ApiError, errorText } from '../../core/api/api-error.ts'

/** Props of an input of such a form. */
interface FormField<Name extends string> {
  readonly name: Name
  readonly value: string
  readonly problem: string | null
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
}

interface FormState<Name extends string> {
  /** Props of the form: the first input that is wrong gets the focus when a refusal has marked inputs. */
  readonly form: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'aria-busy'>
  readonly values: Readonly<Record<Name, string>>
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly refusal: string | null
  readonly isBusy: boolean
  readonly set: (name: Name, value: string) => void
  /** Marks these inputs as wrong, and no other. */
  readonly setErrors: (errors: Readonly<Record<string, string | undefined>>) => void
  /** @param wireName the server's name of it, where that is another */
  readonly field: (name: Name, wireName?: string) => FormField<Name>
  /** Runs one request at a time. @returns false when the server refused, or a request is running */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>
}

export function useForm<Name extends string>(initial: Readonly<Record<Name, string>>): FormState<Name> {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  /** What was marked last. */
  const [marked, setMarked] = useState<Readonly<Record<string, string | undefined>>>({})
  useEffect(() => {
    const messages = Object.values(marked).filter((message) => message !== undefined)
    if (messages.length === 0) return
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (first) first.focus()
    // What is wrong with something that has no input here must not stay unsaid.
    else setRefusal(messages.join(' '))
  }, [marked])
  const mark = (problems: Readonly<Record<string, string | undefined>>): void => {
    setErrors(problems)
    setMarked(problems)
  }
  // A second press counts before the first one is rendered.
  const isRunning = useRef(false)
  const set = (name: Name, value: string, wireName: string = name): void => {
    setValues((current) => ({ ...current, [name]: value }))
    setErrors((current) => ({ ...current, [name]: undefined, [wireName]: undefined }))
  }
  const field = (name: Name, wireName: string = name): FormField<Name> => ({
    name,
    value: values[name],
    problem: errors[name] ?? errors[wireName] ?? null,
    onChange: (value: string) => set(name, value, wireName),
    onLeave: () => undefined,
  })
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      const serverErrors = (error instanceof ApiError ? error.refusal?.errors : undefined) ?? {}
      mark(serverErrors)
      if (Object.keys(serverErrors).length === 0) setRefusal(errorText(error))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  const form = { ref, noValidate: true, 'aria-busy': isBusy }
  return { form, values, set, errors, setErrors: mark, field, send, refusal, isBusy }
}
