/**
 * What the time of an answer could tell a stranger: whether an account exists, whether a hidden field exists, and
 * whether a query string of the longest length holds up the server by its shape.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { median } from './list.mjs'
import { password, startOurs } from './servers.mjs'

const longest = 8192
/** A captcha that is put into the database with its answer. */
const solved = { captchaId: 'bench-captcha-bench', captchaInfo: '7' }
const captchaKey = createHash('sha256').update(solved.captchaId).digest('hex')

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

/** Codes are sent only where the site can send, to a port that takes nothing. */
async function configureSending({ token }, read) {
  const sms = { sms_sign: 'x', sms_key_id: 'x', sms_key_secret: 'x', sms_application: 'x', sms_provider: 'aliyun' }
  const mail = { mail_host: '127.0.0.1', mail_port: 9, mail_security: 'none', mail_sender: 'a@example.com' }
  const answer = await read('/admin/routine.Config/edit', { ...mail, ...sms }, { batoken: token })
  if (answer.code !== 1) throw new Error(answer.msg)
}

/**
 * @returns ratios: unknown to known account of administrators and of members; unknown to known address of a member for
 * each call that takes one; hidden to absent field, slowest shape to plain text
 */
export async function benchSecrets(dataFolder, rounds) {
  const server = await startOurs(dataFolder, { TABLEWRIGHT_DEMO: '0' })
  const database = new Sqlite(join(dataFolder, 'tablewright.sqlite'))
  const headers = { batoken: server.token }
  const list = `${server.address}/admin/auth.Admin/index`
  const members = [
    ['mei', '13800000001'],
    ['own', '13800000002'],
  ]
  const add = database.prepare(
    'insert into user (username, nickname, password, group_id, gender, email, mobile, money, score, status, version) ' +
      "select ?, ?, password, 1, 0, ?, ?, 0, 0, 'enable', 1 from admin where username = 'admin'",
  )
  for (const [name, mobile] of members) add.run(name, name, `${name}@example.com`, mobile)
  const post = (path, body, more = {}) =>
    fetch(server.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'think-lang': 'en', ...more },
      body: JSON.stringify(body),
    })
  const read = async (path, body, more) => (await post(path, body, more)).json()
  await configureSending(server, read)
  const { data } = await read('/api/user/checkIn', { tab: 'login', username: 'own', password })
  const own = { 'ba-user-token': data.userInfo.token }
  const putCaptcha = database.prepare(
    'insert into captcha (key, captcha, expire_time, create_time, version) values ' +
      `(?, '{"answer":7,"from":0}', unixepoch() + 600, unixepoch(), 1) on conflict do nothing`,
  )
  /** @param expected what every one of the answers says */
  const send = (path, body, expected, more) => async () => {
    // Otherwise the failures would soon be refused without any work, and sending would keep the server busy.
    database.exec('delete from throttle; delete from job')
    putCaptcha.run(captchaKey)
    const startedAt = performance.now()
    const text = await (await post(path, body, more)).text()
    const time = performance.now() - startedAt
    if (!text.includes(expected)) throw new Error(`${path} answers ${text}`)
    return time
  }
  const wrong = { captcha: '000000', password: 'Another-2026' }
  const [wrongName, wrongCode] = ['Incorrect username or password', 'The code is wrong']
  const signIn = (username) => send('/admin/Index/login', { username, password: 'not-the-one' }, wrongName)
  const memberSignIn = (username) =>
    send('/api/user/checkIn', { tab: 'login', username, password: 'not-the-one' }, wrongName)
  const recover = (account) => send('/api/account/retrievePassword', { type: 'email', account, ...wrong }, wrongCode)
  const register = (email) =>
    send(
      '/api/user/checkIn',
      { tab: 'register', registerType: 'email', username: 'somebody', email, ...wrong },
      wrongCode,
    )
  const bind = (email) => send('/api/account/changeBind', { type: 'email', email, ...wrong }, wrongCode, own)
  const mail = (email) => send('/api/Ems/send', { email, event: 'user_retrieve_pwd', ...solved }, 'arrives in a moment')
  const sms = (mobile) =>
    send('/api/Sms/send', { mobile, template_code: 'user_retrieve_pwd', ...solved }, 'arrives in a moment')
  const address = (call) => ratioInTurns(rounds, call('who@example.com'), call('mei@example.com'))
  const order = (field) => () => timeOf(`${list}?order=${field},asc`, { headers })
  const text = (shape) => () => timeOf(`${list}?${shape.repeat(longest).slice(0, longest)}`, { headers })
  try {
    const account = await ratioInTurns(rounds, signIn('nobody'), signIn('admin'))
    const member = await ratioInTurns(rounds, memberSignIn('nobody'), memberSignIn('mei'))
    const addresses = {
      recovery: await address(recover),
      registration: await address(register),
      'change of address': await address(bind),
      'code by mail': await address(mail),
      'code by SMS': await ratioInTurns(rounds, sms('13800000009'), sms('13800000001')),
    }
    const field = await ratioInTurns(rounds * 4, order('password'), order('nothing'))
    const slower = []
    for (const shape of shapes) slower.push(await ratioInTurns(rounds, text(shape), text('a')))
    return { account, member, addresses, field, shape: Math.max(...slower) }
  } finally {
    database.close()
    await server.stop()
  }
}
