/**
 * Options of a picker in the browser, on both engines: from the key to the painted options, of a product in a line of a
 * new order and of its supplier. The baseline is the call for the same options by the same page.
 * Usage: node tests/bench/web/pickers.mjs
 */
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { seedFixtures } from '../audits/seed.mjs'
import { openStore } from '../audits/store.mjs'
import { onBothEngines } from '../engines.mjs'
import { median } from '../list.mjs'
import { signIn } from '../servers.mjs'
import { chromiumPath, flags } from '../sizes.mjs'

/** Products that can be chosen, and how often each is measured. */
export const fullPickers = { products: 20_000, rounds: 12 }

/**
 * @returns by engine and picker: milliseconds from opening and from the last key to the options, and of the bare call
 */
export async function benchPickers({ products, rounds }) {
  const found = await onBothEngines((...place) => measure(...place, products, rounds))
  return found.flat()
}

async function measure(url, serve, products, rounds) {
  const store = openStore(url, 2)
  await fill(store, products)
  const server = await serve()
  const browser = await chromium.launch({ executablePath: chromiumPath, args: flags })
  try {
    const stored = JSON.stringify(await signIn(server.address, 'admin'))
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    await context.addInitScript((admin) => localStorage.setItem('adminInfo', admin), stored)
    const page = await context.newPage()
    const pickers = [
      { name: 'product of a line', at: 'td[data-line="0"] [role=combobox]', typed: 'Bolt no. 1', call: 'wms.Product' },
      { name: 'supplier', at: '.record-row [role=combobox]', typed: 'Supp', call: 'wms.Supplier' },
    ]
    const results = []
    for (const picker of pickers) {
      await page.goto(`${server.address}/#/admin`)
      await page.goto(`${server.address}/#/admin/wms/warehousing?add=1`)
      await page.locator('.lines-foot button').first().click()
      results.push({ engine: store.name, name: picker.name, ...(await timesOf(page, picker, rounds)) })
    }
    return results
  } finally {
    await browser.close()
    await store.close()
    await server.stop()
  }
}

async function timesOf(page, { at, typed, call }, rounds) {
  const input = page.locator(at).first()
  await input.waitFor()
  const times = { open: [], key: [], call: [] }
  for (let round = 0; round < rounds + 1; round++) {
    const opened = await timed(page, 'pointerdown', () => input.click())
    await page.keyboard.type(typed.slice(0, -1), { delay: 5 })
    const key = await timed(page, 'keydown', () => page.keyboard.press(typed.at(-1)))
    const bare = await page.evaluate(bareCall, { path: `/admin/${call}/index?select=true&quickSearch=${typed}` })
    await input.fill('')
    await page.keyboard.press('Escape')
    await input.blur()
    // The first one loads code and compiles statements.
    if (round === 0) continue
    times.open.push(opened)
    times.key.push(key)
    times.call.push(bare)
  }
  return { openMs: median(times.open), keyMs: median(times.key), callMs: median(times.call) }
}

/** Milliseconds from the event in the page until options have been painted that were not there before. */
async function timed(page, event, act) {
  await page.evaluate((type) => {
    window.options = new Promise((resolve) => {
      let began = null
      const start = () => (began = performance.now())
      addEventListener(type, start, { capture: true, once: true })
      const watch = new MutationObserver(() => {
        if (began === null || !document.querySelector('[role=option]')) return
        if (document.querySelector('.record-options [aria-busy=true]')) return
        watch.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - began))
          port1.start()
          port2.postMessage(null)
        })
      })
      watch.observe(document, { childList: true, subtree: true, characterData: true })
    })
  }, event)
  await act()
  return page.evaluate(() => window.options)
}

/** Runs in the page. */
async function bareCall({ path }) {
  const { token } = JSON.parse(localStorage.getItem('adminInfo'))
  const began = performance.now()
  const { code, msg } = await (await fetch(path, { headers: { batoken: token } })).json()
  if (code !== 1) throw new Error(msg)
  return performance.now() - began
}

/** Products beside those of the fixtures, with stock on hand. */
async function fill({ name, rows, decimal }, count) {
  const { unit, shelves } = await seedFixtures({ rows, decimal })
  const integer = name === 'SQLite' ? 'integer' : 'bigint'
  await rows(`insert into wms_product (product_no, bar_code, name, spec, unit_id, warehouse_shelf_id, price,
      safety_stock_num, total_stock_num, status, weigh, createtime, updatetime, version)
    with recursive n(i) as (select cast(1 as ${integer}) union all select i + 1 from n where i < ${count})
    select 'B' || i, '69' || i, 'Bolt no. ' || i, 'M' || i % 40, ${unit}, ${shelves[0]}, ${decimal(125_000, 4)}, 0,
      ${decimal('1000 * (i % 900)', 3)},
      10, i, 1700000000 + i, 1700000000 + i, 1 from n`)
  await rows(name === 'SQLite' ? 'analyze' : 'vacuum analyze')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await benchPickers(fullPickers), null, 1))
