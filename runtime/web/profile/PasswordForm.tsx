import { Button, Callout } from '@blueprintjs/core'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { describeFieldProblem } from '../../i18n/i18n.ts'
import { ApiError, errorText } from '../api/api-error.ts'
import { useLanguage } from '../i18n/language.ts'
import { changePassword } from './calls.ts'
import { PasswordField } from './fields.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(none)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = (name: Name) => ({
    name,
    label: t(name),
    value: values[name],
    error: errors[name] ?? null,
    onChange: (value: string) => {
      setValues((known) => ({ ...known, [name]: value }))
      setErrors((known) => ({ ...known, [name]: undefined }))
    },
  })
  const show = (found: Partial<Record<Name, string>>): void => {
    setErrors(found)
    const first = names.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isSaving) return
    setRefusal(null)
    // By characters, as the server counts them.
    const length = [...values.password].length
    const found = {
      ...(values.current_password === '' && { current_password: t('current-required') }),
      ...((length < 8 || length > 64) && { password: describeFieldProblem(language, { rule: 'password' }) }),
    }
    if (Object.keys(found).length > 0) return show(found)
    setSaving(true)
    try {
      await changePassword(values)
      setValues(none)
      onChanged?.()
    } catch (error) {
      setRefusal(errorText(error))
      show((error instanceof ApiError ? error.refusal?.errors : undefined) ?? {})
    } finally {
      setSaving(false)
    }
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
      <div role="alert">
        {refusal !== null && (
          <Callout compact intent="danger">
            {refusal}
          </Callout>
        )}
      </div>
      <PasswordField {...field('current_password')} autoComplete="current-password" strength={null} />
      <PasswordField
        {...field('password')}
        hint={strength === null ? t('password-hint') : t(`strength-${strength}`)}
        strength={strength}
      />
      <div className="profile-foot">
        <Button type="submit" intent="primary" text={t('password-change')} loading={isSaving} />
        {children}
      </div>
    </form>
  )
}
