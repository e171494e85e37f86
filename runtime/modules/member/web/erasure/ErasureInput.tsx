import { Button, Callout } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useState } from 'react'
import { callRoute, useCan, useStaleWhileRevalidate, type InputProps } from 'tablewright/web'
import { textInput } from 'tablewright/web/parts'
import { consequences } from '../../shared/routes.ts'
import { exportMember } from './export-data.ts'
import { useT } from './texts.ts'
import './erasure.css'

const Reason = textInput({})

/** The reason for deleting a member, with what the deletion does. */
export function ErasureInput(props: InputProps) {
  const { id } = props.record
  const t = useT()
  return (
    <div className="member-erasure">
      <Reason {...props} />
      {id === null ? <p>{t('many')}</p> : <Consequences id={id} language={props.locale.language} />}
    </div>
  )
}

function Consequences({ id, language }: { readonly id: number; readonly language: string }) {
  const t = useT()
  const { value, error } = useStaleWhileRevalidate(`consequences ${id} ${language}`, () =>
    callRoute(consequences, { id }, { quiet: true }),
  )
  const [isBusy, setBusy] = useState(false)
  const mayExport = useCan()('user/user', 'exportData')
  if (error)
    return (
      <Callout role="alert" intent="danger">
        {t('failed')}
      </Callout>
    )
  if (!value) return <p role="status">{t('loading')}</p>
  const save = async (): Promise<void> => {
    setBusy(true)
    await exportMember(id).catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      {value.refusals.length > 0 && (
        <Callout role="alert" intent="danger">
          <h3>{t('refused')}</h3>
          <ul>
            {value.refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </Callout>
      )}
      <section aria-label={t('consequences')}>
        <h3>{t('consequences')}</h3>
        <ul>
          {value.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {mayExport && <Button icon={<Download />} text={t('export')} loading={isBusy} onClick={() => void save()} />}
    </>
  )
}
