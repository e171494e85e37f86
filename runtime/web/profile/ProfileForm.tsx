import { Button } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { saveAdmin } from '../auth/session.ts'
import { AvatarInput } from './AvatarInput.tsx'
import { saveProfile, type Profile } from './calls.ts'
import { FormRefusal, TextField } from './fields.tsx'
import { useFormState } from './form-state.ts'
import { useT } from './texts.ts'

const names = ['nickname', 'email', 'mobile', 'motto'] as const
type Name = (typeof names)[number]
type Values = Readonly<Record<Name, string>>

const valuesOf = ({ nickname, email, mobile, motto }: Profile): Values => ({ nickname, email, mobile, motto })

export function ProfileForm({ stored }: { readonly stored: Profile }) {
  const t = useT()
  const [base, setBase] = useState(() => valuesOf(stored))
  const { form, values, field, show, save, refusal, isSaving } = useFormState(names, base)
  const changed = names.filter((name) => values[name] !== base[name])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (changed.length === 0) return
    if (values.nickname.trim() === '') return show({ nickname: t('nickname-required') })
    await save(async () => {
      await saveProfile(Object.fromEntries(changed.map((name) => [name, values[name]])))
      setBase(values)
      saveAdmin({ nickname: values.nickname })
    })
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
      <FormRefusal text={refusal} />
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
