/** Camera and microphone of this machine, and why one of them cannot be used. */
import { recordedTypes } from '../../shared/media/frames.ts'

export type PageProblem = 'insecure' | 'unsupported' | 'codec'
type DeviceProblem = 'denied' | 'absent' | 'busy' | 'failed'

/** Why this page can use neither camera nor microphone, whatever the machine has; null = it can. */
export function pageProblem(): PageProblem | null {
  if (!window.isSecureContext) return 'insecure'
  // Types say that both are always there; browsers leave them out.
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') return 'unsupported'
  return MediaRecorder.isTypeSupported(recordedTypes.both) ? null : 'codec'
}

/** The type that this browser cannot play; null = it plays all of them. */
export function missingType(): string | null {
  if (typeof MediaSource === 'undefined') return 'MediaSource'
  return Object.values(recordedTypes).find((type) => !MediaSource.isTypeSupported(type)) ?? null
}

/** The devices to use; a text is the id of the device. */
export interface DeviceChoice {
  readonly camera: string | boolean
  readonly microphone: string | boolean
}

export interface OpenDevices {
  /** Null = none could be opened. */
  readonly stream: MediaStream | null
  readonly camera: DeviceProblem | null
  readonly microphone: DeviceProblem | null
}

const problems: Readonly<Record<string, DeviceProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const problemOf = (error: unknown): DeviceProblem =>
  (error instanceof DOMException ? problems[error.name] : undefined) ?? 'failed'

const picture = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 20, max: 30 } }
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

const cameraOf = (choice: DeviceChoice['camera']): MediaTrackConstraints | false =>
  choice !== false && { ...picture, ...(typeof choice === 'string' && { deviceId: { exact: choice } }) }
const microphoneOf = (choice: DeviceChoice['microphone']): MediaTrackConstraints | false =>
  choice !== false && { ...sound, ...(typeof choice === 'string' && { deviceId: { exact: choice } }) }

/** Opens the devices; where one of them fails, the other one alone. */
export async function openDevices(choice: DeviceChoice): Promise<OpenDevices> {
  const video = cameraOf(choice.camera)
  const audio = microphoneOf(choice.microphone)
  const open = (constraints: MediaStreamConstraints) => navigator.mediaDevices.getUserMedia(constraints)
  if (video && audio)
    try {
      return { stream: await open({ video, audio }), camera: null, microphone: null }
    } catch {
      // The error does not say which of them it is about.
    }
  const stream = new MediaStream()
  const add = async (constraints: MediaStreamConstraints): Promise<DeviceProblem | null> => {
    try {
      for (const track of (await open(constraints)).getTracks()) stream.addTrack(track)
      return null
    } catch (error) {
      return problemOf(error)
    }
  }
  const microphone = audio ? await add({ audio }) : null
  const camera = video ? await add({ video }) : null
  return { stream: stream.getTracks().length > 0 ? stream : null, camera, microphone }
}

export interface KnownDevice {
  readonly id: string
  readonly label: string
}

/** Devices to choose from; their names are known once one of them is open. */
export async function listDevices(kind: 'videoinput' | 'audioinput'): Promise<readonly KnownDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter((device) => device.kind === kind && device.deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}

export const stopStream = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => track.stop())
