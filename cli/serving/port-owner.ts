/** Which process listens on a port, as far as Linux reveals it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface PortOwner {
  readonly pid: number
  readonly name: string
}

/** Null when the system does not reveal it: another user's process, or another operating system. */
export function findPortOwner(port: number): PortOwner | null {
  try {
    const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listeningInodes(file, port)))
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (socketInodes(pid).some((inode) => inodes.has(inode)))
        return { pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }
    }
  } catch {
    // No /proc, or it may not be read.
  }
  return null
}

/** Socket inodes that listen (state 0A) on the port. */
function listeningInodes(file: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  const columns = readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  return columns.filter((one) => one[1]?.endsWith(`:${wanted}`) && one[3] === '0A').map((one) => one[9] ?? '')
}

function socketInodes(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map(
      (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? '',
    )
  } catch {
    return []
  }
}
