// One process at a time installs or builds; the others wait and then find the work done.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beatMs = 5_000
const silentMs = 60_000

/**
 * Runs `work` while holding the lock file. A lock whose holder died or stopped renewing it is taken over. `onWait` is
 * called once when waiting.
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true })
  for (let waited = false; !take(file); waited = true) {
    if (!waited) onWait()
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await sleep(150)
  }
  const beat = setInterval(() => touch(file), beatMs)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(file) {
  try {
    const silentFor = Date.now() - statSync(file).mtimeMs
    const pid = Number(readFileSync(file, 'utf8'))
    // A file without a pid yet was made this instant, or its maker died between two steps.
    return silentFor > silentMs || (pid > 0 ? !isAlive(pid) : silentFor > beatMs)
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function touch(file) {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // The folder may be gone: then there is nothing left to guard.
  }
}
