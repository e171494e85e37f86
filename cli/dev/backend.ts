/**
 * The server behind the pages: a process for every build. The newest one takes over once it answers, so that a build
 * that does not start changes nothing. Requests wait meanwhile where the database changes.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Running } from '../../runtime/server/compose.ts'
import { createAnswerReader, readableLine } from './server-output.ts'

/** What a started server says of itself (`serve --json`). */
export type Started = Omit<Running, 'close'>

export interface Backend {
  /**
   * Starts the build as it is now. Rejects with an Error of what it said when it does not start.
   * @param isUsable requests go to the process before it meanwhile: the database stays as that one knows it
   * @param isComplete what else the build consists of; false = it cannot take over. Rejects then as well
   */
  readonly replace: (isUsable: boolean, isComplete?: Promise<boolean>) => Promise<Started>
  /** Where requests go, once nothing is about to take over that they have to wait for; null = no server runs. */
  readonly address: () => Promise<string | null>
  /** Stops the process; waits until it has ended. */
  readonly stop: () => Promise<void>
}

interface Begun {
  readonly child: ChildProcess
  readonly said: ReturnType<typeof collect>
}

interface Child {
  readonly process: ChildProcess
  readonly address: string
}

/** How the process of the next build is started before there is one. */
interface Standby {
  /** Path of `launcher/standby.mjs`. */
  readonly file: string
  /** Path of a script that loads the packages of the server. */
  readonly packages: () => string
}

/** After a takeover pages ask for much, so that the next process waits so long. */
const standbyDelayMs = 700

/**
 * @param words the command line of a server, without the node that runs it
 * @param onEnd called with what it said last when a server ended by itself
 * @param standby absent = each process is started when it is needed
 */
export function createBackend(
  words: readonly string[],
  folder: string,
  onEnd: (said: string) => void,
  standby?: Standby,
): Backend {
  let current: Child | null = null
  let waiting: Begun | null = null
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<unknown> = Promise.resolve()
  let awaited: Promise<unknown> = starting
  const children = new Set<ChildProcess>()

  const begin = (isWaiting: boolean): Begun => {
    const before = isWaiting && standby ? ['--import', pathToFileURL(standby.file).href] : []
    const env = isWaiting && standby ? { TABLEWRIGHT_STANDBY: standby.packages() } : {}
    const child = spawn(process.execPath, [...before, ...words], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(isWaiting ? ['ipc' as const] : [])],
    })
    children.add(child)
    const said = collect(child)
    child.once('close', () => {
      children.delete(child)
      if (waiting?.child === child) waiting = null
      if (current?.process !== child) return
      current = null
      onEnd(said.text())
    })
    return { child, said }
  }

  const start = async (isComplete: Promise<boolean>): Promise<Started> => {
    clearTimeout(timer)
    const ready = waiting
    waiting = null
    // It loads the build only now.
    ready?.child.send('go')
    const { child, said } = ready ?? begin(false)
    const started = await said.started
    if (!(await isComplete)) {
      child.kill('SIGTERM')
      throw new Error('the build is not complete')
    }
    const before = current
    current = { process: child, address: started.address }
    before?.process.kill('SIGTERM')
    if (standby) timer = setTimeout(() => (waiting ??= begin(true)), standbyDelayMs).unref()
    return started
  }

  return {
    replace: (isUsable, isComplete = Promise.resolve(true)) => {
      const next = starting.then(() => start(isComplete))
      starting = next.catch(() => undefined)
      if (!isUsable) awaited = starting
      return next
    },
    address: async () => {
      await (current ? awaited : starting)
      return current?.address ?? null
    },
    stop: async () => {
      await starting
      clearTimeout(timer)
      current = null
      const ends = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}

/** Lines of a failed start that are shown. */
const shownLines = 20

/**
 * Reads the answer a server prints once it listens; everything else it says goes to the terminal: its log, and what
 * modules print.
 */
function collect(child: ChildProcess): { readonly started: Promise<Started>; readonly text: () => string } {
  const reader = createAnswerReader((line) => process.stdout.write(`${readableLine(line)}\n`))
  let lines: string[] = []
  const text = (): string => lines.slice(-shownLines).join('\n').trim()
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    process.stderr.write(chunk)
    lines = [...lines, ...stripVTControlCharacters(chunk).split('\n')].slice(-shownLines - 1)
  })
  const started = new Promise<Started>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      // This is how the command `serve` answers.
      for (const answer of reader(chunk)) resolve(answer as unknown as Started)
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(text())))
  })
  // Who asks for it hears of a failure; a server that ends after it has started is reported by `onEnd`.
  started.catch(() => undefined)
  return { started, text }
}
