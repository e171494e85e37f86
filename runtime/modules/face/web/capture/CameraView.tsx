/** The picture of the camera in an oval, with a ring that fills and a hint that is read out. */
import { Button, Callout } from '@blueprintjs/core'
import { MediaNotice } from 'tablewright/web'
import type { ReactNode } from 'react'
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
  /** A picture from a file, in place of the camera. */
  readonly onFile: (frame: string) => void
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
  onFile,
  onUnreadable,
  children,
}: CameraViewProps) {
  const t = useT()
  const { state, attach, start, stop } = camera
  const isOn = state === 'on'
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
        {pose !== null && (
          <label className="bp6-button face-file" data-busy={isBusy}>
            <span className="bp6-button-text">{t('file')}</span>
            <input
              type="file"
              accept="image/*"
              disabled={isBusy}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                event.currentTarget.value = ''
                if (file) void frameOfFile(file).then((frame) => (frame === null ? onUnreadable() : onFile(frame)))
              }}
            />
          </label>
        )}
        {children}
      </div>
    </div>
  )
}
