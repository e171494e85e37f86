/**
 * Room kept back on the disk of a database. When the disk is full the ballast is let go: what is essential (signing in and
 * out) can be written again, everything else is refused until there is room for the ballast once more. Without it a full disk
 * would lock everybody out, for SQLite cannot even fold its log into the file then.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** What the log may grow to before it is folded into the file (4 MB), and as much for the file to take it in. */
const usual = 8 * 2 ** 20
/** Of a small disk it is this part at most. */
const part = 8
/** How often a full disk is looked at again, in milliseconds. */
const patience = 1000

export class Ballast {
  readonly #path: string
  #isFull = false
  #lookedAt = 0

  /** @param file the database, beside which the ballast lies */
  constructor(file: string) {
    this.#path = `${file}-ballast`
  }

  /** Takes the room if there is plenty; a full disk is no reason not to start. */
  take(): void {
    if (!this.#isFull) this.#take()
  }

  /** True while there is no room for ordinary writes. Looks at the disk, at most once a second, whether that is over. */
  get isFull(): boolean {
    if (!this.#isFull || performance.now() - this.#lookedAt < patience) return this.#isFull
    this.#lookedAt = performance.now()
    this.#isFull = !this.#take()
    return this.#isFull
  }

  /** To be called when a write found no room. True when that gave room to it. */
  letGo(): boolean {
    const gives = this.#size > 0
    rmSync(this.#path, { force: true })
    this.#isFull = true
    this.#lookedAt = performance.now()
    return gives
  }

  get #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
  }

  #take(): boolean {
    const { bavail, blocks, bsize } = statfsSync(dirname(this.#path))
    const size = Math.min(usual, Math.floor((blocks * bsize) / part))
    if (this.#size === size) return true
    if (bavail * bsize < 2 * size) return false
    try {
      fill(this.#path, size)
      return true
    } catch {
      rmSync(this.#path, { force: true })
      return false
    }
  }
}

/** Zeros that are really written: a file with holes would hold no room. */
function fill(path: string, size: number): void {
  const handle = openSync(path, 'w', 0o600)
  try {
    const zeros = Buffer.alloc(2 ** 16)
    for (let written = 0; written < size;)
      written += writeSync(handle, zeros, 0, Math.min(zeros.length, size - written))
  } finally {
    closeSync(handle)
  }
}
