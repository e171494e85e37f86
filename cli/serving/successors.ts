/**
 * Servers of `serve` that take the place of each other after the designer has changed what they are built from. The
 * first one stops serving then and stays as their parent: who started it goes on waiting for it and stopping it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Running } from '../../runtime/server/compose.ts'
import { exitCodes } from '../exit-codes.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
const next = 'next'

/** Stops the server, and has others of the same command line serve, until one of them ends for good. */
export async function serveInTurn(running: Pick<Running, 'address' | 'close'>): Promise<void> {
  let child: ChildProcess | null = null
  const stopping = new AbortController()
  const stop = (): void => {
    // A second signal ends it at once, as it ends any server.
    if (stopping.signal.aborted) child?.kill('SIGKILL')
    else if (child?.connected) child.disconnect()
    stopping.abort()
  }
  for (const signal of signals) process.on(signal, stop)
  await running.close()
  let code: number | null = exitCodes.ok
  while (!stopping.signal.aborted) {
    const own = startSuccessor(new URL(running.address).port)
    child = own
    let hasNext = false
    own.on('message', (message) => {
      hasNext ||= message === next
    })
    code = await new Promise((resolve) => {
      own.once('error', () => resolve(exitCodes.environment))
      own.once('close', (exit) => resolve(exit ?? exitCodes.bug))
    })
    if (!hasNext) break
  }
  for (const signal of signals) process.off(signal, stop)
  process.exitCode = code ?? exitCodes.bug
}

/** The build is there already, and the port stays even where any was asked for. */
function startSuccessor(port: string): ChildProcess {
  const words = [...process.argv.slice(1), '--no-build', '--successor', ...(port === '' ? [] : ['--port', port])]
  return spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** A successor: stops, and has its parent start the next one. */
export async function giveWay(running: Pick<Running, 'close'>): Promise<void> {
  process.send?.(next)
  await running.close()
  if (process.connected) process.disconnect()
}

/** A successor stops when its parent says so or is gone; signals that reach both of them are the parent's. */
export function stopWithPredecessor({ close }: Pick<Running, 'close'>): void {
  for (const signal of signals) process.on(signal, () => undefined)
  process.once('disconnect', () => void close())
}
