/**
 * Account, password, "stay signed in". Fields are checked on blur and on submit; refusals are announced to screen
 * readers.
 */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useRef, type FormEvent, type ReactNode } from 'react'
import { useT } from '../../core/i18n/shell-texts.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { ignoreImeEnter } from '../../core/react/ime-enter.ts'
import { clockText } from './countdown.ts'
import { PasswordInput, TextInput } from './SignInInputs.tsx'
import type { SignInField } from './sign-in-rules.ts'
import { useSignIn } from './use-sign-in.ts'

const CaptchaDialog = lazyComponent(async () => (await import('./captcha/CaptchaDialog.tsx')).CaptchaDialog)
const FieldProblemText = lazyComponent(async () => (await import('./FieldProblemText.tsx')).FieldProblemText)

export function SignInForm({ onForgotten }: { readonly onForgotten: () => void }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const state = useSignIn((field) => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus())
  const { values, isBusy, refusal, countdown } = state
  const textOf = (field: SignInField): ReactNode => {
    const problem = state.problems[field]
    if (!problem) return null
    if ('text' in problem) return problem.text
    return 'key' in problem ? t(problem.key) : <FieldProblemText problem={problem.problem} />
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    state.submit()
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- watches the keys of its inputs */}
      <form
        ref={form}
        className="tw-sign-in-form"
        onSubmit={submit}
        onKeyDown={ignoreImeEnter}
        noValidate
        aria-busy={isBusy}
      >
        <div role="alert">
          {refusal !== null && (
            <Callout intent="danger" compact className="tw-sign-in-refusal">
              {refusal}
            </Callout>
          )}
        </div>
        <TextInput
          name="username"
          label={t('signIn.username')}
          value={values.username}
          problem={textOf('username')}
          autoComplete="username"
          onChange={(value) => state.change('username', value)}
          onLeave={() => state.leave('username')}
          hasFocusFirst
        />
        <PasswordInput
          name="password"
          label={t('signIn.password')}
          value={values.password}
          problem={textOf('password')}
          autoComplete="current-password"
          onChange={(value) => state.change('password', value)}
          onLeave={() => state.leave('password')}
        />
        <Checkbox
          checked={state.keep}
          label={t('signIn.keep')}
          onChange={(event) => state.setKeep(event.currentTarget.checked)}
        />
        <SignInButton isBusy={isBusy} countdown={countdown} />
      </form>
      {state.canRecover && (
        <Button
          variant="minimal"
          intent="primary"
          className="tw-sign-in-other"
          text={t('signIn.forgotten')}
          onClick={onForgotten}
        />
      )}
      {state.isCaptchaOpen && <CaptchaDialog onSolved={state.submitCaptcha} onCancel={state.cancelCaptcha} />}
    </>
  )
}

/** The button that submits, and the wait after too many attempts. */
function SignInButton({ isBusy, countdown }: Pick<ReturnType<typeof useSignIn>, 'isBusy' | 'countdown'>) {
  const t = useT()
  const isWaiting = countdown.left > 0
  return (
    <>
      <Button
        type="submit"
        intent={isWaiting ? 'none' : 'primary'}
        size="large"
        fill
        aria-disabled={isBusy || isWaiting}
        text={
          isWaiting
            ? t('signIn.wait', { time: clockText(countdown.left) })
            : t(isBusy ? 'signIn.submitting' : 'signIn.submit')
        }
      />
      <p className="tw-visually-hidden" role="status">
        {countdown.isOver && t('signIn.waitOver')}
      </p>
    </>
  )
}
