// Installs what the lock file says, in the development checkout only. A package installed by npm has its dependencies
// already.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, writeAtomically } from './build-manifest.mjs'
import { LauncherError } from './launcher-error.mjs'
import { log } from './messages.mjs'

const driver = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'

/** True when nothing has to be installed below `folder`. */
export function isInstalled(folder) {
  return !isCheckout(folder) || (readInstalledHash(folder) === lockHash(folder) && existsSync(join(folder, driver)))
}

/** Installs and compiles what is missing. Throws a LauncherError with exit code 3 when that fails. */
export async function install(folder) {
  const startedAt = Date.now()
  const isComplete = holdsLockedPackages(folder)
  if (!isComplete) {
    refuseLink(join(folder, 'node_modules'))
    log('installing')
    await npm(folder, ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], 'install failed')
  }
  if (!isComplete || !(await driverLoads(folder))) {
    log('compiling')
    await npm(folder, ['rebuild', 'better-sqlite3'], 'compile failed')
    if (!(await driverLoads(folder))) throw new LauncherError('compile failed')
  }
  writeAtomically(installedHashFile(folder), lockHash(folder))
  if (!isComplete) log('installed', Math.round((Date.now() - startedAt) / 1000))
}

// `npm ci` begins by emptying the folder; behind a link, that folder belongs to another checkout.
function refuseLink(place) {
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink) throw new LauncherError('linked packages', [place, readlinkSync(place)])
}

const isCheckout = (folder) => existsSync(join(folder, 'package-lock.json')) && !/[\\/]node_modules[\\/]/.test(folder)
const installedHashFile = (folder) => join(folder, 'node_modules/.tablewright-installed')
// The driver is compiled for one version of Node's binary interface.
const lockHash = (folder) =>
  hashOf(readFileSync(join(folder, 'package-lock.json')), process.versions.modules, process.platform, process.arch)

function readInstalledHash(folder) {
  try {
    return readFileSync(installedHashFile(folder), 'utf8')
  } catch {
    return ''
  }
}

// npm notes what it has installed in a hidden lock file; `npm ci` may have been run by hand.
function holdsLockedPackages(folder) {
  try {
    const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, one]) =>
        path === '' || one.optional || (present[path]?.version === one.version && existsSync(join(folder, path))),
    )
  } catch {
    return false
  }
}

// In a process of its own: a driver compiled for another Node would stay broken in this one.
async function driverLoads(folder) {
  if (!existsSync(join(folder, driver))) return false
  const { code } = await runQuietly(
    process.execPath,
    ['-e', 'new (require("better-sqlite3"))(":memory:").close()'],
    folder,
  )
  return code === 0
}

async function npm(folder, words, failure) {
  const script = process.env.npm_execpath
  const byScript = script && /npm-cli\.c?js$/.test(script) && existsSync(script)
  const result = byScript
    ? await runQuietly(process.execPath, [script, ...words], folder)
    : await runQuietly('npm', words, folder)
  if (result.code === 'ENOENT') throw new LauncherError('npm missing')
  if (result.code !== 0) throw new LauncherError(failure, [], result.output.trimEnd().split('\n').slice(-15).join('\n'))
}

function runQuietly(command, words, folder) {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-20_000)
      })
    child.on('error', (error) => resolve({ code: error.code, output: String(error) }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
