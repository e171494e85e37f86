// Installs what the lock file says, in the development checkout only. A package installed by npm has its dependencies
// already.
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, writeAtomically } from './build-manifest.mjs'
import { driverLoads, hasDriver, installDriver, prepareDriver } from './driver.mjs'
import { LauncherError } from './launcher-error.mjs'
import { log } from './messages.mjs'
import { npm } from './npm.mjs'

/**
 * True when nothing has to be installed below `folder`.
 * @param withTests whether the packages that only tests and checks need are among it
 */
export function isInstalled(folder, withTests) {
  if (!isCheckout(folder)) return true
  return installedHashes(folder, withTests).includes(readInstalledHash(folder)) && hasDriver(folder)
}

/** Installs and compiles what is missing. Throws a LauncherError with exit code 3 when that fails. */
export async function install(folder, withTests) {
  const startedAt = Date.now()
  let hasAll = holdsLockedPackages(folder, true)
  const isComplete = hasAll || (!withTests && holdsLockedPackages(folder, false))
  let driver = null
  if (!isComplete) {
    refuseLink(join(folder, 'node_modules'))
    log('installing')
    // `npm ci` removes what it is not told to install: packages of tests that are there stay.
    hasAll = withTests || holdsTestPackages(folder)
    const kinds = hasAll ? '--include=dev' : '--omit=dev'
    const packages = npm(folder, ['ci', '--ignore-scripts', kinds, '--no-audit', '--no-fund'], 'install failed')
    ;[driver] = await Promise.all([prepareDriver(folder), packages])
  }
  if (!isComplete || !(await driverLoads(folder))) {
    await installDriver(folder, driver)
    if (!(await driverLoads(folder))) throw new LauncherError('compile failed')
  }
  writeAtomically(installedHashFile(folder), lockHash(folder, withTests || hasAll))
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
const lockHash = (folder, withTests) =>
  hashOf(
    readFileSync(join(folder, 'package-lock.json')),
    process.versions.modules,
    process.platform,
    process.arch,
    String(withTests),
  )
/** With the packages of tests, those of the product are installed as well. */
const installedHashes = (folder, withTests) => [true, ...(withTests ? [] : [false])].map((one) => lockHash(folder, one))

function readInstalledHash(folder) {
  try {
    return readFileSync(installedHashFile(folder), 'utf8')
  } catch {
    return ''
  }
}

// npm notes what it has installed in a hidden lock file; `npm ci` may have been run by hand.
const readInstalledPackages = (folder) =>
  JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages

function holdsTestPackages(folder) {
  try {
    return Object.values(readInstalledPackages(folder)).some(({ dev }) => dev)
  } catch {
    return false
  }
}

function holdsLockedPackages(folder, withTests) {
  try {
    const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const present = readInstalledPackages(folder)
    return Object.entries(locked).every(
      ([path, one]) =>
        path === '' ||
        one.optional ||
        ((one.dev || one.devOptional) && !withTests) ||
        (present[path]?.version === one.version && existsSync(join(folder, path))),
    )
  } catch {
    return false
  }
}
