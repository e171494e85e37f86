/**
 * What rights cost: the same list for an admin with rights and a data limit and for a super admin, who has neither; and
 * the
 * first request of the shell with a long menu against a bare answer of the same size. All rows belong to the limited
 * admin,
 * so that both lists hold the same.
 */
import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import { median } from './list.mjs'
import { signIn, startBare, startOurs } from './servers.mjs'

const limited = 'limited'
const menuNodes = 300

async function load(url, headers, length) {
  const result = await autocannon({ url, headers, connections: 32, ...length })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** An admin whose group holds every right by name, the log's rows as his, and rules up to the length of menu wanted. */
function addAdmin(file, logRows) {
  const database = new Database(file)
  database.transaction(() => {
    const { n } = database.prepare('select count(*) as n from admin_rule').get()
    const rule = database.prepare(
      'insert into admin_rule (type, name, path, menu_type, keepalive, extend, weigh, status, title, version) ' +
        "values ('menu', ?, ?, 'tab', 0, 'none', 1, 1, ?, 1)",
    )
    for (let at = n; at < menuNodes; at++) rule.run(`bench/page${at}`, `bench/page${at}`, `Page ${at}`)
    const rules = database
      .prepare('select id from admin_rule')
      .all()
      .map((row) => row.id)
    const group = database
      .prepare("insert into admin_group (name, rules, status, version) values ('limited', ?, 1, 1)")
      .run(JSON.stringify(rules)).lastInsertRowid
    const { password } = database.prepare("select password from admin where username = 'admin'").get()
    const id = database
      .prepare(
        'insert into admin (username, nickname, password, group_arr, login_failure, status, version) values (?, ' +
          '?, ?, ?, 0, 1, 1)',
      )
      .run(limited, limited, password, JSON.stringify([Number(group)])).lastInsertRowid
    const insert = database.prepare(
      'insert into admin_log (admin_id, username, title, url, data, ip, useragent, create_time, version) values ' +
        "(?, ?, ?, ?, ?, '127.0.0.1', 'bench', ?, 1)",
    )
    for (let at = 0; at < logRows; at++)
      insert.run(
        id,
        limited,
        `商品-编辑\nProducts-Edit`,
        '/admin/wms.Product/edit',
        `{"id":${at},"name":"Bolt ${at}"}`,
        1_700_000_000 + at,
      )
    database.prepare('update admin_log set admin_id = ?').run(id)
  })()
  database.exec('analyze')
  database.pragma('wal_checkpoint(truncate)')
  database.close()
}

async function sameRows(url, one, other) {
  const [first, second] = await Promise.all(
    [one, other].map((headers) => fetch(url, { headers }).then((answer) => answer.json())),
  )
  if (
    first.code !== 1 ||
    JSON.stringify(first.data.list) !== JSON.stringify(second.data.list) ||
    first.data.total !== second.data.total
  )
    throw new Error(`${url}: the two admins do not get the same rows`)
}

/** Twice as many pairs of half the length: what disturbs the machine for some seconds is then in few of them. */
async function inTurns({ rounds, length, warmUp }, one, other) {
  await load(one.url, one.headers, warmUp)
  await load(other.url, other.headers, warmUp)
  const half = length.duration ? { duration: length.duration / 2 } : length
  const pairs = []
  for (let round = 0; round < 2 * rounds; round++)
    pairs.push([await load(one.url, one.headers, half), await load(other.url, other.headers, half)])
  return {
    one: median(pairs.map(([rate]) => rate)),
    other: median(pairs.map(([, rate]) => rate)),
    ratio: median(pairs.map(([rate, against]) => against / rate)),
  }
}

/** @returns requests per second and how many times dearer the guarded one is, pair by pair, as medians */
export async function benchGuarded(dataFolder, file, size) {
  addAdmin(file, size.logRows)
  const ours = await startOurs(dataFolder)
  const root = { batoken: ours.token }
  // The sign-ins leave rows of their own at the end of the log; the first page is the same for both.
  const guarded = { batoken: (await signIn(ours.address, limited)).token }
  const lists = [
    `${ours.address}/admin/auth.AdminLog/index?limit=20&order=id,asc`,
    `${ours.address}/admin/wms.Product/index?limit=20&order=weigh,desc`,
  ]
  for (const url of lists) await sameRows(url, guarded, root)
  const [limitedList, plainList] = [
    await inTurns(size, { url: lists[0], headers: guarded }, { url: lists[0], headers: root }),
    await inTurns(size, { url: lists[1], headers: guarded }, { url: lists[1], headers: root }),
  ]
  const start = `${ours.address}/admin/Index/index`
  // The client decodes what it gets, which takes it longer than the server needs unless all is ASCII, as the bare one.
  const english = { ...guarded, 'think-lang': 'en' }
  const text = await fetch(start, { headers: english }).then((answer) => answer.text())
  const nodes = text.match(/"type":"(menu_dir|menu|button)"/g)?.length ?? 0
  const bare = await startBare(Buffer.byteLength(text))
  // A browser has its cookie by then.
  const visitor = { ...english, cookie: `XSRF-TOKEN=${'a'.repeat(24)}` }
  const menu = await inTurns(size, { url: start, headers: visitor }, { url: `${bare.address}/bare`, headers: {} })
  await Promise.all([ours.stop(), bare.stop()])
  return { limitedList, plainList, menu, nodes, bytes: Buffer.byteLength(text) }
}
