/** The camera of the browser: asks for it, shows it, takes frames of it, and gives it back. */
import { useEffect, useRef, useState } from 'react'
import { frameLength } from '../../shared/face-routes.ts'

type CameraState = 'off' | 'asking' | 'on' | 'denied' | 'missing'

export interface Camera {
  readonly state: CameraState
  /** The element that shows the picture. */
  attach(element: HTMLVideoElement | null): void
  start(): Promise<void>
  stop(): void
  /** The picture that the camera shows now, as base64 of a JPEG; null before the first one. */
  takeFrame(): string | null
}

const endTracks = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => track.stop())

/** Enough for a face, and small enough to be sent. */
const size = { width: 640, height: 480 }

export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const [state, setState] = useState<CameraState>('off')
  const stop = (): void => {
    endTracks(stream.current)
    stream.current = null
    setState('off')
  }
  useEffect(() => () => endTracks(stream.current), [])
  return {
    state,
    attach(element) {
      video.current = element
    },
    stop,
    async start() {
      if (!navigator.mediaDevices) return setState('missing')
      setState('asking')
      try {
        const media = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user', ...size } })
        const element = video.current
        // The page was left while the browser asked.
        if (!element) return endTracks(media)
        stream.current = media
        for (const track of media.getTracks()) track.addEventListener('ended', () => setState('missing'))
        element.srcObject = media
        await element.play()
        setState('on')
      } catch (error) {
        setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing')
      }
    },
    takeFrame() {
      const element = video.current
      if (!element || element.videoWidth === 0) return null
      return frameOf(element, element.videoWidth, element.videoHeight)
    },
  }
}

/** A picture as base64 of a JPEG, at most as large as a frame of the camera. */
function frameOf(source: CanvasImageSource, width: number, height: number): string {
  const scale = Math.min(1, size.width / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.85, 0.7, 0.5]) {
    const address = canvas.toDataURL('image/jpeg', quality)
    const frame = address.slice(address.indexOf(',') + 1)
    if (frame.length <= frameLength || quality === 0.5) return frame
  }
  return ''
}

/** A picture file as a frame; null when the browser cannot read it. */
export async function frameOfFile(file: File): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file)
    const frame = frameOf(picture, picture.width, picture.height)
    picture.close()
    return frame
  } catch {
    return null
  }
}
