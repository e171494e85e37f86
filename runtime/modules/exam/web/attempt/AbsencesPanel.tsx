/** When the page of the exam was left; an absence with a reason is excused. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, useCan, useSite, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { excuseAbsence, listAbsences } from '../../shared/attempt-routes.ts'
import { useT } from './texts.ts'
import './attempt.css'

export function AbsencesPanel({ row, onChanged }: PanelProps) {
  const t = useT()
  const { timeZone } = useSite()
  const id = Number(row['id'])
  const mayExcuse = useCan()('exam/attempt', 'excuse')
  const [isBusy, setBusy] = useState(false)
  const { value, error, retry } = useStaleWhileRevalidate(`exam absences ${id}`, () =>
    callRoute(listAbsences, { id }, { quiet: true }),
  )
  if (error !== null) throw error
  const excuse = async (absence: number, on: boolean): Promise<void> => {
    setBusy(true)
    try {
      await callRoute(excuseAbsence, { absence, on })
      retry()
      await onChanged()
    } catch {
      // The refusal was shown.
    }
    setBusy(false)
  }
  if (!value) return null
  if (value.list.length === 0) return <p className="tw-muted">{t('no-absences')}</p>
  return (
    <ul className="exam-absences">
      {value.list.map((absence) => (
        <li key={absence.id}>
          <span data-excused={absence.isExcused || undefined}>
            {formatSeconds(absence.time, timeZone)} · {t('seconds', { count: absence.seconds })}
            {absence.isExcused && ` · ${t('is-excused')}`}
          </span>
          {mayExcuse && (
            <Button
              size="small"
              text={absence.isExcused ? t('count-again') : t('excuse')}
              disabled={isBusy}
              onClick={() => void excuse(absence.id, !absence.isExcused)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
