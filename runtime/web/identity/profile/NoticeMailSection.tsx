/** Which notifications the signed-in admin also receives by mail. */
import { Callout, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import { languages } from '../../../protocol/index.ts'
import { errorText } from '../../core/api/api-error.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { SubmitButton } from '../../core/loading/SubmitButton.tsx'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { languageNames } from '../../core/preferences/store.ts'
import { useSubmitLater } from '../../core/react/use-submit-later.ts'
import { fetchNoticeMail, saveNoticeMail, type NoticeMail } from './calls.ts'
import { FormRefusal } from './fields.tsx'
import { SectionStatus } from './SectionStatus.tsx'
import { useT } from './texts.ts'

/** @param round grows when the account has another address */
export function NoticeMailSection({ round }: { readonly round: number }) {
  const t = useT()
  const language = useLanguage()
  const loadState = useLoaded(`notice mail ${language} ${round}`, fetchNoticeMail)
  if (loadState.state !== 'ready') return <SectionStatus loaded={loadState} />
  if (loadState.value.mailer === 'off') return <p className="tw-muted">{t('mail-off')}</p>
  if (loadState.value.kinds.length === 0) return <p className="tw-muted">{t('mail-none')}</p>
  return <NoticeMailForm stored={loadState.value} />
}

function NoticeMailForm({ stored: settings }: { readonly stored: NoticeMail }) {
  const t = useT()
  const id = useId()
  const [base, setBase] = useState(() => choiceOf(settings))
  const [choice, setChoice] = useState(base)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isChanged = choice.language !== base.language || choice.kinds.join() !== base.kinds.join()
  const toggle = (name: string, isOn: boolean): void =>
    setChoice({
      ...choice,
      kinds: settings.kinds.flatMap((kind) =>
        (kind.name === name ? isOn : choice.kinds.includes(kind.name)) ? [kind.name] : [],
      ),
    })
  const isLater = useSubmitLater(isSaving, choice)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isLater(event) || !isChanged) return
    setSaving(true)
    setRefusal(null)
    try {
      await saveNoticeMail(choice)
      setBase(choice)
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className="profile-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="profile-lead tw-muted">{t('mail-lead')}</p>
      <MailHint stored={settings} />
      <FormRefusal text={refusal} />
      <fieldset className="profile-kinds">
        <legend className="tw-visually-hidden">{t('mail-kinds')}</legend>
        {settings.kinds.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={choice.kinds.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div className="tw-field">
        <label htmlFor={id}>{t('mail-language')}</label>
        <HTMLSelect
          id={id}
          value={choice.language}
          options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => {
            const { value } = event.currentTarget
            setChoice({ ...choice, language: languages.find((candidate) => candidate === value) ?? choice.language })
          }}
        />
      </div>
      <div className="profile-foot">
        <SubmitButton text={t('mail-save')} isBusy={isSaving} disabled={!isChanged} />
        <span aria-live="polite" className="tw-muted">
          {isChanged && t('unsaved')}
        </span>
      </div>
    </form>
  )
}

/** Why mail does not arrive, or not as it should. */
function MailHint({ stored: settings }: { readonly stored: NoticeMail }) {
  const t = useT()
  const reason =
    settings.has_address === 0
      ? 'mail-no-address'
      : settings.mailer === 'stored'
        ? 'mail-stored'
        : settings.has_links === 0
          ? 'mail-no-links'
          : null
  if (reason === null) return null
  return (
    <Callout compact intent={reason === 'mail-no-links' ? 'none' : 'warning'}>
      {t(reason)}
    </Callout>
  )
}

const choiceOf = ({ kinds, language }: NoticeMail) => ({
  kinds: kinds.filter(({ mail }) => mail === 1).map(({ name }) => name),
  language,
})
