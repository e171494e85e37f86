/** Runs a command as a process group of its own, within limits of time and output. */
import { spawn as spawnProcess, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { TerminalCommand } from './commands.ts'

/** `child_process.spawn`; tests count its calls. */
export type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess

export interface RunLimits {
  /** Milliseconds. */
  readonly maxRunMs: number
  /** Bytes of output. */
  readonly maxOutput: number
  /** Milliseconds between the request to end and the end by force. */
  readonly killTimeoutMs: number
}

export const runLimits: RunLimits = { maxRunMs: 600_000, maxOutput: 4 * 1024 * 1024, killTimeoutMs: 3000 }

/** Why a command ended. */
export type RunOutcome =
  | { readonly reason: 'exit'; readonly code: number | null }
  /** `code` is that of the system, for example ENOENT. */
  | { readonly reason: 'not_started'; readonly code: string }
  | { readonly reason: 'time' | 'output' | 'prompt' | 'canceled' }

export interface Run {
  readonly command: TerminalCommand
  /** Absolute path. */
  readonly folder: string
  readonly withColors: boolean
  readonly limits: RunLimits
  /** Ends the command. */
  readonly signal: AbortSignal
  readonly onOutput: (text: string) => void
  readonly spawn?: Spawn
}

/** A question at the end of the output that nobody can answer: there is no input. */
const prompt = /[([](?:y\/n|yes\/no)[)\]]\s*[?:›]?\s*$/i
/** Characters of the output in which a question is looked for. */
const promptLength = 200

/** Resolves when the command and everything it started in its group have ended. Never rejects. */
export function runCommand({
  command,
  folder,
  withColors,
  limits,
  signal,
  onOutput,
  ...run
}: Run): Promise<RunOutcome> {
  const { spawn = spawnProcess } = run
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ reason: 'canceled' })
    const colors = withColors ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
    const child = spawn(command.file, command.args, {
      cwd: folder,
      // Guard T63: commands get a clean environment.
      // Without: env: { ...process.env, ...command.environment, ...colors, CI: '1' }
      env: { ...command.environment, ...colors, CI: '1' },
      shell: false,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let outcome: RunOutcome | null = null
    let received = 0
    let tail = ''
    const timers: NodeJS.Timeout[] = []
    const end = (reason: 'time' | 'output' | 'prompt' | 'canceled'): void => {
      if (outcome) return
      outcome = { reason }
      signalGroup(child, 'SIGTERM')
      timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), limits.killTimeoutMs))
    }
    timers.push(setTimeout(() => end('time'), limits.maxRunMs))
    const cancel = (): void => end('canceled')
    // Guard T63: a command ends when its client goes.
    signal.addEventListener('abort', cancel, { once: true })
    const finish = (result: RunOutcome): void => {
      timers.forEach(clearTimeout)
      signal.removeEventListener('abort', cancel)
      // What the command left running in its group has no reader any more.
      signalGroup(child, 'SIGKILL')
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve(outcome ?? result)
    }
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder('utf8')
      stream?.on('data', (bytes: Buffer) => {
        if (outcome) return
        const rest = limits.maxOutput - received
        received += bytes.length
        const text = decoder.write(bytes.length > rest ? bytes.subarray(0, rest) : bytes)
        if (text !== '') onOutput(text)
        tail = (tail + text).slice(-promptLength)
        // Guard T63: output has a limit.
        // Without: if (received > 9 * limits.maxOutput) end('prompt'); else if (prompt.test(tail)) end('prompt')
        if (received > limits.maxOutput) end('output')
        else if (prompt.test(tail)) end('prompt')
      })
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) finish({ reason: 'not_started', code: error.code ?? '' })
    })
    child.once('exit', (code) => {
      const exited: RunOutcome = { reason: 'exit', code }
      // A process of the group that still runs keeps the pipes open, so `close` might never come.
      timers.push(setTimeout(() => finish(exited), outputTimeoutMs))
      child.once('close', () => finish(exited))
    })
  })
}

/** Milliseconds that output may take to arrive after the command has exited. */
const outputTimeoutMs = 1000

/** Signals the command and everything in its group; one that has ended is left alone. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    // Guard T63: the whole group ends.
    // Without: process.kill(pid, signal)
    process.kill(-pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
