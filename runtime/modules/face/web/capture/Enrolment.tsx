/** Enrolment, frame by frame: the ring fills with each pose that was accepted, and each refusal says why. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { errorText } from 'tablewright/web'
import { enrolmentPoses, neededTemplates, type Challenge } from '../../shared/face-routes.ts'
import { CameraView } from './CameraView.tsx'
import { useT } from './texts.ts'
import { useCamera } from './use-camera.ts'

/** The answer to one frame. */
interface Capture {
  readonly accepted: boolean
  readonly message: string
  readonly templates: number
  readonly status: 'consented' | 'enrolled' | 'review'
  readonly next: Challenge | null
}

export interface EnrolmentProps {
  /** Templates that there are already. */
  readonly templates: number
  readonly start: () => Promise<Challenge>
  readonly send: (nonce: string, frame: string) => Promise<Capture>
  readonly onDone: () => void
}

/** Time to follow the hint. */
const poseMs = 1500

export function Enrolment({ templates: before, start, send, onDone }: EnrolmentProps) {
  const t = useT()
  const camera = useCamera()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [templates, setTemplates] = useState(before)
  const [refusal, setRefusal] = useState('')
  const [status, setStatus] = useState<Capture['status'] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOver = status === 'enrolled' || status === 'review'
  const [pose = null] = isOver ? [] : (challenge?.steps ?? enrolmentPoses.slice(templates))

  const submit = async (frame: string): Promise<void> => {
    if (isBusy || isOver) return
    setBusy(true)
    try {
      const { nonce } = challenge ?? (await start())
      const answer = await send(nonce, frame)
      setTemplates(answer.templates)
      setRefusal(answer.message)
      setChallenge(answer.next)
      if (answer.status !== 'consented') {
        setStatus(answer.status)
        camera.stop()
      }
    } catch (error) {
      setChallenge(null)
      setRefusal(errorText(error))
      camera.stop()
    } finally {
      setBusy(false)
    }
  }

  if (isOver)
    return (
      <Callout intent={status === 'enrolled' ? 'success' : 'warning'} role="status">
        <p>
          <strong>{t(`done-${status}`)}</strong> {t(`done-${status}-note`)}
        </p>
        <Button text={t('close')} onClick={onDone} />
      </Callout>
    )
  return (
    <CameraView
      camera={camera}
      pose={pose}
      done={Math.min(templates, neededTemplates)}
      total={neededTemplates}
      hint={t(pose ? `pose-${pose}` : 'pose-front')}
      refusal={refusal}
      isBusy={isBusy}
      poseMs={poseMs}
      onFrame={(frame) => void submit(frame)}
      onUnreadable={() => setRefusal(t('unreadable'))}
    />
  )
}
