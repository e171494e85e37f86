/** Child processes end before their parent does, whenever it receives a stop signal. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const launcher = pathToFileURL(join(import.meta.dirname, '../../cli/launcher/')).href

/** Runs a script that may use `runQuietly`; the signal that ended it, and the process ids it wrote. */
function run(script: string): Promise<{ readonly signal: string | null; readonly pids: readonly number[] }> {
  const code = `import { runQuietly } from '${launcher}npm.mjs'\n${script}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((resolve) =>
    child.once('exit', (_, signal) => resolve({ signal, pids: output.split('\n').filter(Boolean).map(Number) })),
  )
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Each process that is started writes its id. `then` runs before the parent knows that it was started. */
const watched = (then: string): string => `
  import childProcess from 'node:child_process'
  import { writeSync } from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { spawn } = childProcess
  let started = 0
  childProcess.spawn = (...args) => {
    const child = spawn(...args)
    writeSync(1, child.pid + '\\n')
    started += 1
    ${then}
    return child
  }
  syncBuiltinESMExports()
  const { spawnChild } = await import('${launcher}spawn-child.mjs')`

describe('a stop signal', () => {
  it('that arrives while a child is being started reaches it as well', async () => {
    const { signal, pids } = await run(`${watched(`process.kill(process.pid, 'SIGINT')`)}
      await runQuietly(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], '.')`)
    expect({ signal, children: pids.length, alive: pids.filter(isAlive) }).toEqual({
      signal: 'SIGINT',
      children: 1,
      alive: [],
    })
  })

  it('ends the parent only after the last of its children, however long that one takes', async () => {
    const slow = `process.on('SIGTERM', () => setTimeout(process.exit, 400)); setTimeout(() => {}, 20_000)
      process.stdout.write('ready')`
    const { signal, pids } = await run(`${watched('')}
      const slow = spawnChild(process.execPath, ['-e', ${JSON.stringify(slow)}])
      runQuietly(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], '.')
      slow.stdout.once('data', () => process.kill(process.pid, 'SIGTERM'))`)
    expect({ signal, children: pids.length, alive: pids.filter(isAlive) }).toEqual({
      signal: 'SIGTERM',
      children: 2,
      alive: [],
    })
  })

  it('ends the parent as any other once a program could not be started', async () => {
    const { signal } = await run(`
      const { code } = await runQuietly('/nowhere/program', [], '.')
      setTimeout(() => {}, 20_000)
      if (code === 'ENOENT') process.kill(process.pid, 'SIGTERM')`)
    expect(signal).toBe('SIGTERM')
  })
})
