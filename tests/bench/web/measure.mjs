/** Our list and our forms in the browser against an empty React page, in turns, also with a slower processor. */
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { chromiumPath, flags } from '../sizes.mjs'
import { median } from '../list.mjs'
import { addRichText, signIn } from '../servers.mjs'
import { startEmptyPage } from './empty-page.mjs'

const slowdown = 4

/**
 * Milliseconds and ratios to the empty page: first row (warm, cold, warm and slow), and the longest task of a keystroke
 * in a form, in an order of 100 lines and in a text of 50 KB (95th percentile).
 * @param server ours, running on demo data
 */
export async function benchWeb(server, rounds) {
  const order = await addOrder(server)
  await addRichText(server, 'own_long')
  const user = await signIn(server.address, 'admin')
  const ours = { address: `${server.address}/#/admin/wms/product`, stored: JSON.stringify(user) }
  const empty = await startEmptyPage(await scriptBytes(ours))
  const plain = { address: `${empty.address}/`, stored: '{}' }
  try {
    const rows = await inTurns([ours, plain], rounds, firstRows)
    const key = (path, selector) => ({ ...ours, address: `${server.address}/#/admin/${path}`, selector })
    const keystrokeTimes = await inTurns(
      [
        key('wms/product?edit=5', '.record-control input[type=text]'),
        key(`wms/outbound?edit=${order}`, 'td[data-line="3"] input[inputmode="decimal"]'),
        { ...key('routine/config', '.rich-editor [role=textbox]'), pastedText: longText },
        { ...plain, selector: 'input', isBaseline: true },
      ],
      // A 95th percentile differs more from round to round than a first row.
      rounds + 2,
      keystrokes,
    )
    return {
      rows: rows[0],
      emptyRows: rows[1],
      product: keystrokeTimes[0],
      order: keystrokeTimes[1],
      richText: keystrokeTimes[2],
      emptyKeys: keystrokeTimes[3],
    }
  } finally {
    await empty.stop()
  }
}

/** Medians of every figure of each page. */
async function inTurns(pages, rounds, measure) {
  const all = pages.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, page] of pages.entries()) all[at].push(await inBrowser(page, measure))
  return all.map((figures) =>
    Object.fromEntries(Object.keys(figures[0]).map((name) => [name, median(figures.map((one) => one[name]))])),
  )
}

/** In a browser of its own, whose caches are empty. */
async function inBrowser(page, measure) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: flags })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' })
    context.setDefaultTimeout(120_000)
    await context.addInitScript((stored) => localStorage.setItem('adminInfo', stored), page.stored)
    await context.addInitScript(markFirstRow)
    return await measure({ browser, context, ...page })
  } finally {
    await browser.close()
  }
}

async function firstRows({ context, address }) {
  const cold = await firstRow(context, address, 1)
  await firstRow(context, address, 1)
  const warm = await firstRow(context, address, 1)
  return { cold, warm, slow: await firstRow(context, address, slowdown) }
}

/** Milliseconds from the start of the navigation until the first row has been painted. */
async function firstRow(context, address, rate) {
  const page = await openPage(context, address, rate)
  await page.waitForFunction(() => window.firstRow)
  const milliseconds = await page.evaluate(() => window.firstRow)
  await page.close()
  return milliseconds
}

async function openPage(context, address, rate) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

/** Runs in the page. */
function markFirstRow() {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('tr.list-row:not([aria-hidden])')) return
    watch.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (window.firstRow = performance.now()))
      port1.start()
      port2.postMessage(null)
    })
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** Both limits are multiples of the empty page at full speed, so that one is not typed into more slowly. */
async function keystrokes(parts) {
  const plain = await typeInto(parts, 1)
  return parts.isBaseline ? { plain } : { plain, slow: await typeInto(parts, slowdown) }
}

/** Milliseconds from key to key, of a fast typist; longer where the page is not done with the one before. */
const typingPaceMs = 150
/** Keys measured: so many that the 95th percentile is not the slowest one. */
const keys = 40

/** The longest task of each keystroke in milliseconds of the processor, 95th percentile. */
async function typeInto({ browser, context, address, selector, pastedText }, rate) {
  const page = await openPage(context, address, 1)
  const input = page.locator(selector).first()
  await input.click()
  if (pastedText) await input.evaluate(paste, pastedText)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const press = async (key) => {
    const next = setTimeout(typingPaceMs)
    await page.keyboard.press(key)
    // A page that has nothing to draw has no idle time for half a second, unless a frame is asked for.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))))
    await next
  }
  for (const key of ['1', 'Backspace', '2', 'Backspace']) await press(key)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  for (let at = 0; at < keys; at++) await press(at % 2 === 0 ? '1' : 'Backspace')
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  await page.close()
  const tasks = longestTasks(traceEvents).sort((one, other) => one - other)
  return tasks[Math.floor(tasks.length * 0.95)]
}

/** 50 KB of paragraphs. */
const longText = `<p>${'仓库每月盘点一次 the yard is open daily. '.repeat(4)}</p>`.repeat(235)

/** Runs in the page. */
function paste(element, html) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

function longestTasks(events) {
  const presses = events.filter((event) => event.name === 'EventDispatch' && event.args?.data?.type === 'keydown')
  presses.sort((one, other) => one.ts - other.ts)
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.pid === presses[0].pid && event.tid === presses[0].tid,
  )
  return presses.map(({ ts }, at) => {
    const end = presses[at + 1]?.ts ?? Infinity
    const own = tasks.filter((task) => task.ts + task.dur >= ts && task.ts + task.dur < end)
    return Math.max(0, ...own.map((task) => (task.tdur ?? task.dur) / 1000))
  })
}

/** Bytes of script that our list loads, unpacked. */
async function scriptBytes(ours) {
  return await inBrowser(ours, async ({ context, address }) => {
    const sizes = []
    context.on('response', (response) => {
      if (response.headers()['content-type']?.includes('javascript'))
        sizes.push(
          response.body().then(
            ({ length }) => length,
            () => 0,
          ),
        )
    })
    const page = await openPage(context, address, 1)
    await page.waitForFunction(() => window.firstRow)
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  })
}

/** Adds an order of 100 lines; returns its id. */
async function addOrder({ address, token }) {
  const call = async (path, body) => {
    const answer = await fetch(`${address}/admin/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { batoken: token, 'x-tablewright': '1', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    }).then((response) => response.json())
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const { list } = await call(
    'wms.Product/index?limit=20&search[0][field]=status&search[0][val]=10&search[0][operator]=eq',
  )
  const customers = await call('wms.Customer/index?limit=1')
  const shelves = await call('wms.WarehouseShelf/index?limit=1')
  const product_detail = Array.from({ length: 100 }, (_line, at) => {
    const { id, warehouse_shelf_id } = list[at % list.length]
    // Products that the benchmark of adding has left have no shelf of their own.
    const shelf = warehouse_shelf_id ?? shelves.list[0].id
    return {
      product_id: id,
      warehouse_shelf_id: shelf,
      plan_quantity: String(at + 1),
      actual_quantity: null,
      price: '2.5000',
    }
  })
  return (await call('wms.Outbound/add', { type: 10, customer_id: customers.list[0].id, product_detail })).id
}
