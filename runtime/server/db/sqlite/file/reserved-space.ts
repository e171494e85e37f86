/**
 * Disk space reserved next to a database. When the disk is full it is released: essential writes (signing in and out)
 * work again, and everything else is refused until the space can be reserved once more. Without it a full disk would
 * lock everybody out, because SQLite then cannot even checkpoint its write-ahead log.
 */
import { closeSync, openSync, rmSync, type StatsFs, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The size of the write-ahead log before it is checkpointed (16 MB), and as much again for the file to grow. */
const defaultSize = 32 * 2 ** 20
/** On a small disk the reserved space is at most one part in this many. */
const maxDiskFraction = 8
/** How often a full disk is checked again, in milliseconds. */
const recheckIntervalMs = 1000

export class ReservedSpace {
  readonly #path: string
  #isFull = false
  #checkedAt = 0

  /** @param file the database; the reserved file is created next to it */
  constructor(file: string) {
    this.#path = `${file}-reserved`
  }

  /** Reserves the space if there is plenty; a full disk does not keep the server from starting. */
  reserve(): void {
    if (!this.#isFull) this.#tryReserve()
  }

  /**
   * How many bytes the write-ahead log may hold before it is checkpointed: half the reserved space. The longer the log,
   * the fewer writes of the pages that change all the time; but a log that outgrew the space could not be checkpointed
   * on a full disk, and would keep growing.
   */
  get logSize(): number {
    return wantedSize(this.#disk) / 2
  }

  /** True while there is no space for ordinary writes. Checks the disk again at most once a second. */
  get isFull(): boolean {
    if (!this.#isFull || performance.now() - this.#checkedAt < recheckIntervalMs) return this.#isFull
    this.#checkedAt = performance.now()
    this.#isFull = !this.#tryReserve()
    return this.#isFull
  }

  /**
   * Called when a write fails because the disk is full. True when that freed space, so that the write can be repeated.
   */
  release(): boolean {
    const freed = this.#size > 0
    rmSync(this.#path, { force: true })
    this.#isFull = true
    this.#checkedAt = performance.now()
    return freed
  }

  get #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
  }

  get #disk(): StatsFs {
    return statfsSync(dirname(this.#path))
  }

  #tryReserve(): boolean {
    const disk = this.#disk
    const size = wantedSize(disk)
    if (this.#size === size) return true
    if (disk.bavail * disk.bsize < 2 * size) return false
    try {
      writeZeros(this.#path, size)
      return true
    } catch {
      rmSync(this.#path, { force: true })
      return false
    }
  }
}

function wantedSize({ blocks, bsize }: StatsFs): number {
  return Math.min(defaultSize, Math.floor((blocks * bsize) / maxDiskFraction))
}

/** Writes real zeros: a sparse file would reserve nothing. */
function writeZeros(path: string, size: number): void {
  const handle = openSync(path, 'w', 0o600)
  try {
    const zeros = Buffer.alloc(2 ** 16)
    for (let written = 0; written < size;)
      written += writeSync(handle, zeros, 0, Math.min(zeros.length, size - written))
  } finally {
    closeSync(handle)
  }
}
