/** Before anything is sent: every step is checked, and the one that fails says why and what can be done. */
import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect, Tag } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openStream } from 'tablewright/web'
import { mediaTopic } from '../../shared/events.ts'
import {
  listDevices,
  openDevices,
  pageProblem,
  stopStream,
  type DeviceChoice,
  type KnownDevice,
  type OpenDevices,
} from './devices.ts'
import { tryDirect } from './sfu/probe.ts'
import { LevelMeter } from './LevelMeter.tsx'
import { useT } from './texts.ts'

interface DeviceCheckProps {
  readonly room: number
  readonly as: 'admin' | 'member'
  /** The media that may be sent. */
  readonly media: { readonly camera: boolean; readonly microphone: boolean }
  readonly onStart: (stream: MediaStream) => void
  readonly onClose: () => void
}

type StageState =
  | 'waiting'
  | 'good'
  | 'unused'
  | 'insecure'
  | 'unsupported'
  | 'codec'
  | 'denied'
  | 'absent'
  | 'busy'
  | 'failed'
  | 'server'
  | 'blocked'
  | 'unavailable'

/** Problems with which everything still works. */
const harmless: readonly StageState[] = ['blocked', 'unavailable']
type StageName = 'page' | 'browser' | 'camera' | 'microphone' | 'server' | 'direct'

export function DeviceCheck({ room, as, media, onStart, onClose }: DeviceCheckProps) {
  const t = useT()
  const { devices, choices, server, direct, problem, choice, check } = useCheck(room, as, media)
  const isTaken = useRef(false)
  const stream = devices?.stream ?? null
  const deviceState = (name: 'camera' | 'microphone'): StageState => {
    if (choice[name] === false) return 'unused'
    if (problem !== null || !devices) return 'waiting'
    return devices[name] ?? 'good'
  }
  const stages: readonly (readonly [name: StageName, state: StageState])[] = [
    ['page', problem === 'insecure' ? 'insecure' : 'good'],
    ['browser', problem === 'unsupported' || problem === 'codec' ? problem : problem === null ? 'good' : 'waiting'],
    ['camera', deviceState('camera')],
    ['microphone', deviceState('microphone')],
    ['server', server],
    ['direct', direct],
  ]
  const has = (kind: 'video' | 'audio'): boolean => stream?.getTracks().some((track) => track.kind === kind) ?? false
  const isPartial = stream !== null && media.camera && media.microphone && !(has('video') && has('audio'))
  const startText = isPartial ? (has('audio') ? 'check-start-sound' : 'check-start-picture') : 'check-start'
  const close = (): void => {
    if (!isTaken.current) stopStream(stream)
    onClose()
  }
  return (
    <Dialog isOpen title={t('check')} onClose={close} className="live-check-dialog">
      <DialogBody>
        <p className="tw-muted">{t('check-tip')}</p>
        {media.camera && <Preview stream={stream} />}
        {has('audio') && stream && <LevelMeter stream={stream} label={t('level')} />}
        <ol className="live-stages" aria-live="polite">
          {stages.map(([name, state]) => (
            <Stage key={name} name={name} state={state} />
          ))}
        </ol>
        <div className="live-devices">
          {choices.cameras.length > 1 && (
            <DeviceSelect
              label={t('camera-device')}
              devices={choices.cameras}
              value={choice.camera}
              onChange={(camera) => check({ ...choice, camera })}
            />
          )}
          {choices.microphones.length > 1 && (
            <DeviceSelect
              label={t('mic-device')}
              devices={choices.microphones}
              value={choice.microphone}
              onChange={(microphone) => check({ ...choice, microphone })}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={close} />
            <Button text={t('check-again')} onClick={() => check(choice)} />
            <Button
              intent="primary"
              text={t(startText)}
              disabled={stream === null}
              onClick={() => {
                if (!stream) return
                isTaken.current = true
                onStart(stream)
                onClose()
              }}
            />
          </>
        }
      />
    </Dialog>
  )
}

function Stage({ name, state }: { readonly name: StageName; readonly state: StageState }) {
  const t = useT()
  const isProblem = state !== 'waiting' && state !== 'good' && state !== 'unused'
  return (
    <li data-state={harmless.includes(state) ? 'harmless' : isProblem ? 'problem' : state}>
      <span className="live-stage-name">{t(`stage-${name}`)}</span>
      {isProblem ? (
        <span className="live-stage-problem" role={harmless.includes(state) ? undefined : 'alert'}>
          {t(`problem-${state}`, { address: window.location.origin })}
        </span>
      ) : (
        <Tag minimal intent={state === 'good' ? 'success' : 'none'}>
          {t(`state-${state}`)}
        </Tag>
      )}
    </li>
  )
}

function Preview({ stream }: { readonly stream: MediaStream | null }) {
  const t = useT()
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className="live-preview" muted autoPlay playsInline aria-label={t('own-picture')} />
}

interface DeviceSelectProps {
  readonly label: string
  readonly devices: readonly KnownDevice[]
  readonly value: string | boolean
  readonly onChange: (id: string) => void
}

function DeviceSelect({ label, devices, value, onChange }: DeviceSelectProps) {
  const t = useT()
  return (
    <HTMLSelect
      fill
      aria-label={label}
      value={typeof value === 'string' ? value : devices[0]?.id}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={devices.map(({ id, label: name }, index) => ({
        value: id,
        label: name === '' ? t('device-number', { number: index + 1 }) : name,
      }))}
    />
  )
}

interface Choices {
  readonly cameras: readonly KnownDevice[]
  readonly microphones: readonly KnownDevice[]
}

const none: Choices = { cameras: [], microphones: [] }

/** Runs the check, also anew with other devices. Devices that are given up are closed. */
function useCheck(room: number, as: 'admin' | 'member', first: DeviceChoice) {
  const [problem] = useState(pageProblem)
  const [attempt, setAttempt] = useState({ choice: first })
  const [devices, setDevices] = useState<OpenDevices | null>(null)
  const [choices, setChoices] = useState<Choices>(none)
  const [server, setServer] = useState<'waiting' | 'good' | 'server'>('waiting')
  const [direct, setDirect] = useState<'waiting' | 'good' | 'blocked' | 'unavailable'>('waiting')
  const current = useRef<object | null>(null)
  const open = useEffectEvent(async (run: { readonly choice: DeviceChoice }) => {
    const opened = await openDevices(run.choice)
    if (current.current !== run) return stopStream(opened.stream)
    setDevices(opened)
    setChoices({ cameras: await listDevices('videoinput'), microphones: await listDevices('audioinput') })
  })
  const connect = useEffectEvent(async (run: object) => {
    const isGood = await canConnect(room, as)
    if (current.current === run) setServer(isGood ? 'good' : 'server')
    const way = isGood ? await tryDirect(as, room) : 'absent'
    if (current.current === run) setDirect(way === 'absent' ? 'unavailable' : way)
  })
  useEffect(() => {
    current.current = attempt
    if (problem === null) void open(attempt)
    void connect(attempt)
    return () => {
      current.current = null
    }
  }, [problem, attempt])
  const check = (choice: DeviceChoice): void => {
    stopStream(devices?.stream ?? null)
    setDevices(null)
    setServer('waiting')
    setDirect('waiting')
    setAttempt({ choice })
  }
  return { problem, devices, choices, server, direct, choice: attempt.choice, check }
}

/** Whether a stream of the room can be opened. */
async function canConnect(room: number, as: 'admin' | 'member'): Promise<boolean> {
  try {
    const socket = await openStream(as, mediaTopic(room))
    return await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => {
        resolve(true)
        socket.close(1000)
      })
      socket.addEventListener('error', () => resolve(false))
    })
  } catch {
    return false
  }
}
