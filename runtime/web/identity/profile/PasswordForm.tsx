import type { FormEvent, ReactNode } from 'react'
import { SubmitButton } from '../../core/loading/SubmitButton.tsx'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { changePassword } from './calls.ts'
import { FormRefusal, PasswordField } from './fields.tsx'
import { useFormState } from './form-state.ts'
import './profile.css'
import { strengthOf } from './strength.ts'
import { useT } from './texts.ts'

const names = ['current_password', 'password'] as const
type Name = (typeof names)[number]
const none: Readonly<Record<Name, string>> = { current_password: '', password: '' }

/**
 * Changes the password of the signed-in admin, which requires the current one.
 */
export function PasswordForm({
  onChanged,
  children,
}: {
  /** Called once the server has stored it. */
  readonly onChanged?: () => void
  /** What stands next to the button. */
  readonly children?: ReactNode
}) {
  const t = useT()
  const language = useLanguage()
  const { form, values, setValues, field, show, save, refusal, isSaving } = useFormState(names, none)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // By characters, as the server counts them.
    const length = [...values.password].length
    const problems = {
      ...(values.current_password === '' && { current_password: t('current-required') }),
      ...((length < 8 || length > 64) && { password: describeFieldProblem(language, { rule: 'password' }) }),
    }
    if (Object.keys(problems).length > 0) return show(problems)
    await save(async () => {
      await changePassword(values)
      // What was typed while it was saved stays.
      setValues((now) => (now === values ? none : now))
      onChanged?.()
    })
  }
  const strength = values.password === '' ? null : strengthOf(values.password)
  return (
    <form
      ref={form}
      className="profile-form"
      aria-label={t('password-change')}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormRefusal text={refusal} />
      <PasswordField {...field('current_password')} autoComplete="current-password" strength={null} />
      <PasswordField
        {...field('password')}
        hint={strength === null ? t('password-hint') : t(`strength-${strength}`)}
        strength={strength}
      />
      <div className="profile-foot">
        <SubmitButton text={t('password-change')} isBusy={isSaving} />
        {children}
      </div>
    </form>
  )
}
