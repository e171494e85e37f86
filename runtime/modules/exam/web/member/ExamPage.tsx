/** An exam: one question at a time, every answer saved as it is given. */
import { AnchorButton, Button, Callout, Spinner } from '@blueprintjs/core'
import { useTitle, type MemberPageProps } from 'tablewright/web'
import './exam.css'
import { numbersOf } from './sitting.ts'
import { SittingView } from './SittingView.tsx'
import { useT } from './texts.ts'
import { useSitting } from './use-sitting.ts'

export function ExamPage({ params }: MemberPageProps) {
  const t = useT()
  const { paper, room } = params
  const { sitting, state } = useSitting(room === undefined ? { paper: Number(paper) } : { room: Number(room) })
  useTitle(state.title || t('exams'))
  if (state.phase === 'loading') return <Spinner aria-label={t('loading')} />
  if (state.phase === 'working') return <SittingView sitting={sitting} state={state} />
  return (
    <div className="exam-end">
      <h1>{state.title || t('exams')}</h1>
      {state.phase === 'refused' && (
        <Callout compact intent="warning" role="alert">
          {state.refusal} {state.canRetry && <Button text={t('retry')} onClick={() => void sitting.open()} />}
        </Callout>
      )}
      {state.phase === 'elsewhere' && (
        <Callout compact intent="warning" role="alert">
          {t('elsewhere')} <Button text={t('take-over')} onClick={() => void sitting.open()} />
        </Callout>
      )}
      {state.phase === 'over' && (
        <Callout compact intent="success" role="status">
          <p>{t(state.isForced ? 'over-left' : 'over')}</p>
          <p>{t('over-note')}</p>
        </Callout>
      )}
      {state.lost.length > 0 && (
        <Callout compact intent="warning" role="alert">
          {t('lost-answers', { numbers: numbersOf(state, state.lost).join(', ') })}
        </Callout>
      )}
      <div className="exam-actions">
        {state.phase === 'over' && <AnchorButton intent="primary" href="#/user/exam/results" text={t('to-results')} />}
        {room === undefined ? (
          <AnchorButton href="#/user/exam" text={t('back')} />
        ) : (
          <AnchorButton href="#/user/exam/rooms" text={t('back-rooms')} />
        )}
      </div>
    </div>
  )
}
