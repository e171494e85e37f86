/**
 * The PostgreSQL server of a test run: TEST_DATABASE_URL, or one started for the run and gone with it, even when it is
 * killed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { binariesFor, unprivileged, type Account } from './postgres-binaries.ts'
import { freePort } from './free-port.mjs'

export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

/** Gives the server of TEST_DATABASE_URL, or starts one of our own on a free port of this machine. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  const base = mkdtempSync(join(tmpdir(), 'tablewright-postgres-'))
  try {
    return await guarded(await prepared(base))
  } catch (error) {
    rmSync(base, { recursive: true, force: true })
    throw error
  }
}

/** Makes an empty cluster below `base`. */
export async function prepared(base: string): Promise<Start> {
  const account = unprivileged()
  if (account) chownSync(base, account.uid, account.gid)
  const folder = await binariesFor(account, base)
  const data = join(base, 'data')
  execFileSync(
    join(folder, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    {
      cwd: base,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...account,
    },
  )
  return { folder, base, data, account, port: await freePort() }
}

/** An empty cluster and whom it runs as. */
export interface Start {
  readonly folder: string
  readonly base: string
  readonly data: string
  readonly account: Account | null
  readonly port: number
}

/** Nothing here needs to survive a crash of the machine, so nothing is synced. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_connections=200',
  'lc_messages=C',
]

/**
 * Where the server's socket is, which takes a third less work for each statement than TCP. Null where the system has
 * none, or where the path would be longer than it may be: 107 bytes with the name of the socket.
 */
const socketFolder = (base: string): string | null =>
  process.platform === 'win32' || Buffer.byteLength(base) > 80 ? null : base

/** A shell holds the server and ends it, folder and all, as soon as our end of its input closes. */
const guard =
  'base=$1; shift; "$@" >"$base/log" 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid 2>/dev/null; wait $pid; cd /; ' +
  'rm -rf "$base"'

async function guarded({ folder, base, data, account, port }: Start): Promise<PostgresServer> {
  const socket = socketFolder(base)
  const flags = [...settings, `unix_socket_directories=${socket ?? ''}`].flatMap((setting) => ['-c', setting])
  const command = [join(folder, 'bin', 'postgres'), '-D', data, '-h', '127.0.0.1', '-p', String(port), ...flags]
  const shell = spawn('/bin/sh', ['-c', guard, 'sh', base, ...command], {
    cwd: base,
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    ...account,
  })
  const gone = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres${socket === null ? '' : `?host=${socket}`}`
  const stop = async () => {
    shell.stdin.end()
    await gone
  }
  try {
    await untilStarted(data)
    await ready(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/**
 * Waits for the word that the server writes when it takes connections. One that is refused is an error, and vitest
 * cannot print where an error of this process comes from while it keeps transformed modules: it ends the run instead.
 */
async function untilStarted(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const hasStarted = () => existsSync(file) && /^ready\b/m.test(readFileSync(file, 'utf8'))
  for (let attempt = 1; attempt < 1200 && !hasStarted(); attempt++) await pause(50)
}

/** Waits until the server answers. */
export async function ready(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (attempt === 1200) throw new Error('the PostgreSQL server of the tests did not start', { cause: error })
    }
    await pause(50)
  }
}
