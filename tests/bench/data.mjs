/** Fills the product table of a data folder with as many rows as wanted, by plain SQL. */
import Database from 'better-sqlite3'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startOurs } from './servers.mjs'

/**
 * Lets the product make its own database with demo data, unless there is one to copy, then adds products up to `rows`.
 * @returns the database file
 */
export async function prepare(dataFolder, rows) {
  const first = process.env.TABLEWRIGHT_BENCH_FIRST_DATA
  if (first) cpSync(first, dataFolder, { recursive: true })
  else await (await startOurs(dataFolder)).stop()
  const file = join(
    dataFolder,
    readdirSync(dataFolder).find((name) => /\.(sqlite|db)$/.test(name)),
  )
  const database = new Database(file)
  fill(database, rows)
  database.exec('analyze')
  database.pragma('wal_checkpoint(truncate)')
  database.close()
  return file
}

function fill(database, rows) {
  const ids = (table) =>
    database
      .prepare(`select id from ${table} order by id`)
      .all()
      .map((row) => row.id)
  const [brands, categories, units, shelves] = ['wms_brand', 'wms_category', 'wms_unit', 'wms_warehouse_shelf'].map(ids)
  const places = database
    .prepare('select id, warehouse_id, warehouse_area_id from wms_warehouse_shelf order by id')
    .all()
  const { n } = database.prepare('select count(*) as n from wms_product').get()
  const insert = database.prepare(`insert into wms_product
    (product_no, bar_code, name, spec, price, safety_stock_num, total_stock_num, category_id, brand_id, unit_id,
      warehouse_id, warehouse_area_id, warehouse_shelf_id, status, weigh, createtime, updatetime, version)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`)
  const pick = (list, at) => list[at % list.length]
  database.transaction(() => {
    for (let at = n; at < rows; at++) {
      const place = places[at % shelves.length]
      insert.run(
        `B${String(at).padStart(7, '0')}`,
        `29${String(at).padStart(11, '0')}`,
        `螺丝 Bolt M${at % 97} no. ${at}`,
        `${at % 13} mm`,
        (at * 37) % 9_000_000,
        at % 50_000,
        at % 900_000,
        pick(categories, at),
        pick(brands, at),
        pick(units, at),
        place.warehouse_id,
        place.warehouse_area_id,
        place.id,
        at % 5 === 0 ? 20 : 10,
        at,
        1_700_000_000 + at,
        1_700_000_000 + at,
      )
    }
  })()
}
