/** Plays a channel that comes directly. */
import type { Channel } from '../../../shared/media/frames.ts'
import type { Player } from '../player.ts'

const lookMs = 250

export class DirectPlayer implements Player {
  readonly channel: Channel
  readonly element: HTMLVideoElement
  readonly stream: MediaStream
  readonly #onChange: () => void
  readonly #timer: ReturnType<typeof setInterval>
  isSilent = false
  isShown = false

  constructor(channel: Channel, stream: MediaStream, onChange: () => void) {
    this.channel = channel
    this.stream = stream
    this.#onChange = onChange
    this.element = document.createElement('video')
    this.element.playsInline = true
    this.element.autoplay = true
    this.element.addEventListener('loadeddata', () => {
      this.isShown = true
      onChange()
    })
    this.element.srcObject = stream
    this.#timer = setInterval(() => this.#play(), lookMs)
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
    this.element.srcObject = null
    this.element.remove()
  }

  #play(): void {
    if (!this.element.paused) return
    void this.element.play().catch((error: unknown) => {
      // Without a touch it plays the picture alone, and the page offers to hear it.
      if (this.isSilent || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      this.isSilent = true
      this.element.muted = true
      this.#onChange()
    })
  }
}
