import { HTMLSelect } from '@blueprintjs/core'
import { useId, type FormEvent } from 'react'
import {
  AvatarPicker,
  member,
  MomentText,
  postData,
  TextInput,
  useForm,
  SubmitButton,
  useSubmitLater,
} from 'tablewright/web'
import { reloadMember } from '../centre.ts'
import { Refusal } from '../Refusal.tsx'
import { useT } from '../texts.ts'
import { Avatar } from './Avatar.tsx'

const genders = [0, 1, 2] as const

/** The profile that a member edits. */
export function Profile() {
  const t = useT()
  const genderId = useId()
  const birthdayId = useId()
  const { form, values, set, errors, field, send, refusal, isBusy } = useForm({
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
    const body = { ...values, birthday: values.birthday.trim() || null, gender: Number(values.gender) }
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
      <form {...form} className="tw-card member-form" onSubmit={(event) => void submit(event)}>
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
          <MomentText
            id={birthdayId}
            name="birthday"
            picker="date"
            pattern="yyyy-mm-dd"
            inputMode="numeric"
            pickLabel={t('birthday-pick')}
            value={values.birthday}
            intent={errors['birthday'] ? 'danger' : 'none'}
            aria-invalid={errors['birthday'] !== undefined || undefined}
            aria-describedby={`${birthdayId}-problem`}
            picked={/^\d{4}-\d\d-\d\d$/.test(values.birthday) ? values.birthday : ''}
            onPick={(day) => set('birthday', day)}
            onValueChange={(text) => set('birthday', text)}
          />
          <div id={`${birthdayId}-problem`} className="tw-field-problem" aria-live="polite">
            {errors['birthday']}
          </div>
        </div>
        <TextInput {...field('motto')} label={t('motto')} autoComplete="off" />
        <SubmitButton size="large" isBusy={isBusy} text={t('save')} />
      </form>
    </>
  )
}
