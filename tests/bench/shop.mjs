/**
 * The shop on the products of the warehouse: members order five goods each, ten at once, and visitors read the list of
 * goods. Limits of requests are those of an address, so that each member and each ten visitors have one of their own.
 * Then all unpaid orders run out of time at once, while members go on changing their carts.
 */
import Database from 'better-sqlite3'
import { startOurs } from './servers.mjs'

const connections = 10
const goodsCount = 40
const linesPerOrder = 5
const plenty = 1_000_000_000

/**
 * @returns {{ checkout: number, list: number, expirySeconds: number, longestWrite: number }} p95 in milliseconds;
 * seconds until all orders have ended; milliseconds of the longest write meanwhile
 */
export async function benchShop(dataFolder, file, { orders, lists, expired }) {
  const server = await startOurs(dataFolder, { TABLEWRIGHT_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const goods = addGoods(file)
    const members = await addMembers(server, Math.min(orders, 40))
    const buyers = Array.from({ length: orders }, (_, turn) => members[turn % members.length])
    const checkout = await measure(buyers, (member, turn) => placeOrder(server, member, goods, turn))
    const visits = Array.from({ length: lists }, (_, turn) => turn)
    const list = await measure(visits, (turn) => readList(server, turn))
    return { checkout, list, ...(await measureExpiry(server, file, members, goods, expired)) }
  } finally {
    await server.stop()
  }
}

/** Does the work for each item, ten at once. @returns p95 in milliseconds */
async function measure(items, work) {
  const times = []
  const queue = [...items.entries()]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const began = performance.now()
        await work(next[1], next[0])
        times.push(performance.now() - began)
      }
    }),
  )
  times.sort((left, right) => left - right)
  return times[Math.ceil(times.length * 0.95) - 1]
}

/** The unpaid orders, copied until there are so many, run out of time; the job that ends them begins at once. */
async function measureExpiry(server, file, members, goods, count) {
  const database = new Database(file)
  database.pragma('busy_timeout = 5000')
  copyOrders(database, count)
  const open = database.prepare('select count(*) as count from shop_order where status = 0 and closing = 0')
  const times = []
  let isRunning = true
  const writers = [0, 1].map(async (place) => {
    for (let turn = place; isRunning; turn += 2) {
      const { headers } = members[turn % members.length]
      const began = performance.now()
      // A client sends again what was answered with "busy": all of that is its wait.
      while (!(await addToCart(server, headers, goods[turn % goods.length])));
      times.push(performance.now() - began)
      // Each member may do so twice a second.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  const began = performance.now()
  database
    .prepare(
      'insert into job (name, state, attempts, payload, beat, create_time, version) ' +
        "values ('shop/expire', 10, 0, 'null', 0, ?, 1)",
    )
    .run(Math.floor(Date.now() / 1000))
  while (open.get().count > 0) {
    if (performance.now() - began > 180_000) throw new Error(`${open.get().count} orders have not ended`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const expirySeconds = (performance.now() - began) / 1000
  isRunning = false
  await Promise.all(writers)
  database.close()
  return { expirySeconds, longestWrite: Math.max(...times) }
}

/** @returns whether the server was not too busy */
const addToCart = (server, headers, goods) =>
  send(server, '/api/shop.Cart/add', headers, { goods_id: goods, quantity: 1 }).then(
    () => true,
    (error) => {
      if (!String(error).includes('undefined')) throw error
      return false
    },
  )

/** Copies unpaid orders with their lines and holds, and puts the end of their time into the past. */
function copyOrders(database, count) {
  const columns = (table) =>
    database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name)
      .filter((name) => name !== 'id')
  const copy = (table, where, change) => {
    const names = columns(table)
    const values = names.map((name) => change[name] ?? name)
    return database.prepare(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where ${where}`,
    )
  }
  const order = copy('shop_order', 'id = @id', { sn: "sn || '-' || @turn" })
  const lines = copy('shop_order_line', 'order_id = @id', { order_id: '@next' })
  const reserve = copy('wms_hold', "holder = 'shop/order' and holder_id = @id", { holder_id: '@next' })
  database.transaction(() => {
    const unpaid = database.prepare('select id from shop_order where status = 0 order by id').all()
    for (let turn = 0; unpaid.length + turn < count; turn++) {
      const { id } = unpaid[turn % unpaid.length]
      const { lastInsertRowid: next } = order.run({ turn, id })
      lines.run({ next, id })
      reserve.run({ next, id })
    }
    database.exec(
      'update wms_product set reserved_num = (select coalesce(sum(quantity), 0) from wms_hold as h ' +
        'where h.product_id = wms_product.id and h.state = 0)',
    )
    database.exec(
      'update shop_bought set quantity = (select coalesce(sum(l.quantity), 0) from shop_order_line as l ' +
        'join shop_order as o on o.id = l.order_id where o.status <> 4 and o.user_id = shop_bought.user_id ' +
        'and l.goods_id = shop_bought.goods_id)',
    )
    database.exec('update shop_order set expire_time = 1 where status = 0')
  })()
}

/** Goods on sale over the first products, each with more on its shelf than is ordered. */
function addGoods(file) {
  const database = new Database(file)
  // The layers come from no receipt.
  database.pragma('foreign_keys = OFF')
  const now = Math.floor(Date.now() / 1000)
  const shelf = database.prepare('select id from wms_warehouse_shelf where status = 1 order by id limit 1').get()
  const products = database
    .prepare(
      'select id from wms_product where deletetime is null and id not in (select product_id from shop_goods) ' +
        'order by id limit ?',
    )
    .all(goodsCount)
  const goods = database.transaction(() =>
    products.map(({ id }) => {
      database
        .prepare(
          'insert into wms_stock_layer (product_id, warehouse_shelf_id, received_at, remaining, source_history_id, ' +
            'version) values (?, ?, ?, ?, 0, 1)',
        )
        .run(id, shelf.id, now, plenty)
      database
        .prepare('update wms_product set status = 10, total_stock_num = coalesce(total_stock_num, 0) + ? where id = ?')
        .run(plenty, id)
      return database
        .prepare(
          'insert into shop_goods (product_id, title, price, limit_buy, weight, status, weigh, create_time, version) ' +
            "values (?, 'Bench', 1250, 0, 0, 10, ?, ?, 1)",
        )
        .run(id, id, now).lastInsertRowid
    }),
  )()
  database.close()
  return goods.map(Number)
}

/** Members with an address, signed in as people sign in. */
async function addMembers(server, count) {
  const password = 'long enough 7'
  const stamp = Date.now().toString(36)
  const members = []
  for (let turn = 0; turn < count; turn++) {
    const ip = `198.51.${100 + Math.floor(turn / 200)}.${turn % 200}`
    const username = `buyer${stamp}${turn}`
    const values = { username, nickname: username, password, group_id: 1, gender: 0, status: 'enable' }
    await send(server, '/admin/user.User/add', { batoken: server.token }, values)
    const { userInfo } = await send(
      server,
      '/api/user/checkIn',
      { 'x-forwarded-for': ip },
      { tab: 'login', username, password },
    )
    const headers = { 'ba-user-token': userInfo.token, 'x-forwarded-for': ip }
    const { list } = await send(server, '/api/shop.Address/save', headers, {
      name: 'Ann',
      mobile: '13900001234',
      region: '330106',
      address: 'Street 1',
    })
    members.push({ headers, address: list[0].id })
  }
  return members
}

async function placeOrder(server, { headers, address }, goods, turn) {
  const lines = Array.from({ length: linesPerOrder }, (_, place) => ({
    goods_id: goods[(turn * linesPerOrder + place) % goods.length],
    quantity: 1,
    price: '12.50',
  }))
  const key = { 'idempotency-key': `bench-${turn}-${Date.now()}` }
  const { id } = await send(
    server,
    '/api/shop.Order/place',
    { ...headers, ...key },
    { lines, address_id: address, total: '9999.00' },
  )
  if (id === null) throw new Error('an order was not placed')
}

async function readList(server, turn) {
  const headers = { 'x-forwarded-for': `203.0.${Math.floor(turn / 200) % 250}.7` }
  const { list } = await send(server, `/api/shop.Goods/index?limit=20&page=${(turn % 2) + 1}`, headers)
  if (list.length === 0) throw new Error('the list is empty')
}

async function send({ address }, path, headers, body) {
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { code, msg, data } = await answer.json()
  if (code !== 1) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`)
  return data
}
