/** The picture of the camera in an oval, with a ring that fills and a hint that is read out. */
import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { MediaNotice } from 'tablewright/web'
import type { Pose } from '../../shared/face-routes.ts'
import { useT } from './texts.ts'
import { frameOfFile, type Camera } from './use-camera.ts'
import './capture.css'

interface CameraViewProps {
  readonly camera: Camera
  /** The pose to take now; null = none. */
  readonly pose: Pose | null
  /** Parts of the ring that are filled, and all of them. */
  readonly done: number
  readonly total: number
  readonly hint: string
  /** Why the last frame was not taken. */
  readonly refusal: string
  readonly isBusy: boolean
  /** Milliseconds to take a pose, counted from the frame before; the button takes the frame earlier. */
  readonly poseMs: number
  /** A picture of the camera, or from a file in its place. */
  readonly onFrame: (frame: string) => void
  readonly onUnreadable: () => void
  readonly children?: ReactNode
}

/** An oval that begins at the top. */
const ring = 'M50 4 a46 58.5 0 0 1 0 117 a46 58.5 0 0 1 0 -117'

export function CameraView({
  camera,
  pose,
  done,
  total,
  hint,
  refusal,
  isBusy,
  poseMs,
  onFrame,
  onUnreadable,
  children,
}: CameraViewProps) {
  const t = useT()
  const { state, attach, start, stop, takeFrame } = camera
  const isOn = state === 'on'
  const submitFrame = (): void => {
    const frame = takeFrame()
    if (frame !== null) onFrame(frame)
  }
  const takeInTime = useEffectEvent(() => submitFrame())
  const isRunning = isOn && pose !== null && !isBusy
  useEffect(() => {
    // Each pose has the same time. A camera that shows nothing yet has no frame, and is asked again.
    if (!isRunning || done > total) return undefined
    const timer = setInterval(() => takeInTime(), poseMs)
    return () => clearInterval(timer)
  }, [isRunning, done, total, poseMs])
  const part = total === 0 ? 0 : (100 * done) / total
  return (
    <div className="face-capture">
      <MediaNotice />
      <div className="face-oval" data-on={isOn} data-pose={pose ?? ''}>
        {/* The hint describes the picture of the camera. */}
        <video ref={attach} muted playsInline aria-hidden tabIndex={-1} />
        <svg viewBox="0 0 100 125" aria-hidden>
          <path className="face-ring-back" d={ring} />
          <path className="face-ring" d={ring} pathLength={100} strokeDasharray={`${part} 200`} />
        </svg>
        {!isOn && <span className="face-oval-note">{t(`camera-${state}`)}</span>}
      </div>
      <p className="face-hint" role="status">
        {hint}
        {total > 0 && <span className="tw-muted"> {t('progress', { done, total })}</span>}
      </p>
      {refusal !== '' && (
        <Callout intent="warning" compact role="alert">
          {refusal}
        </Callout>
      )}
      <div className="face-buttons">
        {isOn ? (
          <Button text={t('camera-stop')} onClick={() => stop()} />
        ) : (
          <Button intent="primary" loading={state === 'asking'} text={t('camera-start')} onClick={() => void start()} />
        )}
        {isOn && pose !== null && <Button text={t('take')} disabled={isBusy} onClick={submitFrame} />}
        {pose !== null && <FileButton isBusy={isBusy} onFrame={onFrame} onUnreadable={onUnreadable} />}
        {children}
      </div>
    </div>
  )
}

type FileButtonProps = Pick<CameraViewProps, 'isBusy' | 'onFrame' | 'onUnreadable'>

function FileButton({ isBusy, onFrame, onUnreadable }: FileButtonProps) {
  const t = useT()
  return (
    <label className="bp6-button face-file" data-busy={isBusy}>
      <span className="bp6-button-text">{t('file')}</span>
      <input
        type="file"
        accept="image/*"
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void frameOfFile(file).then((frame) => (frame === null ? onUnreadable() : onFrame(frame)))
        }}
      />
    </label>
  )
}
