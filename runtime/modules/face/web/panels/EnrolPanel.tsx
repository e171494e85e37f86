/** Enrols the face of a person who has consented, from the record of the person. */
import { Callout } from '@blueprintjs/core'
import { callRoute, type PanelProps } from 'tablewright/web'
import { maxTemplates, staffCapture, staffChallenge } from '../../shared/face-routes.ts'
import { Enrolment } from '../capture/Enrolment.tsx'
import { useT } from '../capture/texts.ts'

const [consented, enrolled] = [1, 2]

export function EnrolPanel({ row, onChanged }: PanelProps) {
  const t = useT()
  const id = Number(row['id'])
  const status = Number(row['status'])
  const templates = Number(row['templates'] ?? 0)
  if (status !== consented && status !== enrolled) return <p className="tw-muted">{t('panel-consent')}</p>
  if (templates >= maxTemplates) return <p className="tw-muted">{t('panel-full')}</p>
  return (
    <>
      <Callout compact>{t('plain-words')}</Callout>
      <Enrolment
        templates={templates}
        start={() => callRoute(staffChallenge, { purpose: 'enrol', id }, { quiet: true })}
        send={(nonce, frame) => callRoute(staffCapture, { id, nonce, frame }, { quiet: true })}
        onDone={() => void onChanged()}
      />
    </>
  )
}
