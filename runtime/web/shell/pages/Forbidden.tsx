/** The 401 page: which permission is missing, and whom to ask. */
import { Button } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { anyOf, useLanguage } from '../../core/i18n/language.ts'
import { useT as usePageT } from '../../core/i18n/page-texts.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { useNavigate } from '../../core/page/router.tsx'
import { useTitle } from '../../core/page/title.ts'
import { useMissingPermission } from './missing-permission.ts'
import { useGoBack } from './NotFound.tsx'

export function Forbidden() {
  const t = useT()
  const pageT = usePageT()
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
      <p>{pageT('page.noPowerText')}</p>
      <div role="status">
        {missing && (
          <p className="tw-page-note-why">
            <span>{pageT('page.lacking', { title: missing.title })}</span>{' '}
            <span>
              {missing.ask.length === 0
                ? pageT('page.askNobody')
                : pageT('page.ask', { names: anyOf(missing.ask, language) })}
            </span>
          </p>
        )}
      </div>
      <div className="tw-page-note-actions">
        <Button intent="primary" text={pageT('page.home')} onClick={() => navigate('/')} />
        <Button text={pageT('page.back')} onClick={goBack} />
      </div>
    </main>
  )
}
