/** The second factor of the signed-in admin: its state, setup, new recovery codes, and how to disable it. */
import { Button, Tag } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatSeconds } from '../../../../protocol/index.ts'
import { session } from '../../../core/auth/session.ts'
import { useLoaded } from '../../../core/loading/use-loaded.ts'
import { SectionStatus } from '../SectionStatus.tsx'
import { useT } from '../texts.ts'
import { disableFactor, fetchFactor, replaceRecoveryCodes, type Factor } from './calls.ts'
import { EnrolFactor } from './EnrolFactor.tsx'
import './factor.css'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** So few that new ones should be made. */
const fewCodes = 3

type Task = 'enrol' | 'disable' | 'codes'

export function FactorSection() {
  const t = useT()
  const [round, setRound] = useState(0)
  const [task, setTask] = useState<Task | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const loadState = useLoaded(`second factor ${round}`, fetchFactor)
  const frame = useRef<HTMLDivElement>(null)
  const isReturning = useRef(false)
  const isReady = loadState.state === 'ready'
  useEffect(() => {
    // The button that was pressed is gone: the focus goes to what can be done now.
    if (!isReady || task !== null || !isReturning.current) return
    isReturning.current = false
    frame.current?.querySelector('button')?.focus()
  }, [isReady, task])
  const leave = (): void => {
    isReturning.current = true
    setTask(null)
    setCodes(null)
    setRound((count) => count + 1)
  }
  const disable = async (proof: Parameters<typeof disableFactor>[0]): Promise<void> => {
    await disableFactor(proof)
    leave()
  }
  if (loadState.state !== 'ready') return <SectionStatus loaded={loadState} />
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={leave} />
  const cancel = <Button variant="minimal" text={t('cancel')} onClick={leave} />
  if (task === 'enrol') return <EnrolFactor onDone={leave} cancel={cancel} />
  if (task === 'codes')
    return (
      <ProofForm
        lead={t('codes-lead')}
        submitText={t('codes-new')}
        send={async (proof) => setCodes(await replaceRecoveryCodes(proof))}
        onCancel={leave}
      />
    )
  if (task === 'disable')
    return (
      <ProofForm
        lead={t(loadState.value.required ? 'disable-lead-required' : 'disable-lead')}
        submitText={t('factor-disable')}
        isDanger
        send={disable}
        onCancel={leave}
      />
    )
  return (
    <div ref={frame}>
      <FactorState factor={loadState.value} onTask={setTask} />
    </div>
  )
}

function FactorState({ factor, onTask }: { readonly factor: Factor; readonly onTask: (task: Task) => void }) {
  const t = useT()
  const { timeZone } = useSnapshot(session).site
  if (!factor.enabled)
    return (
      <>
        <p>
          <Tag minimal>{t('factor-off')}</Tag>
        </p>
        <p className="tw-muted">{t('factor-lead')}</p>
        <Button text={t('factor-set-up')} onClick={() => onTask('enrol')} />
      </>
    )
  const isShort = factor.recovery_left <= fewCodes
  return (
    <>
      <p>
        <Tag minimal intent="success">
          {t('factor-on')}
        </Tag>{' '}
        <span className="tw-muted">
          {factor.time !== null && t('factor-since', { time: formatSeconds(factor.time, timeZone) })}
        </span>
      </p>
      <p className={isShort ? 'factor-few' : 'tw-muted'}>
        {t(isShort ? 'codes-few' : 'codes-left', { count: factor.recovery_left })}
      </p>
      <div className="factor-tools">
        <Button text={t('codes-new')} onClick={() => onTask('codes')} />
        <Button intent="danger" variant="outlined" text={t('factor-disable')} onClick={() => onTask('disable')} />
      </div>
    </>
  )
}
