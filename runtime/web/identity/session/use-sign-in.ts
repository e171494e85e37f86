/** State and behaviour of the sign-in form: values, errors, refusals, the captcha, the waiting time. */
import { useEffect, useRef, useState } from 'react'
import { errorText, ApiError } from '../../core/api/api-error.ts'
import type { SolvedCaptcha } from './captcha/calls.ts'
import { useCountdown, type Countdown } from './countdown.ts'
import { signInProblem, type SignInField, type SignInProblem } from './sign-in-rules.ts'
import { fetchSignInFacts, signIn } from './bootstrap.ts'

type FieldText = SignInProblem | { readonly text: string }
type Problems = Partial<Record<SignInField, FieldText>>

export interface SignInState {
  readonly values: Readonly<Record<SignInField, string>>
  readonly keep: boolean
  readonly problems: Problems
  readonly refusal: string | null
  readonly isBusy: boolean
  /** The captcha dialog is open. */
  readonly isCaptchaOpen: boolean
  readonly countdown: Countdown
  /** A new password can be set by mail. */
  readonly canRecover: boolean
  readonly setKeep: (keep: boolean) => void
  readonly change: (field: SignInField, value: string) => void
  readonly leave: (field: SignInField) => void
  readonly submit: () => void
  readonly submitCaptcha: (solved: SolvedCaptcha) => void
  readonly cancelCaptcha: () => void
}

/** @param focus focuses the field with an error */
export function useSignIn(focus: (field: SignInField) => void): SignInState {
  const [values, setValues] = useState({ username: '', password: '' })
  const [keep, setKeep] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isCaptchaOpen, setProving] = useState(false)
  const { needsCaptcha, canRecover } = useSignInFacts()
  const countdown = useCountdown()
  const { isBusy, run } = useSingleFlight()

  const check = (field: SignInField, value = values[field]): void =>
    setProblems((current) => ({ ...current, [field]: signInProblem(field, value) ?? undefined }))
  const change = (field: SignInField, value: string): void => {
    setValues((current) => ({ ...current, [field]: value }))
    if (problems[field]) check(field, value)
    // The waiting time may apply to the account: another one may be tried immediately.
    if (field === 'username') countdown.stop()
  }
  const send = (proof?: SolvedCaptcha): void =>
    run(() =>
      signIn({ ...values, keep, ...proof }).catch((error: unknown) => {
        const details = refusalDetails(error)
        if (details.captcha) needsCaptcha.current = true
        // A wait with a captcha is for strangers at this address: those who sign in from it need not wait.
        const canPass = details.wait > 0 && details.captcha
        if (details.wait > 0 && !canPass) countdown.start(details.wait)
        setProblems({
          ...(details.errors['username'] && { username: { text: details.errors['username'] } }),
          ...(details.errors['password'] && { password: { text: details.errors['password'] } }),
        })
        setRefusal(errorText(error))
        // The server has just asked for a captcha; the same input is sent again with it.
        if ((canPass || details.errors['captchaInfo'] !== undefined) && !proof) setProving(true)
        else focus(details.errors['username'] ? 'username' : 'password')
      }),
    )
  const submit = (): void => {
    if (isBusy || countdown.left > 0) return
    const nextProblems: Problems = {
      username: signInProblem('username', values.username) ?? undefined,
      password: signInProblem('password', values.password) ?? undefined,
    }
    setProblems(nextProblems)
    setRefusal(null)
    if (nextProblems.username) return focus('username')
    if (nextProblems.password) return focus('password')
    if (needsCaptcha.current) setProving(true)
    else send()
  }
  const submitCaptcha = (solved: SolvedCaptcha): void => {
    setProving(false)
    setRefusal(null)
    send(solved)
  }
  // An empty field shows no error when it is only passed; submitting shows it.
  const leave = (field: SignInField): void => {
    if (values[field] !== '') check(field)
  }
  return {
    values,
    keep,
    problems,
    refusal,
    isBusy,
    isCaptchaOpen,
    countdown,
    canRecover,
    setKeep,
    change,
    leave,
    submit,
    submitCaptcha,
    cancelCaptcha: () => setProving(false),
  }
}

/** Requested when the page opens; a refusal may require a captcha later. */
function useSignInFacts(): { readonly needsCaptcha: { current: boolean }; readonly canRecover: boolean } {
  const needsCaptcha = useRef(false)
  const [canRecover, setCanRecover] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void fetchSignInFacts().then(({ captcha, recovery }) => {
      if (!isCurrent) return
      if (captcha) needsCaptcha.current = true
      setCanRecover(recovery)
    })
    return () => {
      isCurrent = false
    }
  }, [])
  return { needsCaptcha, canRecover }
}

/** Details of a refusal: errors by field, seconds to wait, whether the next attempt needs a captcha. */
function refusalDetails(error: unknown): {
  readonly errors: Readonly<Record<string, string>>
  readonly wait: number
  readonly captcha: boolean
} {
  const data =
    error instanceof ApiError
      ? (error.data as { errors?: Record<string, string>; wait?: unknown; captcha?: unknown } | null)
      : null
  return {
    errors: data?.errors ?? {},
    wait: typeof data?.wait === 'number' ? data.wait : 0,
    captcha: data?.captcha === true,
  }
}

/** Runs one task at a time: a second one is ignored immediately, not only after the next rendering. */
function useSingleFlight(): { isBusy: boolean; run: (work: () => Promise<void>) => void } {
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
