/** Account, password, stay signed in. Checked on leaving a field and on sending; what the server refuses is read aloud. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { problemText, ApiProblem } from '../api/problem.ts'
import { sayProblem } from '../../protocol/index.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/shell-texts.ts'
import { PasswordInput, TextInput } from './SignInInputs.tsx'
import { signInProblem, type SignInField, type SignInProblem } from './sign-in-rules.ts'
import { signIn } from './visit.ts'

type Problems = Partial<Record<SignInField, SignInProblem | { readonly text: string }>>

export function SignInForm() {
  const say = useTexts()
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ username: '', password: '' })
  const [keep, setKeep] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const { isBusy, run } = useOneAtATime()

  const textOf = (field: SignInField): string | null => {
    const problem = problems[field]
    if (!problem) return null
    return 'text' in problem ? problem.text : 'key' in problem ? say(problem.key) : sayProblem(language, problem.problem)
  }
  const check = (field: SignInField): void => setProblems((known) => ({ ...known, [field]: signInProblem(field, values[field]) ?? undefined }))
  // An empty field one merely walks through is not told off; sending tells.
  const leave = (field: SignInField): void => { if (values[field] !== '') check(field) }
  const change = (field: SignInField, value: string): void => {
    setValues((known) => ({ ...known, [field]: value }))
    if (problems[field]) setProblems((known) => ({ ...known, [field]: signInProblem(field, value) ?? undefined }))
  }
  const focus = (field: SignInField): void => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found: Problems = { username: signInProblem('username', values.username) ?? undefined, password: signInProblem('password', values.password) ?? undefined }
    setProblems(found)
    setRefusal(null)
    if (found.username) return focus('username')
    if (found.password) return focus('password')
    run(() => signIn({ ...values, keep }).catch((error: unknown) => {
      const errors = error instanceof ApiProblem ? error.refusal?.errors : undefined
      setProblems({ ...(errors?.['username'] && { username: { text: errors['username'] } }), ...(errors?.['password'] && { password: { text: errors['password'] } }) })
      setRefusal(problemText(error))
      focus(errors?.['username'] ? 'username' : 'password')
    }))
  }

  return (
    <form ref={form} className="tw-sign-in-form" onSubmit={submit} onKeyDown={keepComposing} noValidate aria-busy={isBusy}>
      <div role="alert">{refusal !== null && <Callout intent="danger" compact className="tw-sign-in-refusal">{refusal}</Callout>}</div>
      <TextInput
        name="username" label={say('signIn.username')} value={values.username} problem={textOf('username')} autoComplete="username"
        onChange={(value) => change('username', value)} onLeave={() => leave('username')} hasFocusFirst
      />
      <PasswordInput
        name="password" label={say('signIn.password')} value={values.password} problem={textOf('password')} autoComplete="current-password"
        onChange={(value) => change('password', value)} onLeave={() => leave('password')}
      />
      <Checkbox checked={keep} label={say('signIn.keep')} onChange={(event) => setKeep(event.currentTarget.checked)} />
      <Button type="submit" intent="primary" size="large" fill aria-disabled={isBusy} text={say(isBusy ? 'signIn.submitting' : 'signIn.submit')} />
    </form>
  )
}

/** Enter that ends the composing of a Chinese word must not send the form. */
function keepComposing(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}

/** Runs one piece of work at a time: a second wish meanwhile is ignored, at once and not only after the next rendering. */
function useOneAtATime(): { isBusy: boolean; run: (work: () => Promise<void>) => void } {
  const [isBusy, setBusy] = useState(false)
  const lock = useRef(false)
  const run = (work: () => Promise<void>): void => {
    if (lock.current) return
    lock.current = true
    setBusy(true)
    void work().finally(() => {
      lock.current = false
      setBusy(false)
    })
  }
  return { isBusy, run }
}
