/**
 * The realtime hub: how long after the answer to a write the frame about it is at each of many sockets, and what the
 * sockets cost the server.
 */
import Database from 'better-sqlite3'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { residentMb, startOurs } from './servers.mjs'

/** Sockets of one account; the server accepts 30. */
const perAccount = 20

/**
 * @returns the 99th percentile of milliseconds from the beginning of the request to its frame at `size.told` sockets,
 * and the megabytes that `size.open` sockets add to the server
 */
export async function benchHub(dataFolder, file, size) {
  const server = await startOurs(dataFolder, { TABLEWRIGHT_TRUSTED_PROXIES: '127.0.0.1' })
  const tokens = addSessions(file, Math.ceil(size.open / perAccount))
  const sockets = []
  try {
    const idleMb = residentMb(server.pid)
    const delays = []
    while (sockets.length < size.told) sockets.push(await connect(server.address, tokens, sockets.length))
    for (let write = 0; write < size.writes; write++) {
      const heard = Promise.all(sockets.map((socket) => once(socket)))
      const began = performance.now()
      await addUnit(server, `Hub ${began}`)
      delays.push(...(await heard).map((moment) => moment - began))
      // Hints of one moment are told together: each write is told on its own.
      await pause(100)
    }
    while (sockets.length < size.open) sockets.push(await connect(server.address, tokens, sockets.length))
    delays.sort((left, right) => left - right)
    return { p99: delays[Math.floor(delays.length * 0.99)], mb: residentMb(server.pid) - idleMb }
  } finally {
    for (const socket of sockets) socket.terminate()
    await server.stop()
  }
}

const once = (socket) => new Promise((resolve) => socket.once('message', () => resolve(performance.now())))

async function addUnit({ address, token }, name) {
  const answer = await fetch(`${address}/admin/wms.Unit/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', batoken: token },
    body: JSON.stringify({ name }),
  }).then((response) => response.json())
  if (answer.code !== 1) throw new Error(answer.msg)
}

/** A socket that hears of the units. Each account has an address of its own. */
async function connect(address, tokens, index) {
  const account = Math.floor(index / perAccount)
  const headers = { batoken: tokens[account], 'x-forwarded-for': `203.0.113.${account % 250}` }
  const answer = await fetch(`${address}/admin/Live/ticket`, { method: 'POST', headers }).then((response) =>
    response.json(),
  )
  if (answer.code !== 1) throw new Error(answer.msg)
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws?ticket=${answer.data.ticket}`, { headers })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ready = once(socket)
  socket.send(JSON.stringify({ type: 'subscribe', topic: 'list:wms/unit' }))
  await ready
  return socket
}

/** Accounts with a session each: signing them in takes longer than what is measured. */
function addSessions(file, count) {
  const database = new Database(file)
  const now = Math.floor(Date.now() / 1000)
  const tokens = []
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const username = `hub${index}`
      const { lastInsertRowid: admin } = database
        .prepare(
          'insert into admin (username, nickname, password, group_arr, login_failure, status, version) ' +
            "values (?, ?, '', '[1]', 0, 1, 1)",
        )
        .run(username, username)
      const { lastInsertRowid: session } = database
        .prepare('insert into session (admin_id, verified, create_time, seen_time, version) values (?, 1, ?, ?, 1)')
        .run(admin, now, now)
      const token = randomBytes(32).toString('base64url')
      database
        .prepare(
          'insert into token (token_hash, type, admin_id, session_id, expire_time, create_time, version) ' +
            "values (?, 'admin', ?, ?, ?, ?, 1)",
        )
        .run(createHash('sha256').update(token).digest('hex'), admin, session, now + 86_400, now)
      tokens.push(token)
    }
  })()
  database.close()
  return tokens
}
