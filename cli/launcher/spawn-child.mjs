// Child processes that do not go on working when this process, which waits for them, receives a stop signal.
import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const children = new Set()
let received = null

/**
 * As `spawn` of `node:child_process`, always with the words as an array. Signals of this process go to all children
 * that run, and this process ends by the same signal once the last of them has ended.
 */
export function spawnChild(command, words, options) {
  // First: a signal that arrives before the child is known would end this process alone.
  if (children.size === 0) for (const signal of signals) process.on(signal, pass)
  try {
    const child = spawn(command, words, options)
    children.add(child)
    const forget = () => {
      if (children.delete(child)) endIfAlone()
    }
    child.once('close', forget)
    // One that could not be started does not always close.
    child.once('error', () => child.pid === undefined && forget())
    return child
  } catch (error) {
    endIfAlone()
    throw error
  }
}

function pass(signal) {
  received ??= signal
  for (const child of children) child.kill(signal)
}

function endIfAlone() {
  if (children.size > 0) return
  for (const signal of signals) process.off(signal, pass)
  if (received) process.kill(process.pid, received)
}
