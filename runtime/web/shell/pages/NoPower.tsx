/** The page for what one may not open. */
import { Button } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n/shell-texts.ts'
import { useTitle } from '../title.ts'
import { useMissingRight } from './missing-right.ts'
import { useGoBack } from './NotFound.tsx'

export function NoPower() {
  const say = useTexts()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const missing = useMissingRight()
  useTitle(say('title.noPower'))
  return (
    <main className="tw-page-note" id="main" tabIndex={-1}>
      <Lock size={40} className="tw-page-note-icon" />
      <p className="tw-page-note-code" aria-hidden="true">401</p>
      <h1>{say('title.noPower')}</h1>
      <p role="status">{missing ?? say('page.noPowerText')}</p>
      <div className="tw-page-note-actions">
        <Button intent="primary" text={say('page.home')} onClick={() => void navigate('/')} />
        <Button text={say('page.back')} onClick={goBack} />
      </div>
    </main>
  )
}
