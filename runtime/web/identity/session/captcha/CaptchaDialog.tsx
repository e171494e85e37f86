/**
 * Asks for a captcha: shapes to click in order, or a text question for those who cannot see the picture or use no
 * mouse.
 */
import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import type { SolvedCaptcha } from './calls.ts'
import './captcha.css'
import { useChallenge } from './challenge.ts'
import { PictureChallengeForm } from './PictureChallengeForm.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { useT } from './texts.ts'

export interface CaptchaDialogProps {
  readonly onSolved: (solved: SolvedCaptcha) => void
  readonly onCancel: () => void
}

export function CaptchaDialog({ onSolved, onCancel }: CaptchaDialogProps) {
  const t = useT()
  const state = useChallenge(onSolved)
  const { mode, challenge, hasFailed, outcome } = state
  const isDone = outcome?.isRight === true
  const isBusy = state.isChecking || isDone
  const cancel = (): void => {
    if (!isDone) onCancel()
  }
  const other = mode === 'picture' ? 'text' : 'picture'
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={t('title')}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      className="captcha-dialog"
    >
      <DialogBody className="captcha-body">
        <div role="status" className="captcha-outcome">
          {outcome && (
            <Callout compact intent={isDone ? 'success' : 'danger'}>
              {outcome.text}
            </Callout>
          )}
          {hasFailed && (
            <Callout compact intent="danger">
              {t('load-failed')}
            </Callout>
          )}
        </div>
        {challenge === null && <div className="captcha-place">{!hasFailed && t('loading')}</div>}
        {challenge !== null &&
          ('question' in challenge ? (
            <QuestionForm key={challenge.id} challenge={challenge} isBusy={isBusy} onAnswer={state.answer} />
          ) : (
            <PictureChallengeForm key={challenge.id} challenge={challenge} isBusy={isBusy} onAnswer={state.answer} />
          ))}
        <div className="captcha-foot">
          <Button variant="minimal" icon={<Refresh />} text={t('refresh')} disabled={isBusy} onClick={state.refresh} />
          <Button
            variant="minimal"
            text={t(mode === 'picture' ? 'to-text' : 'to-picture')}
            disabled={isBusy}
            onClick={() => state.use(other)}
          />
          <Button variant="outlined" className="captcha-cancel" text={t('cancel')} disabled={isDone} onClick={cancel} />
        </div>
      </DialogBody>
    </Dialog>
  )
}
