/**
 * Notifications of a payment provider with all that they do: verified, stored, the money on the balance of the member.
 * Each is about another payment of another member; ten are on their way at any time.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import Database from 'better-sqlite3'
import { startOurs } from './servers.mjs'

const connections = 10
const [app, seller] = ['2021000122671080', '2088531891668739']

/** @returns {{ p95: number, perSecond: number }} milliseconds until the answer, and notifications a second */
export async function benchPayments(dataFolder, file, { notifications }) {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = await startOurs(dataFolder, { TABLEWRIGHT_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    await configure(server, own.privateKey, provider.publicKey)
    const numbers = addPayments(file, notifications)
    const bodies = numbers.map((sn) => messageOf(sn, provider.privateKey))
    const times = []
    const began = performance.now()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) times.push(await post(server, body))
      }),
    )
    const seconds = (performance.now() - began) / 1000
    expectPaid(file, notifications)
    times.sort((left, right) => left - right)
    return { p95: times[Math.ceil(times.length * 0.95) - 1], perSecond: notifications / seconds }
  } finally {
    await server.stop()
  }
}

async function configure({ address, token }, privateKey, publicKey) {
  const pem = (key, type) => key.export({ type, format: 'pem' })
  const settings = {
    site_url: 'https://shop.example.com',
    pay_mode: 'live',
    pay_alipay_appid: app,
    pay_alipay_seller: seller,
    pay_alipay_key_secret: pem(privateKey, 'pkcs8'),
    pay_alipay_public_key: pem(publicKey, 'spki'),
  }
  const answer = await fetch(`${address}/admin/routine.Config/edit`, {
    method: 'POST',
    headers: { batoken: token, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  const { code, msg } = await answer.json()
  if (code !== 1) throw new Error(msg)
}

/** Open top-ups that their members have begun at the provider. @returns their numbers */
function addPayments(file, count) {
  const database = new Database(file)
  const now = Math.floor(Date.now() / 1000)
  const addMember = database.prepare(
    'insert into user (username, nickname, password, group_id, gender, money, score, status, version) ' +
      "values (?, ?, '-', 1, 0, 0, 0, 'enable', 1)",
  )
  const addPayment = database.prepare(
    'insert into pay_log (sn, user_id, project, object_id, title, amount, currency, type, state, refunded, ' +
      'refunding, outcome, late, closing, expire_time, next_time, attempt, create_time, version) values ' +
      "(?, ?, 'recharge', ?, 'Top-up', 1250, 'RMB', 'alipay', 0, 0, 0, 0, 0, 0, ?, ?, ?, ?, 1)",
  )
  const attempt = JSON.stringify({ type: 'alipay', time: now, claim: null, address: 'https://example.com' })
  const numbers = database.transaction(() =>
    Array.from({ length: count }, (_, turn) => {
      const sn = `R${now}${String(turn).padStart(10, '0')}`
      const { lastInsertRowid: member } = addMember.run(`p${now}${turn}`, sn)
      addPayment.run(sn, member, member, now + 3600, now + 3600, attempt, now)
      return sn
    }),
  )()
  database.close()
  return numbers
}

function messageOf(sn, key) {
  const fields = {
    app_id: app,
    charset: 'utf-8',
    gmt_payment: '2026-11-29 10:00:00',
    notify_id: `notify-${sn}`,
    notify_time: '2026-11-29 10:00:01',
    notify_type: 'trade_status_sync',
    out_trade_no: sn,
    seller_id: seller,
    total_amount: '12.50',
    trade_no: `trade-${sn}`,
    trade_status: 'TRADE_SUCCESS',
    version: '1.0',
  }
  const text = Object.entries(fields)
    .toSorted()
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const signature = sign('sha256', Buffer.from(text), key).toString('base64')
  return new URLSearchParams({ ...fields, sign: signature, sign_type: 'RSA2' }).toString()
}

async function post({ address }, body) {
  const began = performance.now()
  const answer = await fetch(`${address}/api/pay.Notify/alipay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.7' },
    body,
  })
  const text = await answer.text()
  if (text !== 'success') throw new Error(`${answer.status} ${text}`)
  return performance.now() - began
}

function expectPaid(file, count) {
  const database = new Database(file, { readonly: true })
  const { paid } = database
    .prepare(
      "select count(*) as paid from pay_log as l join user as u on u.id = l.user_id where l.type = 'alipay' " +
        'and l.state = 1 and u.money = 1250',
    )
    .get()
  database.close()
  if (paid !== count) throw new Error(`${paid} of ${count} were paid`)
}
