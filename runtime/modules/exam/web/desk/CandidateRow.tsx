import { Button } from '@blueprintjs/core'
import { canDo, shownState, type CandidateAction, type Rights } from './states.ts'
import { useT } from './texts.ts'
import type { Candidate } from './use-desk.ts'

interface RowProps {
  readonly candidate: Candidate
  readonly now: number
  readonly isCurrent: boolean
  readonly rights: Rights
  readonly select: () => void
  readonly open: (action: CandidateAction) => void
}

type Translate = ReturnType<typeof useT>

/** Seconds in words: 40 s, 5 min, 2 h. */
function spanText(seconds: number, t: Translate): string {
  const count = Math.max(0, Math.round(seconds))
  if (count < 60) return t('seconds', { count })
  return count < 5400
    ? t('minutes', { count: Math.round(count / 60) })
    : t('hours', { count: Math.round(count / 3600) })
}

/** Minutes and seconds: 12:05. */
const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function stateText(candidate: Candidate, now: number, t: Translate): string {
  const state = shownState(candidate)
  if (state === 'offline') return t('offline-for', { time: spanText(now - (candidate.seen ?? now), t) })
  if (state !== 'submitted') return t(state)
  const kinds = ['member', 'timeout', 'forced', 'admin'] as const
  const kind = kinds.find((name) => name === candidate.submitKind)
  return kind ? `${t('submitted')} · ${t(`by-${kind}`)}` : t('submitted')
}

/** One candidate: what there is to know in one line, and what can be done. */
export function CandidateRow({ candidate, now, isCurrent, rights, select, open }: RowProps) {
  const t = useT()
  const { key, name, no, answered, total, saved, deadline, extra, switches, state } = candidate
  const isWorking = state === 'working'
  const left = (deadline ?? now) - now
  const extraMinutes = Math.round(extra / 60)
  return (
    <div
      id={`candidate-${key}`}
      className="exam-desk-row"
      role="row"
      tabIndex={-1}
      data-state={shownState(candidate)}
      aria-current={isCurrent || undefined}
      onFocus={select}
    >
      <span role="cell" className="exam-desk-name">
        {name}
        {no > 1 && <span className="tw-muted"> {t('attempt-no', { no })}</span>}
      </span>
      <span role="cell" className="exam-desk-state">
        {stateText(candidate, now, t)}
        {isWorking && candidate.isOnline && saved !== null && (
          <span className="tw-muted"> · {t('saved-ago', { time: spanText(now - saved, t) })}</span>
        )}
      </span>
      <span role="cell" className="exam-desk-progress">
        {total > 0 && (
          <>
            <progress aria-hidden max={total} value={answered} />
            {t('answered', { answered, total })}
          </>
        )}
      </span>
      <span role="cell">
        {isWorking && (left > 0 ? clockText(left) : t('time-over'))}
        {extraMinutes > 0 && <span className="tw-muted"> {t('with-extra', { minutes: extraMinutes })}</span>}
      </span>
      <span role="cell" className={switches > 0 ? 'exam-desk-warning' : 'tw-muted'}>
        {switches > 0 && `${switches}×`}
      </span>
      <span role="cell" className="exam-desk-actions">
        {(['extend', 'message', 'force'] as const).map((action) => {
          const label = t(action === 'force' ? 'submit' : action)
          return (
            rights[action] &&
            canDo(candidate, action) && (
              <Button
                key={action}
                size="small"
                variant="minimal"
                text={label}
                aria-label={`${label}: ${name}`}
                onClick={() => open(action)}
              />
            )
          )
        })}
      </span>
    </div>
  )
}
