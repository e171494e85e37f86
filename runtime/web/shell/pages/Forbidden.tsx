/** The 401 page: which permission is missing, and whom to ask. */
import { Button } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { anyOf, useLanguage } from '../../i18n/language.ts'
import { useT } from '../../i18n/shell-texts.ts'
import { useTitle } from '../../page/title.ts'
import { useMissingPermission } from './missing-permission.ts'
import { useGoBack } from './NotFound.tsx'

export function Forbidden() {
  const t = useT()
  const language = useLanguage()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const missing = useMissingPermission()
  useTitle(t('title.noPower'))
  return (
    <main className="tw-page-note" id="main" tabIndex={-1}>
      <Lock size={40} className="tw-page-note-icon" />
      <p className="tw-page-note-code" aria-hidden="true">
        401
      </p>
      <h1>{t('title.noPower')}</h1>
      <p>{t('page.noPowerText')}</p>
      <div role="status">
        {missing && (
          <p className="tw-page-note-why">
            <span>{t('page.lacking', { title: missing.title })}</span>{' '}
            <span>
              {missing.ask.length === 0 ? t('page.askNobody') : t('page.ask', { names: anyOf(missing.ask, language) })}
            </span>
          </p>
        )}
      </div>
      <div className="tw-page-note-actions">
        <Button intent="primary" text={t('page.home')} onClick={() => void navigate('/')} />
        <Button text={t('page.back')} onClick={goBack} />
      </div>
    </main>
  )
}
