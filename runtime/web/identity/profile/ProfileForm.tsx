import { useState, type FormEvent } from 'react'
import { saveAdmin } from '../../core/auth/session.ts'
import { SubmitButton } from '../../core/loading/SubmitButton.tsx'
import { useSubmitLater } from '../../core/react/use-submit-later.ts'
import { AvatarInput } from './AvatarInput.tsx'
import { saveProfile, type Profile } from './calls.ts'
import { FormRefusal, PasswordField, TextField } from './fields.tsx'
import { useFormState } from './form-state.ts'
import { useT } from './texts.ts'

const fieldNames = ['nickname', 'email', 'mobile', 'motto'] as const
const names = ['nickname', 'email', 'current_password', 'mobile', 'motto'] as const
type Values = Readonly<Record<(typeof names)[number], string>>

const valuesOf = ({ nickname, email, mobile, motto }: Profile): Values => ({
  nickname,
  email,
  mobile,
  motto,
  current_password: '',
})

interface ProfileFormProps {
  readonly profile: Profile
  /** Another mail address was saved. */
  readonly onNewAddress: () => void
}

export function ProfileForm({ profile, onNewAddress }: ProfileFormProps) {
  const t = useT()
  const [base, setBase] = useState(() => valuesOf(profile))
  const { form, values, setValues, field, show, save, refusal, isSaving } = useFormState(names, base)
  const changedNames = fieldNames.filter((name) => values[name] !== base[name])
  // Codes that set a new password are sent there.
  const needsPassword = values.email !== base.email
  const isLater = useSubmitLater(isSaving, values)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isLater(event) || changedNames.length === 0) return
    if (values.nickname.trim() === '') return show({ nickname: t('nickname-required') })
    if (needsPassword && values.current_password === '') return show({ current_password: t('current-required') })
    await save(async () => {
      const change = Object.fromEntries(changedNames.map((name) => [name, values[name]]))
      await saveProfile({ ...change, ...(needsPassword && { current_password: values.current_password }) })
      setBase({ ...values, current_password: '' })
      // What was typed while it was saved stays.
      setValues((now) => (now.current_password === values.current_password ? { ...now, current_password: '' } : now))
      saveAdmin({ nickname: values.nickname })
      if (needsPassword) onNewAddress()
    })
  }
  return (
    <form ref={form} className="profile-form" onSubmit={(event) => void submit(event)} noValidate>
      <AvatarInput stored={profile.avatar} name={values.nickname || profile.username} />
      <p className="profile-who">
        <strong>{profile.username}</strong>
        {profile.last_login_time !== '' && (
          <span className="tw-muted">
            {t('last', { time: profile.last_login_time, ip: profile.last_login_ip ?? '' })}
          </span>
        )}
      </p>
      <FormRefusal text={refusal} />
      <TextField {...field('nickname')} autoComplete="nickname" isRequired />
      <TextField {...field('email')} type="email" autoComplete="email" />
      {needsPassword && (
        <PasswordField
          {...field('current_password')}
          autoComplete="current-password"
          hint={t('email-password')}
          strength={null}
        />
      )}
      <TextField {...field('mobile')} type="tel" autoComplete="tel" />
      <TextField {...field('motto')} />
      <div className="profile-foot">
        <SubmitButton text={t('save')} isBusy={isSaving} disabled={changedNames.length === 0} />
        <span aria-live="polite" className="tw-muted">
          {changedNames.length > 0 && t('unsaved')}
        </span>
      </div>
    </form>
  )
}
