/** The site over many texts: a page that is kept against a constant text, and lists of visitors, ten at once. */
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import { chromium } from 'playwright-core'
import { median } from './list.mjs'
import { startBare, startOurs } from './servers.mjs'
import { chromiumPath, flags } from './sizes.mjs'

const connections = 10

/** @returns {{ ratio: number, pageKb: number, listP95: number, paintMs: number }} */
export async function benchSite(dataFolder, file, { texts, lists, length, paints }) {
  const server = await startOurs(dataFolder)
  try {
    const id = addTexts(file, texts)
    await openSite(server)
    const page = await fetch(`${server.address}/read/${id}`).then((answer) => answer.text())
    if (!page.includes('Bench text')) throw new Error('the text is not there')
    const ours = await rateOf(`${server.address}/read/${id}`, length)
    const listP95 = await readLists(server, lists)
    const paintMs = await firstPaint(`${server.address}/read/${id}`, paints)
    const bare = await startBare(page.length)
    try {
      const constant = await rateOf(`${bare.address}/bare`, length)
      return { ratio: ours / constant, pageKb: gzipSync(page).length / 1024, listP95, paintMs }
    } finally {
      await bare.stop()
    }
  } finally {
    await server.stop()
  }
}

const slowdown = 4

/** Median of the milliseconds until a phone with a slow processor paints the text. */
async function firstPaint(url, count) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: flags })
  try {
    const times = []
    for (let turn = 0; turn < count; turn++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.goto(url)
      await page.waitForFunction(isPainted)
      times.push(await page.evaluate(paintTime))
      await context.close()
    }
    return median(times)
  } finally {
    await browser.close()
  }
}

/** Run in the page, which has no script of its own. */
const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
const paintTime = () => performance.getEntriesByName('first-contentful-paint')[0].startTime

const rateOf = async (url, length) => (await autocannon({ url, connections, ...length })).requests.average

async function openSite({ address, token }) {
  const answer = await fetch(`${address}/admin/routine.Config/edit`, {
    method: 'POST',
    headers: { batoken: token, 'content-type': 'application/json' },
    body: JSON.stringify({ cms_public: true }),
  }).then((response) => response.json())
  if (answer.code !== 1) throw new Error(answer.msg)
}

/** Published texts of 5 KB in channels of their own. @returns the id of the last */
function addTexts(file, count) {
  const database = new Database(file)
  const channel = database.prepare(
    `insert into cms_channel (name, type, model, status, reach, list_template, info_template, target,
      allow_visit_groups, frontend_contribute, index_rec, weigh, version)
    values (?, 'list', 'news', 1, 2, 'news', 'default', '_self', 'all', 0, 0, 0, 1)`,
  )
  const text = database.prepare(
    `insert into cms_content (channel_id, title, content, content_text, public_text, model, status, published,
      retracted, price, currency, target, allow_visit_groups, allow_comment_groups, download_after_comment,
      publish_time, update_time, views, comments, likes, dislikes, collects, sales, weigh, version)
    values (?, ?, ?, ?, ?, 'news', 'normal', 1, 0, 0, 'RMB', '_self', 'all', 'user', 0, ?, ?, 0, 0, 0, 0, 0, 0, ?, 1)`,
  )
  const words = 'Goods are counted where they stand. '.repeat(140)
  let id = 0
  database.transaction(() => {
    const channels = Array.from({ length: 60 }, (_, turn) => channel.run(`Bench channel ${turn}`).lastInsertRowid)
    for (let turn = 0; turn < count; turn++) {
      const time = 1_700_000_000 + turn
      const values = [channels[turn % channels.length], `Bench text ${turn}`, `<p>${words}</p>`, words, words]
      id = text.run(...values, time, time, turn).lastInsertRowid
    }
  })()
  database.close()
  return Number(id)
}

/** @returns milliseconds of the 95th percentile */
async function readLists({ address }, count) {
  const times = []
  let next = 0
  const read = async (page) => {
    const began = performance.now()
    const answer = await fetch(`${address}/api/cms.Index/articleList?page=${page}`).then((response) => response.json())
    if (answer.code !== 1 || answer.data.list.length === 0) throw new Error(answer.msg)
    times.push(performance.now() - began)
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let turn = next++; turn < count; turn = next++) await read(1 + (turn % 20))
    }),
  )
  times.sort((left, right) => left - right)
  return times[Math.ceil(times.length * 0.95) - 1]
}
