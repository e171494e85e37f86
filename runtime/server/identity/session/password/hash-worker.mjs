// A thread that hashes passwords, or compares them with their hashes (see hash-threads.ts).
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

// On Linux a priority belongs to a thread, and 0 is the one that asks; elsewhere it belongs to the whole process, which
// keeps its own.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(19, getPriority(0) + 10))
  } catch {
    // Where that is forbidden, the thread has the priority of the others.
  }
}

parentPort.on('message', (job) => parentPort.postMessage(answer(job)))

function answer({ password, stored, options }) {
  try {
    return { result: stored === undefined ? hashSync(password, options) : matches(stored, password) }
  } catch (error) {
    return { error: String(error) }
  }
}

function matches(stored, password) {
  try {
    return verifySync(stored, password)
  } catch {
    return false
  }
}
