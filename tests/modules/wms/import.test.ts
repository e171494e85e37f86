/** Real trading data through the product's own import, checked against a count made here without it. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { moduleEngines } from '../../support/databases.ts'
import { workbookOf } from '../../support/workbook.ts'
import { openWarehouse, type Warehouse } from './warehouse.ts'

const file = join(import.meta.dirname, 'data/online-retail-sample.csv')
const source = () => createReadStream(file, { highWaterMark: 4099 })
const lines = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), {
  header: true,
  skipEmptyLines: true,
}).data

interface Expected {
  readonly records: Map<string, Record<string, string>>
  readonly report: {
    rows: number
    created: number
    updated: number
    unchanged: number
    refused: number
    changes: Record<string, number>
  }
}

/**
 * The last line of a key wins, without blanks around its texts; a blank name leaves the one before; lines without key
 * or any name are left out.
 */
function expected(key: string, required: string, columns: Readonly<Record<string, string>>): Expected {
  const records = new Map<string, Record<string, string>>()
  const report: Expected['report'] = { rows: 0, created: 0, updated: 0, unchanged: 0, refused: 0, changes: {} }
  for (const line of lines) {
    report.rows++
    const before = records.get(line[key]!)
    if (line[key]!.trim() === '' || (line[required]!.trim() === '' && !before)) {
      report.refused++
      continue
    }
    const after = Object.fromEntries(
      Object.entries(columns).map(([field, header]) => [
        field,
        line[header]!.trim() === '' && before ? before[field]! : line[header]!.trim(),
      ]),
    )
    const changed = before
      ? Object.keys(columns).filter((field) =>
          field === 'price' ? Number(before[field]) !== Number(after[field]) : before[field] !== after[field],
        )
      : []
    if (!before) report.created++
    else if (changed.length > 0) report.updated++
    else report.unchanged++
    for (const field of changed) report.changes[field] = (report.changes[field] ?? 0) + 1
    records.set(line[key]!, after)
  }
  return { records, report }
}

describe.each(moduleEngines)('the retail file on $name', (engine) => {
  let app: Warehouse
  beforeAll(async () => {
    app = await openWarehouse(engine)
  })
  afterAll(() => app?.database.dispose())

  it('becomes products with exact codes and the last price and description; refuses blank descriptions', async () => {
    const map = { product_no: 'StockCode', name: 'Description', price: 'UnitPrice' }
    const { records, report } = expected('StockCode', 'Description', map)
    expect(report.refused).toBeGreaterThan(0)
    const dry = await importRows(app.scope, app.of('product'), { source, map, dryRun: true })
    expect(await app.database.query.selectFrom('wms_product').select('id').execute()).toEqual([])
    const real = await importRows(app.scope, app.of('product'), { source, map })
    expect(real).toEqual(dry)
    expect(real).toMatchObject({ ...report, reasons: { 'Name: This field is required': report.refused } })
    const rows = await app.database.query
      .selectFrom('wms_product')
      .select(['product_no', 'name', 'price', 'weigh', 'id', 'status'])
      .execute()
    expect(new Set(rows.map((row) => row['product_no']))).toEqual(new Set(records.keys()))
    for (const row of rows)
      expect(row).toMatchObject({
        name: records.get(String(row['product_no']))!['name'],
        price: Math.round(Number(records.get(String(row['product_no']))!['price']) * 10_000),
        weigh: row['id'],
        status: 10,
      })
    expect(rows.map((row) => row['product_no'])).toEqual(expect.arrayContaining(['47566b', '47566B', 'POST', 'M']))
  })

  it('becomes customers named by their number as it is written', async () => {
    const map = { name: 'CustomerID', city: 'Country' }
    const { records, report } = expected('CustomerID', 'CustomerID', map)
    expect(await importRows(app.scope, app.of('customer'), { source, map })).toMatchObject(report)
    const rows = await app.database.query.selectFrom('wms_customer').select(['name', 'city']).execute()
    expect(Object.fromEntries(rows.map((row) => [row['name'], row['city']]))).toEqual(
      Object.fromEntries([...records].map(([name, { city }]) => [name, city])),
    )
    expect(rows.every((row) => /^\d{5}\.0$/.test(String(row['name'])))).toBe(true)
  })

  it('brings as a workbook what it brings as CSV', async () => {
    const map = { product_no: 'StockCode', name: 'Description', price: 'UnitPrice' }
    const header = Object.keys(lines[0]!)
    const bytes = await workbookOf({
      Data: [['UCI Online Retail'], header, ...lines.map((line) => header.map((name) => line[name]!))],
    })
    const workbook = async function* () {
      yield bytes
    }
    const {
      sheet,
      header_line: headerLine,
      ...report
    } = await importRows(app.scope, app.of('product'), { source: workbook, map, dryRun: true })
    const {
      sheet: _none,
      header_line: _first,
      ...csv
    } = await importRows(app.scope, app.of('product'), { source, map, dryRun: true })
    expect([sheet, headerLine]).toEqual(['Data', 2])
    const withoutLines = ({ errors, ...rest }: typeof report) => ({
      ...rest,
      errors: errors.map(({ line: _line, ...error }) => error),
    })
    expect(withoutLines(report)).toEqual(withoutLines(csv))
  })

  it('changes only what is new when it comes again', async () => {
    const map = { product_no: 'StockCode', name: 'Description' }
    const before = await app.database.query
      .selectFrom('wms_product')
      .select(['product_no', 'name'])
      .orderBy('id')
      .execute()
    const again = await importRows(app.scope, app.of('product'), { source, map })
    expect(again.created).toBe(0)
    expect(
      await app.database.query.selectFrom('wms_product').select(['product_no', 'name']).orderBy('id').execute(),
    ).toEqual(before)
  })
})
