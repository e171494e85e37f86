/** A real server as its own process, started the way a person starts it, on a data folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from 'tablewright/protocol'
import { freePort } from './free-port.mjs'

export const project = join(import.meta.dirname, '../..')
export const adminPassword = 'Admin-2026'

export interface ServeOptions {
  /** Project folder; this repository when absent. */
  readonly root?: string
  readonly databaseUrl?: string
  /** Kept when given; else a folder is made and removed. */
  readonly dataFolder?: string
  readonly demo?: boolean
  readonly env?: NodeJS.ProcessEnv
  /** Starts what was built last, without looking whether it is stale. */
  readonly built?: boolean
  /** A data folder whose content the server starts with. */
  readonly copyOf?: string
}

export interface Running {
  readonly address: string
  readonly dataFolder: string
  readonly token: string
  readonly output: () => string
  /** Milliseconds from the start of the process to its first answer, as far as asking 50 ms apart tells. */
  readonly readyAfter: number
  /** Calls the server signed in; `body` makes it a POST. */
  api<Data = Record<string, unknown>>(path: string, body?: unknown, method?: string): Promise<Envelope<Data>>
  stop(): Promise<void>
  /** Ends it at once, without a chance to finish anything; the data folder stays. */
  kill(): Promise<void>
}

/** Starts `tablewright serve`, waits until it is ready and signs in. */
export async function serve(options: ServeOptions = {}): Promise<Running> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'tablewright-data-'))
  if (options.copyOf) cpSync(options.copyOf, dataFolder, { recursive: true })
  const { child, address, output, readyAfter } = await start(options, dataFolder)
  const token = await signIn(address)
  const api = <Data>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
    call<Data>(address + path, token, method, body)
  const stop = async () => {
    await ended(child)
    if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true })
  }
  const kill = () => killed(child)
  return { address, dataFolder, token, output, readyAfter, api, stop, kill }
}

/** Lets a first start of `tablewright serve` load what it loads into a data folder, and ends it without a sign-in. */
export async function loadFirstData(options: ServeOptions, dataFolder: string): Promise<void> {
  const { child } = await start(options, dataFolder)
  await ended(child)
}

/** Starts `tablewright serve` and waits until it is ready. */
async function start(options: ServeOptions, dataFolder: string) {
  const root = options.root ?? project
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [join(root, 'cli/tablewright.mjs'), 'serve', ...(options.built ? ['--no-build'] : [])],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        TABLEWRIGHT_DATA: dataFolder,
        TABLEWRIGHT_ADMIN_PASSWORD: adminPassword,
        TABLEWRIGHT_DEMO: options.demo === false ? '0' : '1',
        DATABASE_URL: options.databaseUrl ?? '',
        LOG_LEVEL: 'warn',
        TABLEWRIGHT_CAPTCHA: 'off',
        // Demo data is in this language.
        TABLEWRIGHT_LANG: 'zh-cn',
        ...options.env,
      },
    },
  )
  const said: string[] = []
  child.stdout.on('data', (text) => said.push(String(text)))
  child.stderr.on('data', (text) => said.push(String(text)))
  const output = () => said.join('')
  await untilReady(address, child, output)
  const readyAfter = Math.round(performance.now() - startedAt)
  return { child, address, output, readyAfter }
}

async function untilReady(address: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 300_000;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    if ((await fetch(`${address}/healthz`).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`the server is not ready:\n${output()}`)
}

async function signIn(address: string): Promise<string> {
  const answer = await call<{ userInfo: { token: string } }>(`${address}/admin/Index/login`, '', 'POST', {
    username: 'admin',
    password: adminPassword,
  })
  if (answer.code !== 1) throw new Error(answer.msg)
  return answer.data.userInfo.token
}

async function call<Data>(url: string, token: string, method: string, body: unknown): Promise<Envelope<Data>> {
  const headers: Record<string, string> = {
    'think-lang': 'en',
    ...(token ? { batoken: token } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return (await answer.json()) as Envelope<Data>
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const last = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.once('exit', () => {
      clearTimeout(last)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
