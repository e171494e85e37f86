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

/** @returns ratios: unknown to known account, hidden to absent field, slowest shape to plain text */
export async function benchSecrets(dataFolder, rounds) {
  const server = await startOurs(dataFolder, { TABLEWRIGHT_DEMO: '0' })
  const database = new Sqlite(join(dataFolder, 'tablewright.sqlite'))
  const headers = { batoken: server.token }
  const list = `${server.address}/admin/auth.Admin/index`
  const signIn = (username) => () => {
    // Otherwise the failures would soon be refused without any work.
    database.exec('delete from throttle')
    const body = JSON.stringify({ username, password: 'not-the-one' })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return timeOf(`${server.address}/admin/Index/login`, init)
  }
  const order = (field) => () => timeOf(`${list}?order=${field},asc`, { headers })
  const text = (shape) => () => timeOf(`${list}?${shape.repeat(longest).slice(0, longest)}`, { headers })
  try {
    const account = await ratioInTurns(rounds, signIn('nobody'), signIn('admin'))
    const field = await ratioInTurns(rounds * 4, order('password'), order('nothing'))
    const slower = []
    for (const shape of shapes) slower.push(await ratioInTurns(rounds, text(shape), text('a')))
    return { account, field, shape: Math.max(...slower) }
  } finally {
    database.close()
    await server.stop()
  }
}
