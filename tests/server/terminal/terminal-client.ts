/** The terminal as tests use it: a server that listens, commands that are small scripts, and a spy on `spawn`. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import type { TerminalParts } from '../../../runtime/server/ops/terminal/terminal.ts'
import type { Engine } from '../../support/databases.ts'

interface TerminalMessage {
  readonly data: string
  readonly uuid: string
  readonly extend: string
  readonly key: string
}

export interface TerminalApp extends TestApp {
  readonly address: string
  /** Folder of the project the commands run in. */
  readonly folder: string
  /** The processes that were started. */
  readonly spawned: ChildProcess[]
  ticket(admin: number, command: string, uuid?: string): Promise<string>
  /** Opens a stream; `path` is that of the dialect. */
  open(query: Readonly<Record<string, string>>, path?: string): Promise<TerminalStream>
  /** Gets a ticket, runs the command to its end and returns what was sent. */
  run(admin: number, command: string, uuid?: string): Promise<readonly string[]>
}

interface TerminalStream {
  readonly headers: Headers
  readonly messages: readonly TerminalMessage[]
  /** Resolves when a message has this text, or the stream has ended. */
  until(text: string | RegExp): Promise<void>
  /** All texts, once the stream has ended. */
  rest(): Promise<readonly string[]>
  abort(): void
}

/** Stands for `tablewright`: what it does is written in the file `<command>.mjs` of the project. */
const script = `import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
const [command, ...words] = process.argv.slice(2)
const root = words[words.indexOf('--root') + 1]
await import(pathToFileURL(join(root, command + '.mjs')).href)
`

/** @param scripts what the commands do, by name */
export async function openTerminalApp(
  engine: Engine,
  scripts: Readonly<Record<string, string>>,
  { limits, environment = {} }: Pick<TerminalParts, 'limits'> & { readonly environment?: Record<string, string> } = {},
): Promise<TerminalApp> {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-terminal-'))
  mkdirSync(join(folder, 'cli'))
  writeFileSync(join(folder, 'cli/tablewright.mjs'), script)
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, `${name}.mjs`), text)
  const spawned: ChildProcess[] = []
  const app = await openTestApp(engine, {
    terminal: {
      place: {
        folder,
        script: join(folder, 'cli/tablewright.mjs'),
        environment: { PATH: process.env['PATH'], HOME: folder, ...environment },
        dataFolder: folder,
        databaseUrl: 'postgres://me:secret@db/x',
      },
      ...(limits && { limits }),
      spawn: (file, args, options) => {
        const child = spawn(file, args, options)
        spawned.push(child)
        return child
      },
    },
  })
  await app.running.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.running.app.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const ticket: TerminalApp['ticket'] = async (admin, command, uuid = 'task') => {
    const answer = await app.post<{ ticket: string }>(admin, 'ajax/terminalTicket', { command, uuid })
    if (answer.code !== 1) throw new Error(answer.msg)
    return answer.data.ticket
  }
  const open: TerminalApp['open'] = (query, path = '/admin/ajax/terminal') =>
    openStream(`${address}${path}?${new URLSearchParams({ lang: 'en', ...query })}`)
  return {
    ...app,
    address,
    folder,
    spawned,
    ticket,
    open,
    run: async (admin, command, uuid = 'task') => {
      const batoken = await ticket(admin, command, uuid)
      return (await open({ command, uuid, batoken })).rest()
    },
  }
}

async function openStream(url: string): Promise<TerminalStream> {
  const controller = new AbortController()
  const answer = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: controller.signal })
  const messages: TerminalMessage[] = []
  const waiting = new Set<() => void>()
  let hasEnded = false
  const notify = (): void => waiting.forEach((check) => check())
  const ended = (async () => {
    let text = ''
    try {
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += piece
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events)
          if (event.startsWith('data: ')) messages.push(JSON.parse(event.slice(6)) as TerminalMessage)
        notify()
      }
    } catch {
      // The stream was cut off, by the test or by the server.
    }
    hasEnded = true
    notify()
  })()
  return {
    headers: answer.headers,
    messages,
    until: (wanted) =>
      new Promise((resolve) => {
        const isThere = ({ data }: TerminalMessage): boolean =>
          typeof wanted === 'string' ? data.includes(wanted) : wanted.test(data)
        const check = (): void => {
          if (!hasEnded && !messages.some(isThere)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    rest: async () => {
      await ended
      return messages.map(({ data }) => data)
    },
    abort: () => controller.abort(),
  }
}

/** Whether a process lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
