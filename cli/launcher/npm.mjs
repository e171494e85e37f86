// Runs npm and other programs, keeping what they write for the case that they fail.
import { existsSync } from 'node:fs'
import { LauncherError } from './launcher-error.mjs'
import { spawnChild } from './spawn-child.mjs'

/** Runs npm in a folder. Throws a LauncherError with the message `failure` when it fails. */
export async function npm(folder, words, failure) {
  const script = process.env.npm_execpath
  const byScript = script && /npm-cli\.c?js$/.test(script) && existsSync(script)
  const result = byScript
    ? await runQuietly(process.execPath, [script, ...words], folder)
    : await runQuietly('npm', words, folder)
  if (result.code === 'ENOENT') throw new LauncherError('npm missing')
  if (result.code !== 0) throw new LauncherError(failure, [], result.output.trimEnd().split('\n').slice(-15).join('\n'))
}

/** Resolves with the exit code (or the code of the error that kept it from starting) and the end of the output. */
export function runQuietly(command, words, folder) {
  return new Promise((resolve) => {
    const child = spawnChild(command, words, {
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
