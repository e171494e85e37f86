/** A certificate, on the screen and on paper. */
import { AnchorButton, Button, Spinner } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { createPortal } from 'react-dom'
import { dayOf, type AnswerOf } from 'tablewright/protocol'
import {
  callRoute,
  useLanguage,
  useSite,
  useStaleWhileRevalidate,
  useTitle,
  type MemberPageProps,
} from 'tablewright/web'
import { readCertificate } from '../../shared/course-routes.ts'
import { Problem } from './Problem.tsx'
import { useT } from './texts.ts'
import './courses.css'

type Certificate = AnswerOf<(typeof readCertificate)['answer']>

export function CertificatePage({ params }: MemberPageProps) {
  const t = useT()
  useTitle(t('certificate'))
  const language = useLanguage()
  const code = params['code'] ?? ''
  const { value, error, retry } = useStaleWhileRevalidate(`exam certificate ${code} ${language}`, () =>
    callRoute(readCertificate, { code }, { quiet: true }),
  )
  if (!value) return error === null ? <Spinner aria-label={t('loading')} /> : <Problem error={error} retry={retry} />
  return (
    <div className="exam-course">
      <div className="tw-card">
        <CertificateText certificate={value} />
      </div>
      <div className="exam-course-actions">
        <Button icon={<Print />} text={t('print')} onClick={() => window.print()} />
        <AnchorButton href="#/user/exam/courses" text={t('to-courses')} />
      </div>
      {createPortal(
        <div className="exam-certificate-sheet">
          <CertificateText certificate={value} />
        </div>,
        document.body,
      )}
    </div>
  )
}

function CertificateText({ certificate: { name, title, code, time } }: { readonly certificate: Certificate }) {
  const t = useT()
  const { siteName, timeZone } = useSite()
  return (
    <div className="exam-certificate">
      <p>{siteName}</p>
      <h1>{t('certificate')}</h1>
      <p>{t('certificate-text', { name })}</p>
      <p className="exam-certificate-title">{title}</p>
      <p className="tw-muted">{t('certificate-facts', { day: dayOf(time, timeZone), code })}</p>
    </div>
  )
}
