/** Password and addresses of a member. */
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useState, type FormEvent } from 'react'
import {
  getData,
  member,
  PasswordInput,
  postData,
  useForm,
  useLanguage,
  useStaleWhileRevalidate,
  SubmitButton,
} from 'tablewright/web'
import type { Channel } from '../CodeField.tsx'
import { forgetMember } from '../centre.ts'
import { saveData } from '../erasure/export-data.ts'
import { Refusal } from '../Refusal.tsx'
import { useT } from '../texts.ts'
import { AddressCard } from './AddressCard.tsx'

const channels = ['email', 'mobile'] as const

export function Security() {
  const t = useT()
  const language = useLanguage()
  const { value } = useStaleWhileRevalidate(`security ${language}`, () =>
    getData<{ accountVerificationType: readonly Channel[] }>('/api/account/profile', '', { quiet: true }),
  )
  return (
    <>
      <h1>{t('security')}</h1>
      <div className="member-columns">
        <div className="member-stack">
          <PasswordCard />
          <DataCard />
        </div>
        <div className="member-stack">
          {channels.map((channel) => (
            <AddressCard
              key={channel}
              channel={channel}
              isOpen={value?.accountVerificationType.includes(channel) === true}
            />
          ))}
        </div>
      </div>
    </>
  )
}

/** Everything that the site has of the member, as a file. */
function DataCard() {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const data = await postData<object>('/api/account/exportData', {}).catch(() => null)
    if (data) saveData(data, member.username)
    setBusy(false)
  }
  return (
    <section className="tw-card member-form">
      <h2>{t('own-data')}</h2>
      <p className="tw-muted">{t('own-data-lead')}</p>
      <Button size="large" icon={<Download />} text={t('own-data-save')} loading={isBusy} onClick={() => void save()} />
    </section>
  )
}

function PasswordCard() {
  const t = useT()
  const { form, values, field, send, refusal, isBusy } = useForm({
    oldPassword: '',
    newPassword: '',
    confirmPassword: '',
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isDone = await send(() =>
      postData('/api/account/changePassword', values, { quiet: true, notifySuccess: true }),
    )
    // All sessions of the account are over, this one too.
    if (isDone) forgetMember()
  }
  return (
    <form {...form} className="tw-card member-form" onSubmit={(event) => void submit(event)}>
      <h2>{t('change-password')}</h2>
      <p className="tw-muted">{t('change-password-lead')}</p>
      <Refusal text={refusal} />
      <PasswordInput {...field('oldPassword')} label={t('current-password')} autoComplete="current-password" />
      <PasswordInput {...field('newPassword')} label={t('new-password')} autoComplete="new-password" />
      <PasswordInput {...field('confirmPassword')} label={t('repeat-password')} autoComplete="new-password" />
      <SubmitButton size="large" isBusy={isBusy} text={t('change-password')} />
    </form>
  )
}
