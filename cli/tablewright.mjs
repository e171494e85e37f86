#!/usr/bin/env node
// The way in: checks Node, installs what is missing, builds the command line program when its sources changed, hands
// over.
// Plain JavaScript and Node built-ins only, because at first nothing else is there.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { isBundleFresh } from './launcher/bundle.mjs'
import { install, isInstalled } from './launcher/install.mjs'
import { withLock } from './launcher/lock.mjs'
import { bundleInChild } from './launcher/bundle-in-child.mjs'
import { log, t } from './launcher/messages.mjs'
import { LauncherError } from './launcher/launcher-error.mjs'

const exits = { environment: 3, bug: 70 }
const packageFolder = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
// Everything else runs without the packages of tests, which would make the first start longer.
const runsTests = process.argv[2] === 'test'

try {
  checkNode()
  if (asksForHelp() && !isInstalled(packageFolder, false)) process.stdout.write(`${t('help')}\n`)
  else {
    const program = await prepare()
    const { run } = await import(pathToFileURL(program).href)
    process.exitCode = await run(process.argv.slice(2), packageFolder)
  }
} catch (error) {
  process.exitCode = error instanceof LauncherError || isOutside(error) ? exits.environment : exits.bug
  process.stderr.write(`${messageOf(error)}\n`)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  // `require` of ES modules, which the built server and its builders rely on.
  const isKnown = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!isKnown) throw new LauncherError('node', [process.versions.node])
}

/** A person who asks what there is wants to read, not to install. What follows `--` belongs to other programs. */
function asksForHelp() {
  const words = process.argv.slice(2)
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  return own[0] === 'help' || own.some((word) => ['--help', '-h', '--version', '-V'].includes(word))
}

/** Path of the built command line program. A package contains it; a checkout builds it. */
async function prepare() {
  if (!existsSync(join(packageFolder, 'cli/main.ts'))) return join(packageFolder, '.dist/cli/main.mjs')
  const folder = join(packageFolder, '.build/cli')
  const request = { entry: join(packageFolder, 'cli/main.ts'), folder, name: 'main' }
  if (!isInstalled(packageFolder, runsTests) || !isBundleFresh(request)) {
    const lock = join(packageFolder, '.build/launcher.lock')
    await withLock(
      lock,
      async () => {
        if (!isInstalled(packageFolder, runsTests)) await install(packageFolder, runsTests)
        if (!isBundleFresh(request))
          await bundleInChild(request).catch((error) => {
            throw new LauncherError('build failed', [], stripVTControlCharacters(error.message))
          })
      },
      () => log('waiting'),
    )
  }
  return join(folder, 'main.mjs')
}

function messageOf(error) {
  if (error instanceof LauncherError) return [t(error.key, ...error.values), error.output].filter(Boolean).join('\n')
  if (isOutside(error)) return t('no place', error.path ?? packageFolder, error.code)
  return error.stack
}

// The folder refuses, not we.
function isOutside(error) {
  return ['EACCES', 'EROFS', 'ENOSPC', 'EPERM'].includes(error.code)
}
