/**
 * Audits over HTTP against the same SQL written by hand on the same database: rates and ratios of one run, in turns, on
 * both
 * engines. Usage: node tests/bench/ledger.mjs [--quick]
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { auditByHand } from './audits/by-hand.mjs'
import { addOrders, seedFixtures } from './audits/seed.mjs'
import { openStore } from './audits/store.mjs'
import { onBothEngines } from './engines.mjs'
import { median } from './list.mjs'

/** Connections of the clients, and on PostgreSQL of the baseline. */
const clients = 8

/**
 * How much is measured. Many short turns: how long a commit takes changes from second to second, and both sides of a
 * turn are to meet the same disk.
 */
export const fullLedger = { rounds: 33, audits: 80, long: 4, warmUp: 2880 }
export const quickLedger = { rounds: 1, audits: 8, long: 1, warmUp: 16 }

/** @returns figures by engine: audits a second and milliseconds an audit, medians of the rounds */
export const benchLedger = (rounds) => onBothEngines((...place) => measure(...place, rounds))

async function measure(url, serve, { rounds, audits, long, warmUp }) {
  const server = await serve()
  const store = openStore(url, clients)
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  try {
    const fixtures = await seedFixtures(store)
    const hand = auditByHand(store)
    // A busy answer asks the client to retry; the time it loses counts.
    const ours = async (id) => {
      for (;;) {
        const busy = await audit(agent, server, id).then(
          () => false,
          (error) => (error.isBusy ? true : Promise.reject(error)),
        )
        if (!busy) return
        await pause(100)
      }
    }
    const rate = async (work, lines, count, workers) => {
      const ids = await addOrders(store, fixtures, lines, count)
      const began = performance.now()
      await Promise.all(
        Array.from({ length: workers }, async (_one, worker) => {
          for (let at = worker; at < count; at += workers) await work(ids[at])
        }),
      )
      return count / ((performance.now() - began) / 1000)
    }
    // A server that has been up for a while: its code is compiled, which takes some thousand audits, and its pages are
    // in memory.
    await rate(ours, 5, warmUp, clients)
    await rate(hand, 5, 3 * audits, clients)
    const found = { ours: [], hand: [], ratio: [], oursOne: [], handLong: [], oursLong: [], times: [] }
    for (let round = 0; round < rounds; round++) {
      const [one, other] = [await rate(ours, 5, audits, clients), await rate(hand, 5, audits, store.clients)]
      const [single, longer] = [await rate(ours, 5, audits / 4, 1), await rate(ours, 200, long, 1)]
      const longHand = await rate(hand, 200, long, 1)
      for (const [name, value] of Object.entries({
        ours: one,
        hand: other,
        ratio: one / other,
        oursOne: single,
        oursLong: longer,
        handLong: longHand,
        times: single / longer,
      }))
        found[name].push(value)
    }
    await compare(store)
    return {
      engine: store.name,
      ...Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)])),
    }
  } finally {
    agent.destroy()
    await store.close()
    await server.stop()
  }
}

function audit(agent, { address, token }, id) {
  const body = JSON.stringify({ id })
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/admin/wms.Warehousing/audit`,
      {
        method: 'POST',
        agent,
        headers: { batoken: token, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (part) => (text += part))
          .on('end', () => {
            if (JSON.parse(text).code === 1) resolve()
            else reject(Object.assign(new Error(`${answer.statusCode} ${text}`), { isBusy: answer.statusCode === 503 }))
          })
      },
    )
    sent.on('error', reject).end(body)
  })
}

/** Both leave the same behind: as many rows a line in every table, and books that agree. */
async function compare({ rows }) {
  const count = async (sql) => Number((await rows(sql))[0].n)
  const lines = await count(
    'select count(*) as n from wms_warehousing_line l join wms_warehousing o on o.id = l.warehousing_id where ' +
      'o.audit_status = 1',
  )
  const kept = await Promise.all(
    ['wms_inventory_history', 'wms_stock_layer', 'wms_stock_layer_move'].map((table) =>
      count(`select count(*) as n from ${table}`),
    ),
  )
  const wrong = await count(`select count(*) as n from wms_stock s where s.quantity <> (select sum(h.quantity)
      from wms_inventory_history h where h.product_id = s.product_id and h.warehouse_shelf_id = s.warehouse_shelf_id)
    or s.quantity <> (select sum(remaining) from wms_stock_layer l where l.product_id = s.product_id
      and l.warehouse_shelf_id = s.warehouse_shelf_id)`)
  if (wrong > 0 || kept.some((rows) => rows !== lines))
    throw new Error(`the books do not agree: ${lines} lines, ${kept.join()} rows, ${wrong} places`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const quick = process.argv.includes('--quick')
  for (const { engine, ours, hand, ratio, oursOne, oursLong, handLong, times } of await benchLedger(
    quick ? quickLedger : fullLedger,
  )) {
    console.log(
      `${engine}: 5 lines ${ours.toFixed(0)}/s, by hand ${hand.toFixed(0)}/s, ratio ${ratio.toFixed(2)} (at ` +
        `least ${engine === 'SQLite' ? 0.6 : 0.7})`,
    )
    console.log(
      `${engine}: one client ${(1000 / oursOne).toFixed(2)} ms for 5 lines, ${(1000 / oursLong).toFixed(2)} ms ` +
        `for 200 (by hand ${(1000 / handLong).toFixed(2)} ms), ${times.toFixed(1)} times as long (at most 12)`,
    )
  }
}
