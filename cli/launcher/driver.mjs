// The SQLite driver is the only package that is compiled where its binary cannot be downloaded. That takes longer than
// everything else of the installation, so it begins at the same time in a folder of its own, and its result is kept for
// the next installation.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeAtomically } from './build-manifest.mjs'
import { log } from './messages.mjs'
import { npm, runQuietly } from './npm.mjs'

const name = 'better-sqlite3'
const binary = join('node_modules', name, 'build/Release/better_sqlite3.node')

/** True when the driver of `folder` has its binary. */
export const hasDriver = (folder) => existsSync(join(folder, binary))

/** True when Node can load the driver of `folder`. Asked in a process of its own: one that fails would stay broken. */
export async function driverLoads(folder) {
  if (!hasDriver(folder)) return false
  const code = `new (require("${name}"))(":memory:").close()`
  return (await runQuietly(process.execPath, ['-e', code], folder)).code === 0
}

/**
 * Prepares the binary below `.build`. Resolves with its path, or null when that is not possible; then it has to be
 * compiled in its place, which reports the reason.
 */
export async function prepareDriver(folder) {
  const locked = lockedDriver(folder)
  const { versions, platform, arch } = process
  const target = join(folder, '.build/driver', [locked.version, versions.modules, platform, arch].join('-'))
  const made = join(target, 'better_sqlite3.node')
  if (existsSync(made)) return made
  try {
    rmSync(dirname(target), { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'package.json'), JSON.stringify({ dependencies: { [name]: locked.version } }))
    await npm(target, ['install', '--ignore-scripts', '--no-audit', '--no-fund'], 'install failed')
    if (lockedDriver(target).integrity !== locked.integrity) return null
    await npm(target, ['rebuild', name], 'compile failed')
    if (!(await driverLoads(target))) return null
    writeAtomically(made, readFileSync(join(target, binary)))
    return made
  } catch {
    return null
  } finally {
    for (const one of ['node_modules', 'package.json', 'package-lock.json'])
      rmSync(join(target, one), { recursive: true, force: true })
  }
}

/** Puts the prepared binary (or, when there is none, a newly compiled one) into the installed driver. */
export async function installDriver(folder, prepared) {
  if (prepared) {
    mkdirSync(dirname(join(folder, binary)), { recursive: true })
    copyFileSync(prepared, join(folder, binary))
    if (await driverLoads(folder)) return
  }
  log('compiling')
  await npm(folder, ['rebuild', name], 'compile failed')
}

const lockedDriver = (folder) =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
