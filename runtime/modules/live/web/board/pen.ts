/** A pen: collects the points of a stroke, and hands them on in parts. */
import { maxPoints, type Intent, type Tool } from '../../shared/events.ts'

/** Milliseconds between two parts of a stroke. */
const partMs = 250

export interface PenStyle {
  readonly tool: Tool
  readonly color: number
  readonly size: number
}

export class Pen {
  readonly #page: number
  readonly #style: PenStyle
  readonly #send: (intent: Intent) => void
  readonly #stroke = crypto.randomUUID()
  #part = 0
  #points: number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(page: number, style: PenStyle, send: (intent: Intent) => void) {
    this.#page = page
    this.#style = style
    this.#send = send
  }

  add([x, y]: readonly [number, number]): void {
    const last = this.#points.length
    if (last >= 2 && this.#points[last - 2] === x && this.#points[last - 1] === y) return
    this.#points.push(x, y)
    // The first point shows at once that something is drawn.
    if (this.#part === 0 || this.#points.length >= maxPoints) return this.#flush()
    this.#timer ??= setTimeout(() => this.#flush(), partMs)
  }

  lift(): void {
    this.#flush()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#points.length === 0) return
    const { tool, color, size } = this.#style
    const points = this.#points
    this.#points = []
    this.#send({
      kind: 'stroke',
      payload: { page: this.#page, stroke: this.#stroke, part: this.#part, tool, color, size, points },
    })
    this.#part += 1
  }
}
