/** The snapshot of a record, which is hidden until somebody asks for it, and the decision about it. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, useCan, type PanelProps } from 'tablewright/web'
import { confirmRecord, viewSnapshot } from '../../shared/face-routes.ts'
import { useT } from '../capture/texts.ts'
import '../capture/capture.css'

const suspect = 1

export function SnapshotPanel({ row, onChanged }: PanelProps) {
  const t = useT()
  const mayConfirm = useCan()('face/record', 'confirm')
  const [picture, setPicture] = useState('')
  const [problem, setProblem] = useState('')
  const id = Number(row['id'])
  const show = (): void =>
    void callRoute(viewSnapshot, { id }, { quiet: true }).then(
      (answer) => setPicture(answer.picture),
      (error: unknown) => setProblem(errorText(error)),
    )
  const decide = (isPerson: boolean): void =>
    void callRoute(confirmRecord, { id, is_person: isPerson }, { notifySuccess: true }).then(
      () => void onChanged(),
      () => undefined,
    )
  return (
    <div className="face-snapshot">
      {picture === '' ? <div className="face-hidden" aria-hidden /> : <img src={picture} alt={t('picture-now')} />}
      {problem !== '' && (
        <Callout intent="warning" compact role="alert">
          {problem}
        </Callout>
      )}
      <div className="face-buttons">
        {picture === '' && <Button text={t('show-snapshot')} onClick={show} />}
        {Number(row['result']) === suspect && mayConfirm && (
          <>
            <Button intent="success" text={t('is-person')} onClick={() => decide(true)} />
            <Button intent="danger" text={t('is-not-person')} onClick={() => decide(false)} />
          </>
        )}
      </div>
      <p className="tw-muted">{t('view-logged')}</p>
    </div>
  )
}
