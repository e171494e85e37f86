/** A challenge before the camera: pose by pose, then the frames are compared at once. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { errorText } from 'tablewright/web'
import type { Challenge } from '../../shared/face-routes.ts'
import { CameraView } from './CameraView.tsx'
import { useT } from './texts.ts'
import { useCamera } from './use-camera.ts'

export interface VerificationProps<Verdict> {
  readonly start: () => Promise<Challenge>
  readonly send: (nonce: string, frames: readonly string[]) => Promise<Verdict>
  readonly onVerdict: (verdict: Verdict) => void
}

/** Time to read the hint and to turn the head. */
const poseMs = 2500

export function Verification<Verdict>({ start, send, onVerdict }: VerificationProps<Verdict>) {
  const t = useT()
  const camera = useCamera()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [frames, setFrames] = useState<readonly string[]>([])
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const steps = challenge?.steps ?? []
  const pose = steps[frames.length] ?? null

  const begin = async (): Promise<void> => {
    setBusy(true)
    setRefusal('')
    setFrames([])
    try {
      setChallenge(await start())
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const add = async (frame: string): Promise<void> => {
    if (!challenge || isBusy) return
    const all = [...frames, frame]
    setFrames(all)
    if (all.length < steps.length) return
    setBusy(true)
    camera.stop()
    try {
      onVerdict(await send(challenge.nonce, all))
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setChallenge(null)
      setFrames([])
      setBusy(false)
    }
  }

  return (
    <CameraView
      camera={camera}
      pose={pose}
      done={frames.length}
      total={steps.length}
      hint={isBusy ? t('comparing') : t(pose ? `pose-${pose}` : 'begin-hint')}
      refusal={refusal}
      isBusy={isBusy}
      poseMs={poseMs}
      onFrame={(frame) => void add(frame)}
      onUnreadable={() => setRefusal(t('unreadable'))}
    >
      {challenge === null && (
        <Button intent="success" loading={isBusy} text={t('begin')} onClick={() => void begin()} />
      )}
    </CameraView>
  )
}
