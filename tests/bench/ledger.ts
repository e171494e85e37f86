/**
 * An audit of a receipt through the kernel against the same by hand-written SQL, one after the other in one process: the
 * compare-and-set of the document, its lines, stock, totals and ledger rows with their chain, amounts and snapshots.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { applyPlan, openDatabase, type Database } from '../../runtime/server/db/index.ts'
import { postDocument } from '../../runtime/server/ledger/index.ts'
import { openWriter } from '../../runtime/server/db/sqlite/connection.ts'
import { callOf, depot, depotScope, furnish, order, type LineFacts } from '../server/ledger/house/depot.ts'
import { startPostgres } from '../support/postgres.ts'

export interface Figures {
  readonly engine: string
  /** Milliseconds an audit: median of the rounds. */
  readonly oursFive: number
  readonly handFive: number
  readonly oursLong: number
  readonly handLong: number
}

interface Rounds { readonly rounds: number; readonly audits: number; readonly long: number }
type Hand = (id: number) => Promise<void> | void

/** Measures both engines. */
export async function measureLedger(rounds: Rounds, readerScript: string): Promise<readonly Figures[]> {
  return [await onSqlite(rounds, readerScript), await onPostgres(rounds, readerScript)]
}

async function onSqlite(rounds: Rounds, readerScript: string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  const database = await openDatabase(`sqlite:${join(folder, 'bench.sqlite')}`, { readerScript })
  await applyPlan(database, depot)
  const own = openWriter(join(folder, 'bench.sqlite'))
  try {
    return await measure('SQLite', database, sqliteByHand(own), rounds)
  } finally {
    own.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(rounds: Rounds, readerScript: string): Promise<Figures> {
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  const schema = `bench_${process.pid}`
  await admin.query(`create schema ${schema}`)
  const url = new URL(server.url)
  url.searchParams.set('options', `-c search_path=${schema}`)
  const database = await openDatabase(url.href.replaceAll('+', '%20'), { readerScript })
  await applyPlan(database, depot)
  await admin.query(`set search_path to ${schema}`)
  try {
    return await measure('PostgreSQL', database, postgresByHand(admin), rounds)
  } finally {
    await database.close()
    await admin.query(`drop schema ${schema} cascade`)
    await admin.end()
    await server.stop()
  }
}

async function measure(engine: string, database: Database, hand: Hand, { rounds, audits, long }: Rounds): Promise<Figures> {
  const { products, shelves } = await furnish(database, 250, 4)
  const receipt = (lines: number, at: number) => order(database, 'receipt', Array.from({ length: lines }, (_one, line): LineFacts => [products[(at * 7 + line) % products.length]!, shelves[at % 4]!, 1_000 + line]))
  const scope = depotScope(database)
  const ours: Hand = async (id) => {
    await database.write(async (trx) => {
      await trx.updateTable('depot_receipt').set({ version: 2 }).where('id', '=', id).where('version', '=', 1).executeTakeFirstOrThrow()
      await postDocument(await callOf(scope, trx, 'receipt', id), 'receive')
    })
  }
  const take = async (work: Hand, lines: number, count: number): Promise<number> => {
    const ids: number[] = []
    for (let at = 0; at < count; at++) ids.push(await receipt(lines, at))
    const began = performance.now()
    for (const id of ids) await work(id)
    return (performance.now() - began) / count
  }
  await take(ours, 5, audits)
  await take(hand, 5, audits)
  const found: number[][] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    found[0]!.push(await take(ours, 5, audits))
    found[1]!.push(await take(hand, 5, audits))
    found[2]!.push(await take(ours, 200, long))
    found[3]!.push(await take(hand, 200, long))
  }
  const [oursFive, handFive, oursLong, handLong] = found.map((times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!)
  return { engine, oursFive: oursFive!, handFive: handFive!, oursLong: oursLong!, handLong: handLong! }
}

interface HandLine { id: number; product_id: number; shelf_id: number; quantity: number; price: number; name: string; unit: string; shelf: string }

const audit = (sign: string) => ({
  begin: `update depot_receipt set version = version + 1 where id = ${sign}1 and version = 1`,
  lines: `select l.id, l.product_id, l.shelf_id, l.actual_quantity as quantity, l.price, p.name, u.name as unit, w.name || '/' || s.name as shelf from depot_receipt_line l
    join depot_product p on p.id = l.product_id join depot_unit u on u.id = p.unit_id join depot_shelf s on s.id = l.shelf_id join depot_warehouse w on w.id = s.warehouse_id
    where l.receipt_id = ${sign}1 order by l.product_id, l.shelf_id`,
  stock: `insert into depot_stock (product_id, shelf_id, quantity) values (${sign}1, ${sign}2, ${sign}3) on conflict (product_id, shelf_id) do update set quantity = depot_stock.quantity + excluded.quantity returning quantity`,
  total: `update depot_product set total = total + ${sign}1 where id = ${sign}2`,
  book: `insert into depot_book (product_id, shelf_id, form_type, quantity, before_quantity, after_quantity, price, total_price, product_name, unit, shelf_label, order_kind, order_id, order_no, line_id, posting_seq, leg, createtime)
    values (${sign}1, ${sign}2, 10, ${sign}3, ${sign}4, ${sign}5, ${sign}6, ${sign}7, ${sign}8, ${sign}9, ${sign}10, 'depot/receipt', ${sign}11, 'receipt-no', ${sign}12, 1, 2, ${sign}13)`,
})

const amount = ({ quantity, price }: HandLine): number => Number((BigInt(quantity) * BigInt(price) * 2n + 100_000n) / 200_000n)
const bookRow = (line: HandLine, id: number, after: number): unknown[] => [line.product_id, line.shelf_id, line.quantity, after - line.quantity, after, line.price, amount(line), line.name, line.unit, line.shelf, id, line.id, Math.floor(Date.now() / 1000)]

function sqliteByHand(connection: Sqlite.Database): Hand {
  const text = audit('?')
  const of = (sql: string) => connection.prepare(sql.replace(/\?\d+/g, '?'))
  const [begin, lines, stock, total, book] = [of(text.begin), of(text.lines), of(text.stock), of(text.total), of(text.book)]
  const whole = connection.transaction((id: number) => {
    begin.run(id)
    for (const line of lines.all(id) as HandLine[]) {
      const { quantity: after } = stock.get(line.product_id, line.shelf_id, line.quantity) as { quantity: number }
      total.run(line.quantity, line.product_id)
      book.run(...bookRow(line, id, after))
    }
  })
  return (id) => whole.immediate(id)
}

function postgresByHand(client: pg.Client): Hand {
  const text = audit('$')
  const run = (name: keyof typeof text, values: unknown[]) => client.query({ name, text: text[name], values })
  return async (id) => {
    await client.query('begin')
    await run('begin', [id])
    const { rows } = await run('lines', [id])
    for (const row of rows as Record<string, unknown>[]) {
      const line = { ...row, quantity: Number(row['quantity']), price: Number(row['price']) } as HandLine
      const { rows: [held] } = await run('stock', [line.product_id, line.shelf_id, line.quantity])
      await run('total', [line.quantity, line.product_id])
      await run('book', bookRow(line, id, Number((held as { quantity: string }).quantity)))
    }
    await client.query('commit')
  }
}
