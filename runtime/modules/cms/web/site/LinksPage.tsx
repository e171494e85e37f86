/** Suggests a site for the links of the home page. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  callRoute,
  CaptchaDialog,
  errorText,
  isMemberSignedIn,
  member,
  useTitle,
  type SolvedCaptcha,
} from 'tablewright/web'
import { applyFriendlyLink } from '../../shared/site/index-routes.ts'
import { isCaptchaMissing } from './captcha.ts'
import { Field } from './Field.tsx'
import { useT } from './texts.ts'

const empty = { title: '', link: 'https://', remark: '', contact: '' }

export function LinksPage() {
  const t = useT()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const [values, setValues] = useState(empty)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  useTitle(t('apply-link'))
  const send = async (solved?: SolvedCaptcha): Promise<void> => {
    setAsking(false)
    setProblem('')
    try {
      await callRoute(applyFriendlyLink, { ...values, ...solved }, { quiet: true, notifySuccess: true })
      setValues(empty)
    } catch (error) {
      if (isCaptchaMissing(error) && !solved) return setAsking(true)
      setProblem(errorText(error))
    }
  }
  return (
    <div className="site-list">
      <h1>{t('apply-link')}</h1>
      <p className="tw-muted">{t('links-lead')}</p>
      {isIn ? (
        <form
          className="site-form"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Field
            label={t('link-title')}
            value={values.title}
            onChange={(title) => setValues({ ...values, title })}
            required
          />
          <Field
            label={t('link-address')}
            value={values.link}
            onChange={(link) => setValues({ ...values, link })}
            required
          />
          <Field
            label={t('link-remark')}
            value={values.remark}
            onChange={(remark) => setValues({ ...values, remark })}
          />
          <Field
            label={t('link-contact')}
            value={values.contact}
            onChange={(contact) => setValues({ ...values, contact })}
          />
          {problem !== '' && <p role="alert">{problem}</p>}
          <Button type="submit" intent="primary" text={t('link-send')} />
        </form>
      ) : (
        <a className="bp6-button bp6-intent-primary" href="#/user/login">
          {t('links-sign-in')}
        </a>
      )}
      {isAsking && <CaptchaDialog onSolved={(solved) => void send(solved)} onCancel={() => setAsking(false)} />}
    </div>
  )
}
