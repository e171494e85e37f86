import { Button, Callout } from '@blueprintjs/core'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, errorText } from '../api/api-error.ts'
import { saveAdmin } from '../auth/session.ts'
import { AvatarInput } from './AvatarInput.tsx'
import { saveProfile, type Profile } from './calls.ts'
import { TextField } from './fields.tsx'
import { useT } from './texts.ts'

const names = ['nickname', 'email', 'mobile', 'motto'] as const
type Name = (typeof names)[number]
type Values = Readonly<Record<Name, string>>

const valuesOf = ({ nickname, email, mobile, motto }: Profile): Values => ({ nickname, email, mobile, motto })

export function ProfileForm({ stored }: { readonly stored: Profile }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(() => valuesOf(stored))
  const [values, setValues] = useState(base)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const changed = names.filter((name) => values[name] !== base[name])
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
    if (isSaving || changed.length === 0) return
    setRefusal(null)
    if (values.nickname.trim() === '') return show({ nickname: t('nickname-required') })
    setSaving(true)
    try {
      await saveProfile(Object.fromEntries(changed.map((name) => [name, values[name]])))
      setBase(values)
      saveAdmin({ nickname: values.nickname })
    } catch (error) {
      const fieldErrors = (error instanceof ApiError ? error.refusal?.errors : undefined) ?? {}
      setRefusal(errorText(error))
      show(fieldErrors)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form ref={form} className="profile-form" onSubmit={(event) => void submit(event)} noValidate>
      <AvatarInput stored={stored.avatar} name={values.nickname || stored.username} />
      <p className="profile-who">
        <strong>{stored.username}</strong>
        {stored.last_login_time !== '' && (
          <span className="tw-muted">
            {t('last', { time: stored.last_login_time, ip: stored.last_login_ip ?? '' })}
          </span>
        )}
      </p>
      <div role="alert">
        {refusal !== null && (
          <Callout compact intent="danger">
            {refusal}
          </Callout>
        )}
      </div>
      <TextField {...field('nickname')} autoComplete="nickname" isRequired />
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField {...field('mobile')} type="tel" autoComplete="tel" />
      <TextField {...field('motto')} />
      <div className="profile-foot">
        <Button type="submit" intent="primary" text={t('save')} loading={isSaving} disabled={changed.length === 0} />
        <span aria-live="polite" className="tw-muted">
          {changed.length > 0 && t('unsaved')}
        </span>
      </div>
    </form>
  )
}
