/**
 * Sign-ins beside lists at a fixed rate: how many a second, against comparing the same password in a process that does
 * nothing else, and what they cost the lists.
 */
import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { median, pagesOf, percentile } from './list.mjs'
import { password, root, startOurs } from './servers.mjs'

const listPath = '/admin/wms.Product/index?limit=20&order=weigh,desc'
const listRate = 100
/** Read from the database, which one page alone would be once for each commit only. */
const listPages = 500
const connections = 8

/** What signs in: administrators or members. */
const areas = {
  admin: {
    path: '/admin/Index/login',
    body: (username) => ({ username, password }),
    insert:
      'insert or ignore into admin (username, nickname, password, group_arr, login_failure, status, version) values ' +
      "(?, ?, ?, '[]', 0, 1, 1)",
  },
  member: {
    path: '/api/user/checkIn',
    body: (username) => ({ tab: 'login', username, password }),
    insert:
      'insert or ignore into user (username, nickname, password, group_id, gender, money, score, status, version) ' +
      "values (?, ?, ?, 1, 0, 0, 0, 'enable', 1)",
  },
}

/**
 * Medians of rounds in which each is measured in turn: one percentile of 500 lists is that of its five slowest, which
 * anything else on the machine decides.
 * @returns for administrators and members sign-ins a second of ours, their ratio to comparing the password only, and
 * the 99th percentile of lists beside them against that without
 */
export async function benchSignIns(dataFolder, file, { rounds, length }) {
  addAccounts(file, rounds)
  const server = await startOurs(dataFolder, { TABLEWRIGHT_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const lists = (requested) =>
      autocannon({
        url: server.address,
        requests: pagesOf(listPath, listPages).map((path) => ({ path })),
        headers: { batoken: server.token },
        connections: 4,
        overallRate: listRate,
        ...requested,
      })
    const besideSignIns = async (area, round) => {
      const [beside, signIns] = await Promise.all([lists(length), signInOften(server, area, round, length)])
      return { signIns, listP99: percentile(beside) }
    }
    await lists(length)
    const found = []
    for (let round = 0; round < rounds; round++)
      found.push({
        listP99: percentile(await lists(length)),
        bare: await compareOften(length),
        admin: await besideSignIns(areas.admin, round),
        member: await besideSignIns(areas.member, round),
      })
    const summary = (name) => ({
      signIns: median(found.map((one) => one[name].signIns)),
      ratio: median(found.map((one) => one[name].signIns / one.bare)),
      beside: median(found.map((one) => one[name].listP99 / one.listP99)),
    })
    return { admin: summary('admin'), member: summary('member') }
  } finally {
    await server.stop()
  }
}

/**
 * Tries of one account or network at once would need a captcha, and calls of one network are limited by the minute, so
 * each connection has its own in each round.
 */
const usernameOf = (round, at) => `bench${round * connections + at}`
/** A minute allows fewer calls of one address than a connection makes in a round. */
const addresses = 16
const addressOf = (round, at, turn) => `198.${18 + round}.${at * addresses + turn}.7`

function addAccounts(file, rounds) {
  const database = new Database(file)
  const { password: hash } = database.prepare("select password from admin where username = 'admin'").get()
  for (const { insert } of Object.values(areas)) {
    const add = database.prepare(insert)
    for (let round = 0; round < rounds; round++)
      for (let at = 0; at < connections; at++) add.run(usernameOf(round, at), usernameOf(round, at), hash)
  }
  database.close()
}

async function signInOften({ address }, { path, body }, round, length) {
  let next = 0
  const refused = new Set()
  const result = await autocannon({
    url: address + path,
    method: 'POST',
    connections,
    ...length,
    setupClient(client) {
      const at = next++
      const request = { method: 'POST', path, body: JSON.stringify(body(usernameOf(round, at))) }
      const headersOf = (turn) => ({
        'content-type': 'application/json',
        'x-forwarded-for': addressOf(round, at, turn),
      })
      client.setRequests(Array.from({ length: addresses }, (_one, turn) => ({ ...request, headers: headersOf(turn) })))
      client.on('body', (answer) => {
        const { code, msg } = JSON.parse(answer)
        if (code !== 1) refused.add(msg)
      })
    },
  })
  if (refused.size > 0 || result.non2xx > 0) throw new Error(`sign-ins refused: ${[...refused].join()}`)
  return result.requests.total / result.duration
}

/** The same number of comparisons at once, with the costs of a stored password. */
async function compareOften({ duration = 0.1 }) {
  const code = `
    import { hash, verify } from '@node-rs/argon2'
    const stored = await hash('x', { memoryCost: 19456, timeCost: 2, parallelism: 1 })
    const end = performance.now() + ${duration * 1000}
    let count = 0
    const one = async () => { while (performance.now() < end) { await verify(stored, 'x'); count++ } }
    await Promise.all(Array.from({ length: ${connections} }, one))
    console.log(count / ${duration})`
  const words = ['--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
  return Number(stdout)
}
