/** A PostgreSQL server of its own that can be taken away hard and put back, with the guarantees of a real one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepared, ready, type Start } from './postgres.ts'

export interface StoppablePostgres {
  readonly url: string
  start(): Promise<void>
  /** `SIGQUIT`: PostgreSQL's immediate stop; `SIGKILL`: its parent process dies. Nothing is written down by either. */
  end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** All of it stops where it is: connections stay open and nobody answers. */
  pause(): void
  resume(): void
  dispose(): Promise<void>
}

/** Makes and starts one. */
export async function openStoppablePostgres(): Promise<StoppablePostgres> {
  const base = mkdtempSync(join(tmpdir(), 'tablewright-stoppable-'))
  const cluster = await prepared(base)
  const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`
  let shell: ChildProcess | null = null
  const start = async (): Promise<void> => {
    shell = launch(cluster)
    await ready(url)
  }
  const familyOf = (): readonly [number, ...number[]] => {
    const parent = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return [parent, ...childrenOf(parent)]
  }
  const pause = (): void => familyOf().forEach((pid) => process.kill(pid, 'SIGSTOP'))
  const resume = (): void => familyOf().forEach((pid) => process.kill(pid, 'SIGCONT'))
  const end: StoppablePostgres['end'] = async (signal) => {
    const family = familyOf()
    process.kill(family[0], signal)
    // A new server starts only when nobody of the old one is left.
    while (family.some(isAlive)) await wait(10)
    shell?.stdin?.end()
  }
  const dispose = async (): Promise<void> => {
    const gone = new Promise((resolve) =>
      shell && shell.exitCode === null ? shell.once('exit', resolve) : resolve(null),
    )
    shell?.stdin?.end()
    await gone
    rmSync(base, { recursive: true, force: true })
  }
  await start()
  return { url, start, end, pause, resume, dispose }
}

/** Holds the server and stops it when our end of its input closes, also when we are killed. */
const guard = '"$@" >>"$0" 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid 2>/dev/null; wait $pid'

/** Unlike for other tests, a commit is one: it is in the file when it is told. It has the memory of a new server. */
function launch({ folder, base, data, account, port }: Start): ChildProcess {
  const command = [
    join(folder, 'bin', 'postgres'),
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-c',
    'unix_socket_directories=',
    '-c',
    'lc_messages=C',
  ]
  return spawn('/bin/sh', ['-c', guard, join(base, 'log'), ...command], {
    cwd: base,
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    ...account,
  })
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
