/** The rules of the lesson: a change is there at once for all, also for those who come later. */
import { Switch } from '@blueprintjs/core'
import { policyNames } from '../../shared/events.ts'
import { useT } from '../texts.ts'
import type { OpenLesson } from './use-lesson.ts'

export function RulesTab({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { state, submit } = lesson
  if (state.status !== 'live') return <p className="tw-muted live-note">{t('rules-not-live')}</p>
  return (
    <div className="live-rules">
      {policyNames.map((name) => (
        <Switch
          key={name}
          size="large"
          checked={state.policy[name]}
          label={t(`policy-${name}`)}
          onChange={({ currentTarget }) => submit({ kind: 'policy', payload: { [name]: currentTarget.checked } })}
        />
      ))}
    </div>
  )
}
