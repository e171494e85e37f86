/**
 * The import of new products as somebody would write it by hand for this one table: the file is parsed, each line
 * checked, numbers that exist are looked up, and batches inserted by one statement each, with what a form fills in.
 * Nothing is noted for an undo.
 */
import Papa from 'papaparse'

const batchSize = 500
const lengths = { product_no: 64, name: 255, spec: 128, remark: 255 }
/** What a form fills in where a file says nothing. */
const filled = { status: 10, safety_stock_num: 0, total_stock_num: 0, reserved_num: 0, low_alert_open: 0 }
const columns = [
  'product_no',
  'name',
  'spec',
  'price',
  'remark',
  ...Object.keys(filled),
  'createtime',
  'updatetime',
  'version',
]

/** @returns the import of a CSV text: `(text) => Promise<count>`; throws when a line is wrong */
export function importByHand(store) {
  const list = (count, first = 0) => Array.from({ length: count }, (_one, at) => mark(first + at)).join()
  const mark = (at) => (store.sqlite ? '?' : `$${at + 1}`)
  const texts = new Map()
  const textsOf = (count) => {
    if (!texts.has(count))
      texts.set(count, {
        find: `select product_no from wms_product where product_no in (${list(count)}) and deletetime is null`,
        insert: `insert into wms_product (${columns.join()}) values ${Array.from(
          { length: count },
          (_one, at) => `(${list(columns.length, at * columns.length)})`,
        ).join()} returning id`,
      })
    return texts.get(count)
  }
  const place = `update wms_product set weigh = id where id >= ${mark(0)} and id <= ${mark(1)}`
  const priceOf = store.sqlite ? (text) => Math.round(Number(text) * 10_000) : (text) => text
  const valuesOf = (line, now) => [
    line.product_no,
    line.name,
    line.spec || null,
    line.price === '' ? null : priceOf(line.price),
    line.remark || null,
    ...Object.values(filled),
    now,
    now,
    1,
  ]

  return async (text) => {
    const { data, errors } = Papa.parse(text, { header: true, skipEmptyLines: true })
    if (errors.length > 0) throw new Error(errors[0].message)
    const seen = new Set()
    for (let start = 0; start < data.length; start += batchSize) {
      const part = data.slice(start, start + batchSize)
      part.forEach((line, at) => check(line, start + at + 2, seen))
      const { find, insert } = textsOf(part.length)
      const now = Math.floor(Date.now() / 1000)
      const numbers = part.map((line) => line.product_no)
      const values = part.flatMap((line) => valuesOf(line, now))
      await store.inTransaction(async (client) => {
        const { rows: known } = await client.query(find, numbers)
        if (known.length > 0) throw new Error(`${known[0].product_no} exists`)
        const { rows } = await client.query(insert, values)
        const ids = rows.map((row) => Number(row.id))
        await client.query(place, [Math.min(...ids), Math.max(...ids)])
      })
    }
    return data.length
  }
}

function check(line, number, seen) {
  const refuse = (reason) => {
    throw new Error(`line ${number}: ${reason}`)
  }
  for (const name of ['product_no', 'name']) if (!line[name]) refuse(`${name} is missing`)
  for (const [name, length] of Object.entries(lengths))
    if ((line[name] ?? '').length > length) refuse(`${name} is too long`)
  if (line.price !== '' && !/^\d{1,14}(\.\d{1,4})?$/.test(line.price)) refuse('price is no number')
  if (seen.has(line.product_no)) refuse(`${line.product_no} occurs twice`)
  seen.add(line.product_no)
}
