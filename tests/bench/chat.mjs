/**
 * Conversations of members on both engines: how long after the beginning of a request its message is at the other
 * member, by one process on SQLite and from one process to another on PostgreSQL; how long it takes to open a long
 * conversation, and to catch up with what was missed.
 */
import { WebSocket } from 'ws'
import { onBothEngines, runSql } from './engines.mjs'

export const fullChat = { sends: 200, messages: 100_000, missed: 1000, opens: 30 }
export const quickChat = { sends: 5, messages: 500, missed: 100, opens: 2 }

const password = 'long enough 7'

/** @returns for each engine milliseconds: 95th percentiles, and those of catching up */
export async function benchChat(size) {
  const results = await onBothEngines(async (url, start) => {
    const isPostgres = url.startsWith('postgres')
    const servers = [await start(), ...(isPostgres ? [await start()] : [])]
    const sockets = []
    try {
      const [first] = servers
      const last = servers.at(-1)
      await call(first, '/admin/routine.Config/edit', { batoken: first.token }, { chat_messages_per_minute: 600 })
      const members = [await addMember(first, 'mei'), await addMember(first, 'lee')]
      const open = { member: members[1].id }
      const { conversation } = await call(first, '/api/chat.Index/open', members[0].headers, open)
      const socket = await follow(last, members[1], `chat:${conversation}`)
      sockets.push(socket)
      const delays = []
      for (let turn = 0; turn < size.sends; turn++) {
        const text = `message ${turn}`
        const heard = arrival(socket, text, () => readLatest(last, members[1], conversation))
        const began = performance.now()
        const body = { conversation, client: `bench-${began}`.replace('.', '-'), text }
        await call(first, '/api/chat.Index/send', members[0].headers, body)
        delays.push((await heard) - began)
      }
      await addMessages(url, { conversation, members, count: size.messages })
      const opens = []
      for (let turn = 0; turn < size.opens; turn++) {
        const began = performance.now()
        const query = `conversation=${conversation}`
        await Promise.all(
          ['state', 'messages'].map((path) => call(last, `/api/chat.Index/${path}?${query}`, members[1].headers)),
        )
        opens.push(performance.now() - began)
      }
      const resyncMs = await catchUp(last, members[1], conversation, size)
      return {
        engine: isPostgres ? 'PostgreSQL, two processes' : 'SQLite',
        sendP95: p95(delays),
        openP95: p95(opens),
        resyncMs,
        isPostgres,
      }
    } finally {
      for (const socket of sockets) socket.terminate()
      for (const server of servers) await server.stop()
    }
  })
  return results
}

function p95(times) {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.ceil(sorted.length * 0.95) - 1]
}

async function call({ address }, path, headers, body) {
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { code, msg, data } = await answer.json()
  if (code !== 1) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`)
  return data
}

async function addMember(server, username) {
  const values = { username, nickname: username, password, group_id: 1, gender: 0, status: 'enable' }
  await call(server, '/admin/user.User/add', { batoken: server.token }, values)
  const { userInfo } = await call(server, '/api/user/checkIn', {}, { tab: 'login', username, password })
  return { id: userInfo.id, headers: { 'ba-user-token': userInfo.token } }
}

async function follow(server, { headers }, topic) {
  const { ticket } = await call(server, '/api/Live/ticket', headers, {})
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}/ws?ticket=${ticket}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ready = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ type: 'subscribe', topic }))
  await ready
  return socket
}

/** The moment at which the message is there: frames of another process have a number, and the client fetches. */
const arrival = (socket, text, fetchLatest) =>
  new Promise((resolve, reject) => {
    const finish = () => {
      socket.off('message', listen)
      resolve(performance.now())
    }
    const listen = (raw) => {
      const { type, data } = JSON.parse(String(raw))
      if (type !== 'event') return
      if (data?.text === text) finish()
      else if (data === undefined) fetchLatest().then((latest) => latest === text && finish(), reject)
    }
    socket.on('message', listen)
  })

async function readLatest(server, { headers }, conversation) {
  const query = `conversation=${conversation}&limit=1`
  const { messages } = await call(server, `/api/chat.Index/messages?${query}`, headers)
  return messages.at(-1)?.text
}

/** Fills the conversation up to so many messages, by SQL. */
async function addMessages(url, { conversation, members: [{ id: left }, { id: right }], count }) {
  const now = Math.floor(Date.now() / 1000)
  await runSql(url, [
    `insert into chat_message (conversation_id, seq, user_id, kind, content, flagged, create_time, version)
      with recursive n(i) as (
        select (select max(seq) + 1 from chat_message where conversation_id = ${conversation})
        union all select i + 1 from n where i < ${count}
      )
      select ${conversation}, i, case when i % 2 = 0 then ${left} else ${right} end, 1,
        'Where is my parcel? It was to be here on Monday, message ' || i, 0, ${now}, 1 from n`,
    `update chat_conversation set last_seq = ${count}, preview_seq = ${count}, last_time = ${now}
      where id = ${conversation}`,
    `update topic set seq = ${count} where name = 'chat:${conversation}'`,
    'analyze',
  ])
}

/** Connects after a while, and fetches what was missed, as the client does. */
async function catchUp(server, member, conversation, { messages, missed }) {
  const topic = `chat:${conversation}`
  const began = performance.now()
  const socket = await follow(server, member, topic)
  for (let last = messages - missed; last < messages;) {
    const page = await call(server, `/api/Live/topic?topic=${topic}&after=${last}`, member.headers)
    if (page.entries.length === 0) throw new Error(`nothing follows ${last}`)
    last = page.entries.at(-1).seq
  }
  socket.terminate()
  return performance.now() - began
}
