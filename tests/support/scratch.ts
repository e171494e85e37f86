/** Where tests put what they throw away. */
import { statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** Bytes that must be free there; a run needs less than a quarter of it. */
const enough = 4 * 1024 ** 3

/**
 * Has temporary folders made in memory where the machine has room for it: thousands of small transactions then need not
 * wait
 * for a disk. What is killed or loses its server keeps its files there as on a disk (the faults folders of modules).
 * TMPDIR, when set, wins.
 */
export function scratchInMemory(): void {
  if (process.env['TMPDIR'] === undefined && isRoomy()) process.env['TMPDIR'] = memory
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}
