/**
 * What the time of an answer could tell a stranger: whether an account exists, whether a hidden field exists, and
 * whether a query string of the longest length holds up the server by its shape.
 */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { median } from './list.mjs'
import { startOurs } from './servers.mjs'

const longest = 8192

/** Query strings that regular expressions and tree builders are slow at when written carelessly. */
const shapes = ['search[0][val][]=1&', 'initValue[]=a&', '[[[[', '%25%5B', 'a[b][c][d]=1&', '&&&&', 'search[', 'x[]']

/** Milliseconds until the answer has been read. */
async function timeOf(url, init) {
  const startedAt = performance.now()
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  return performance.now() - startedAt
}

/** Medians of two kinds of requests in turns, the first divided by the second. */
async function ratioInTurns(rounds, one, other) {
  const times = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const at of round % 2 ? [0, 1] : [1, 0]) times[at].push(await [one, other][at](round))
  return median(times[0]) / median(times[1])
}

/**
 * @returns ratios: unknown to known account of administrators and of members, unknown to known address of a member,
 * hidden to absent field, slowest shape to plain text
 */
export async function benchSecrets(dataFolder, rounds) {
  const server = await startOurs(dataFolder, { TABLEWRIGHT_DEMO: '0' })
  const database = new Sqlite(join(dataFolder, 'tablewright.sqlite'))
  const headers = { batoken: server.token }
  const list = `${server.address}/admin/auth.Admin/index`
  database.exec(
    'insert into user (username, nickname, password, group_id, gender, email, money, score, status, version) select ' +
      "'mei', 'Mei', password, 1, 0, 'mei@example.com', 0, 0, 'enable', 1 from admin where username = 'admin'",
  )
  const send = (path, body) => () => {
    // Otherwise the failures would soon be refused without any work.
    database.exec('delete from throttle')
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return timeOf(server.address + path, init)
  }
  const signIn = (username) => send('/admin/Index/login', { username, password: 'not-the-one' })
  const memberSignIn = (username) => send('/api/user/checkIn', { tab: 'login', username, password: 'not-the-one' })
  const recover = (account) =>
    send('/api/account/retrievePassword', { type: 'email', account, captcha: '000000', password: 'Another-2026' })
  const order = (field) => () => timeOf(`${list}?order=${field},asc`, { headers })
  const text = (shape) => () => timeOf(`${list}?${shape.repeat(longest).slice(0, longest)}`, { headers })
  try {
    const account = await ratioInTurns(rounds, signIn('nobody'), signIn('admin'))
    const member = await ratioInTurns(rounds, memberSignIn('nobody'), memberSignIn('mei'))
    const recovery = await ratioInTurns(rounds, recover('who@example.com'), recover('mei@example.com'))
    const field = await ratioInTurns(rounds * 4, order('password'), order('nothing'))
    const slower = []
    for (const shape of shapes) slower.push(await ratioInTurns(rounds, text(shape), text('a')))
    return { account, member, recovery, field, shape: Math.max(...slower) }
  } finally {
    database.close()
    await server.stop()
  }
}
