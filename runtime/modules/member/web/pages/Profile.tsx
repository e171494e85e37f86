import { HTMLSelect } from '@blueprintjs/core'
import { useId, type FormEvent } from 'react'
import { AvatarPicker, member, postData, TextInput, useForm, SubmitButton, useSubmitLater } from 'tablewright/web'
import { reloadMember } from '../centre.ts'
import { Refusal } from '../Refusal.tsx'
import { useT } from '../texts.ts'
import { Avatar } from './Avatar.tsx'

const genders = [0, 1, 2] as const

/** What a member says about themselves. */
export function Profile() {
  const t = useT()
  const genderId = useId()
  const birthdayId = useId()
  const { values, set, errors, field, send, refusal, isBusy } = useForm({
    username: member.username,
    nickname: member.nickname,
    gender: String(member.gender),
    birthday: member.birthday,
    motto: member.motto,
  })
  const isLater = useSubmitLater(isBusy, values)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isLater(event)) return
    const body = { ...values, birthday: values.birthday || null, gender: Number(values.gender) }
    await send(async () => {
      await postData('/api/account/profile', body, { quiet: true, notifySuccess: true })
      await reloadMember()
    })
  }
  return (
    <>
      <header className="member-hello">
        <Avatar size={56} />
        <h1>{t('profile')}</h1>
        <AvatarPicker
          area="api"
          label={t('avatar-change')}
          busyLabel={t('avatar-sending')}
          onUploaded={async (avatar) => {
            await postData('/api/account/profile', { avatar }, { notifySuccess: true })
            await reloadMember()
          }}
        />
      </header>
      <form className="tw-card member-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
        <Refusal text={refusal} />
        <TextInput {...field('username')} label={t('username')} autoComplete="username" />
        <TextInput {...field('nickname')} label={t('nickname')} autoComplete="nickname" />
        <div className="tw-field">
          <label htmlFor={genderId}>{t('gender')}</label>
          <HTMLSelect
            id={genderId}
            name="gender"
            fill
            value={values.gender}
            onChange={(event) => set('gender', event.currentTarget.value)}
            options={genders.map((value) => ({ value: String(value), label: t(`gender-${value}`) }))}
          />
        </div>
        <div className="tw-field">
          <label htmlFor={birthdayId}>{t('birthday')}</label>
          <input
            id={birthdayId}
            name="birthday"
            type="date"
            className="bp6-input bp6-fill"
            value={values.birthday}
            onChange={(event) => set('birthday', event.currentTarget.value)}
          />
          <div className="tw-field-problem" aria-live="polite">
            {errors['birthday']}
          </div>
        </div>
        <TextInput {...field('motto')} label={t('motto')} autoComplete="off" />
        <SubmitButton size="large" isBusy={isBusy} text={t('save')} />
      </form>
    </>
  )
}
