/** Starts and stops the two servers under comparison, each a process of its own. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** That of the servers of the tests, whose first start the quick form begins with. */
export const password = 'Admin-2026'

async function untilAnswered(url, child, headers) {
  const began = Date.now()
  let listens = false
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server at ${url} ended with ${child.exitCode}`)
    // A connection that is refused costs far less than a request: asking often must not slow the start it waits for.
    listens ||= await isListening(Number(new URL(url).port))
    const answer = listens && (await fetch(url, { headers }).catch(() => null))
    if (answer?.ok) return
    if (Date.now() - began > 60_000) throw new Error(`no answer from ${url}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** A running server: address, process id, milliseconds from start to the first answer of `readyPath`. */
async function start(args, env, port, readyPath, headers = {}) {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://127.0.0.1:${port}`
  await untilAnswered(address + readyPath, child, headers)
  const startMs = performance.now() - began
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { address, pid: child.pid, startMs, ended, stop }
}

/** Tablewright on a data folder, built before, until it answers `readyPath`. */
export async function startServer(dataFolder, readyPath, headers, env = {}) {
  const port = await freePort()
  const settings = {
    PORT: String(port),
    TABLEWRIGHT_DATA: dataFolder,
    TABLEWRIGHT_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    TABLEWRIGHT_CAPTCHA: 'off',
    ...env,
  }
  return start(['cli/tablewright.mjs', 'serve'], settings, port, readyPath, headers)
}

/** The same, signed in: adds the token. A folder whose server is shared has that one. */
export async function startOurs(dataFolder, env = {}) {
  const other = shared.get(dataFolder)
  if (other) return { ...other, stop: async () => {} }
  const server = await startServer(dataFolder, '/healthz', {}, env)
  const began = performance.now()
  const { token } = await signIn(server.address, 'admin')
  return { ...server, token, signInMs: performance.now() - began }
}

const shared = new Map()

/** Runs the work with one server of the folder for everything that starts one, for runs whose figures mean nothing. */
export async function withSharedServer(dataFolder, env, work) {
  const server = await startOurs(dataFolder, env)
  shared.set(dataFolder, server)
  try {
    await work()
  } finally {
    shared.delete(dataFolder)
    await server.stop()
  }
}

/** What the server tells the client of the account that signed in. */
export async function signIn(address, username) {
  const answer = await fetch(`${address}/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  }).then((response) => response.json())
  if (answer.code !== 1) throw new Error(answer.msg)
  return answer.data.userInfo
}

/** A server that sends so many bytes and does nothing else. */
export async function startBare(bytes) {
  const port = await freePort()
  return start(['tests/bench/bare-server.mjs', String(bytes), String(port)], {}, port, '/bare')
}

/** The hand-written baseline on the same database file. */
export async function startRaw(file) {
  const port = await freePort()
  return start(['tests/bench/raw-server.mjs', file, String(port)], {}, port, '/list?status=10')
}

/** The baseline of uploads, which writes into the folder. */
export async function startUploadBaseline(folder) {
  const port = await freePort()
  return start(['tests/bench/upload-baseline.mjs', folder, String(port)], {}, port, '/ready')
}

/** Resident memory of a process in MB; 0 when it is ending and has none left. */
export function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Adds a site setting of rich text, which the page of the settings shows. */
export async function addRichText({ address, token }, name) {
  const answer = await fetch(`${address}/admin/routine.Config/add`, {
    method: 'POST',
    headers: { batoken: token, 'x-tablewright': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ group: 'basics', title: name, name, type: 'editor', value: '<p>short</p>' }),
  }).then((response) => response.json())
  if (answer.code !== 1) throw new Error(answer.msg)
}
