/** Plays one channel close to what happens now. */
import type { Channel } from '../../shared/media/frames.ts'

/** Seconds behind the latest frame: where it begins, from where on it plays faster, and from where on it jumps. */
const behind = { begin: 0.3, faster: 0.7, jump: 1.5 } as const
/** Seconds that were shown and are kept. */
const keptSeconds = 10
const lookMs = 250
/** Pieces that wait for the browser; more of them wait in vain. */
const maxWaiting = 300

/** Plays one channel, whichever way it comes. */
export interface Player {
  readonly channel: Channel
  readonly element: HTMLVideoElement
  /** The browser plays sound only after somebody has touched the page. */
  readonly isSilent: boolean
  readonly isShown: boolean
  /** Plays with sound, in answer to a touch. */
  unmute(): void
  dispose(): void
}

export class ChannelPlayer implements Player {
  readonly channel: Channel
  readonly element: HTMLVideoElement
  readonly #source = new MediaSource()
  readonly #address: string
  readonly #waiting: Uint8Array<ArrayBuffer>[] = []
  readonly #timer: ReturnType<typeof setInterval>
  readonly #onChange: () => void
  #buffer: SourceBuffer | null = null
  isSilent = false
  isShown = false

  constructor(channel: Channel, onChange: () => void) {
    this.channel = channel
    this.#onChange = onChange
    this.element = document.createElement('video')
    this.element.playsInline = true
    this.element.autoplay = true
    this.element.addEventListener('loadeddata', () => {
      this.isShown = true
      onChange()
    })
    this.#address = URL.createObjectURL(this.#source)
    this.#source.addEventListener('sourceopen', () => {
      this.#buffer = this.#source.addSourceBuffer(channel.mime)
      this.#buffer.addEventListener('updateend', () => this.#append())
      this.#append()
    })
    this.element.src = this.#address
    this.#timer = setInterval(() => this.#follow(), lookMs)
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#waiting.length < maxWaiting) this.#waiting.push(bytes)
    this.#append()
  }

  unmute(): void {
    this.element.muted = false
    this.isSilent = false
    this.#play()
    this.#onChange()
  }

  dispose(): void {
    clearInterval(this.#timer)
    this.element.pause()
    this.element.removeAttribute('src')
    this.element.load()
    URL.revokeObjectURL(this.#address)
    this.element.remove()
  }

  #append(): void {
    const buffer = this.#buffer
    if (!buffer || buffer.updating || this.#source.readyState !== 'open') return
    const next = this.#waiting.shift()
    try {
      if (next) return buffer.appendBuffer(next)
      const { buffered } = buffer
      const old = this.element.currentTime - keptSeconds
      if (buffered.length > 0 && buffered.start(0) < old - keptSeconds) buffer.remove(0, old)
    } catch {
      // The browser has no room, or has given the source up: what comes next shows a later picture.
    }
  }

  /** Keeps close to the latest frame, over every gap. */
  #follow(): void {
    const { buffered, currentTime } = this.element
    if (buffered.length === 0) return
    const last = buffered.length - 1
    const [start, end] = [buffered.start(last), buffered.end(last)]
    const distance = end - currentTime
    if (currentTime < start || distance > behind.jump) this.element.currentTime = Math.max(start, end - behind.begin)
    this.element.playbackRate = distance > behind.faster && distance <= behind.jump ? 1.1 : 1
    if (this.element.paused) this.#play()
  }

  #play(): void {
    this.element.play().catch((error: unknown) => {
      // Another reason, such as a new place to play from, does not last.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#silence()
    })
  }

  /** Without a touch it plays the picture alone, and the page offers to hear it. */
  #silence(): void {
    if (this.isSilent) return
    this.isSilent = true
    this.element.muted = true
    this.#onChange()
  }
}
