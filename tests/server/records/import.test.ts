import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { CsvError, readCsv, type CsvRecord } from '../../../runtime/server/records/import/csv-reader.ts'
import { importLimits, importRows, type ImportOptions } from '../../../runtime/server/records/import/import.ts'
import type { ImportReport } from '../../../runtime/server/records/import/report.ts'
import { findMany } from '../../../runtime/server/db/index.ts'
import { engines } from '../../support/databases.ts'
import { refusal } from './scope.ts'
import { openShop, type Shop } from './shop.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function recordsOf(text: string, size = 3): Promise<CsvRecord[]> {
  const all: CsvRecord[] = []
  for await (const { records } of readCsv(inPieces(Buffer.from(text), size))) all.push(...records)
  return all
}

describe('reading CSV', () => {
  it.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b;c,d\n1;2;3\n',
      [
        ['a', 'b', 'c,d'],
        ['1', '2', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\r\n1\t 2 \r\n',
      [
        ['a', 'b'],
        ['1', ' 2 '],
      ],
    ],
    [
      'a byte order mark and quotes around headers',
      '\ufeff"a,x",b\n1,2',
      [
        ['a,x', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'empty lines',
      '\n\na,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\n1\n\n2\n', [['a'], ['1'], ['2']]],
    ['quoted empties', 'a\n""\n', [['a'], ['']]],
    [
      'quotes and line ends in quotes',
      'a,b\n"say ""hi""","two\r\nlines"\n',
      [
        ['a', 'b'],
        ['say "hi"', 'two\r\nlines'],
      ],
    ],
    [
      'a quote inside a bare cell',
      'a,b\n5" pipe,x\n',
      [
        ['a', 'b'],
        ['5" pipe', 'x'],
      ],
    ],
    [
      'Chinese cut in the middle of a letter',
      '编号,名称\n𠮷,螺丝\n',
      [
        ['编号', '名称'],
        ['𠮷', '螺丝'],
      ],
    ],
  ])('takes %s', async (_what, text, cells) => {
    for (const size of [1, 2, 3, 1000])
      expect((await recordsOf(text, size)).map((record) => record.cells)).toEqual(cells)
  })

  it('gives the line each record begins in', async () => {
    expect((await recordsOf('a,b\r\n"x\ny",1\r\n\r\n2,3\n')).map((record) => record.line)).toEqual([1, 2, 5])
  })

  it('marks text behind a closing quote', async () => {
    expect((await recordsOf('a,b\n"x"y,1\n2,3\n')).map((record) => record.hasBadQuotes)).toEqual([false, true, false])
  })

  it('stops at an open quote, at what is no UTF-8, and at its limit', async () => {
    await expect(recordsOf('a\n1\n"x\n2\n')).rejects.toMatchObject({ code: 'quote', line: 3 })
    const gbk = Buffer.from([0x61, 0x0a, 0xb1, 0xe0, 0xba, 0xc5, 0x0a])
    await expect(
      (async () => {
        for await (const _records of readCsv(inPieces(gbk, 2)));
      })(),
    ).rejects.toBeInstanceOf(CsvError)
    await expect(
      (async () => {
        for await (const _records of readCsv(inPieces(gbk.subarray(0, 2), 1), 1));
      })(),
    ).rejects.toMatchObject({ code: 'too_large' })
  })

  it('refuses lines that hold a whole file, at once (T77)', async () => {
    const commas = ','.repeat(1000)
    expect((await recordsOf(`${commas.slice(1)}\n1\n`))[0]!.cells).toHaveLength(1000)
    await expect(recordsOf(`${commas}\n1\n`)).rejects.toMatchObject({ code: 'wide', line: 1 })
    await expect(recordsOf(`a,b\n1,2\n${commas}`)).rejects.toMatchObject({ code: 'wide', line: 3 })
    let pieces = 0
    const endless = async function* () {
      for (; pieces < 320; pieces += 1) yield 'a'.repeat(65_536)
    }
    const read = async (source: AsyncIterable<string>): Promise<void> => {
      for await (const _records of readCsv(source));
    }
    await expect(read(endless())).rejects.toMatchObject({ code: 'wide', line: 1 })
    expect(pieces).toBeLessThan(20)
    await expect(recordsOf(`a\n${'"'.repeat(2_100_000)}`, 65_536)).rejects.toMatchObject({ code: 'quote', line: 2 })
    await expect(recordsOf(`a\n${'x'.repeat(1_100_000)}`, 65_536)).rejects.toMatchObject({ code: 'wide', line: 2 })
  })

  it('does not read an endless quoted cell', async () => {
    let pieces = 0
    async function* endless(): AsyncGenerator<string, void> {
      yield 'a\n"'
      while (pieces++ < 1000) yield 'x'.repeat(10_000)
    }
    await expect(
      (async () => {
        for await (const _records of readCsv(endless()));
      })(),
    ).rejects.toMatchObject({ code: 'quote' })
    expect(pieces).toBeLessThan(200)
  })
})

describe.each(engines)('an import on $name', (engine) => {
  let fixture: Shop
  let errorFile = ''
  beforeAll(async () => {
    fixture = await openShop(engine)
  })
  afterAll(() => fixture?.database.dispose())
  beforeEach(async () => {
    await fixture.database.write(async (trx) => {
      await trx.updateTable('shop_category').set({ pid: null }).execute()
      for (const name of ['product', 'category', 'warehouse_shelf', 'warehouse_area', 'warehouse', 'brand'])
        await trx.deleteFrom(`shop_${name}`).execute()
    })
  })

  /** Does it dry first; the real run must say the very same. */
  async function bring(
    name: string,
    text: string | Uint8Array,
    more: Partial<ImportOptions> = {},
  ): Promise<ImportReport> {
    const source = () => inPieces(typeof text === 'string' ? Buffer.from(text) : text, 7)
    const count = async () => (await fixture.database.query.selectFrom(`shop_${name}`).select('id').execute()).length
    const before = await count()
    const dry = await importRows(fixture.scope, fixture.of(name), { source, ...more, dryRun: true })
    expect(await count()).toBe(before)
    errorFile = ''
    const real = await importRows(fixture.scope, fixture.of(name), {
      source,
      ...more,
      onRefused: (piece) => {
        errorFile += piece
      },
    })
    expect(real).toEqual(dry)
    expect(real.created + real.updated + real.unchanged + real.refused).toBe(real.rows)
    return real
  }
  const said = async (name: string, text: string | Uint8Array, more: Partial<ImportOptions> = {}) =>
    (await refusal(bring(name, text, more))).messageIn('en')
  const products = () =>
    fixture.database.query
      .selectFrom('shop_product')
      .select(['product_no', 'name', 'price', 'version'])
      .orderBy('id')
      .execute()

  it('T81 ends when its client disconnects before anything is stored; a started write is completed', async () => {
    const text = `product_no,name\n${Array.from({ length: 1100 }, (_row, at) => `A${at},x\n`).join('')}`
    const bringUntil = async (dryRun: boolean): Promise<{ readonly batches: number; readonly error: unknown }> => {
      const client = new AbortController()
      let batches = 0
      const onProgress = (): void => {
        batches += 1
        client.abort()
      }
      const source = () => inPieces(Buffer.from(text), 4096)
      const scope = { ...fixture.scope, signal: client.signal }
      const error = await importRows(scope, fixture.of('product'), { source, dryRun, onProgress }).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      return { batches, error }
    }
    expect(await bringUntil(true)).toMatchObject({ batches: 1, error: { name: 'AbortError' } })
    expect(await bringUntil(false)).toEqual({ batches: 3, error: null })
    expect(await products()).toHaveLength(1100)
    const scope = { ...fixture.scope, signal: AbortSignal.abort() }
    const source = () => inPieces(Buffer.from(text.replaceAll('A', 'B')), 4096)
    await expect(importRows(scope, fixture.of('product'), { source })).rejects.toMatchObject({ name: 'AbortError' })
    expect(await products()).toHaveLength(1100)
  })

  it('takes headers by field name or label of either language', async () => {
    expect(await bring('product', 'product_no,商品名称,Unit price,unknown\nA1,螺丝,1.5,x\n')).toMatchObject({
      rows: 1,
      created: 1,
    })
    expect(await products()).toEqual([{ product_no: 'A1', name: '螺丝', price: 15000, version: 1 }])
  })

  it('lets the last line of a key win and counts each change', async () => {
    const report = await bring('product', 'product_no,name,price\nA,one,1\na,other,1\nA,two,1\nA,two,1.00\nA,three,2\n')
    expect(report).toMatchObject({
      rows: 5,
      created: 2,
      updated: 2,
      unchanged: 1,
      refused: 0,
      changes: { name: 2, price: 1 },
    })
    expect(await products()).toMatchObject([
      { product_no: 'A', name: 'three', price: 20000 },
      { product_no: 'a', name: 'other' },
    ])
    expect(await bring('product', 'product_no,price\nA,2\na,3\n')).toMatchObject({
      updated: 1,
      unchanged: 1,
      changes: { price: 1 },
    })
    expect(await products()).toMatchObject([
      { name: 'three', version: 1 },
      { name: 'other', price: 30000, version: 2 },
    ])
  })

  it('keeps codes as they are, without blanks around them', async () => {
    const codes = [
      '00123',
      '13047.0',
      ' 85123A ',
      '1e5',
      '85E',
      '١٢',
      '１２',
      '=A',
      "'A",
      '-1',
      '9007199254740993',
      'e\u0301',
      '\u00e9',
      'x\ny',
    ]
    await bring('product', `product_no,name\n${codes.map((code) => `"${code}",n`).join('\n')}\n`)
    expect((await products()).map((row) => row['product_no'])).toEqual(codes.map((code) => code.trim()))
  })

  it('refuses codes changed by a spreadsheet, rows of another length and invalid values with a reason', async () => {
    const report = await bring(
      'product',
      'product_no,name,price,status\n8.51E+04,a,1,\n1.23457E12,a,1,\nB,a\nC,  ,1,\nD,a,1.23456,\nE,a,x,off\n"F"x,' +
        'a,1,\nG,a,1,Off shelf\nH,a,,下架\nI,1e+05,,20\nJ,a,,on_shelf\n',
    )
    expect(report).toMatchObject({ rows: 11, created: 4, refused: 7 })
    expect(report.reasons).toEqual({
      'Product no.: “…” looks like a code changed by a spreadsheet (scientific notation). Enter the original text': 2,
      'The row has 2 columns, but the header has 4': 1,
      'Name: This field is required': 1,
      'Unit price: Enter at most 4 decimals': 1,
      'Unit price: Enter a number': 1,
      'A quotation mark is not closed or is misplaced': 1,
    })
    expect(report.errors.find((error) => error.line === 7)).toEqual({
      line: 7,
      field: 'price',
      value: 'x',
      message: 'Unit price: Enter a number',
    })
    expect(report.errors.filter((error) => error.line === 7).map((error) => error.field)).toEqual(['price', 'status'])
    expect(
      (await fixture.database.query.selectFrom('shop_product').select('status').orderBy('id').execute()).map(
        (row) => row['status'],
      ),
    ).toEqual([20, 20, 20, 10])
    expect(errorFile.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffproduct_no,name,price,status,Reason for rejection',
      '8.51E+04,a,1,,Product no.: “8.51E+04” looks like a code changed by a spreadsheet (scientific notation). ' +
        'Enter the original text',
      '1.23457E12,a,1,,Product no.: “1.23457E12” looks like a code changed by a spreadsheet (scientific ' +
        'notation). Enter the original text',
    ])
  })

  it('finds records of other tables by title, never by id, within the scope of the row', async () => {
    for (const name of ['North', 'South']) await create(fixture.scope, fixture.of('warehouse'), { name })
    const areas = await bring(
      'warehouse_area',
      'warehouse_id,serial_no,name\nNorth,A,cold\nSouth,A,cold\nWest,A,cold\n,A,cold\n',
    )
    expect(areas).toMatchObject({
      created: 2,
      refused: 2,
      reasons: {
        'Warehouse: The selected record does not exist or was deleted. Choose another': 1,
        'Warehouse: This field is required': 1,
      },
    })
    const [north] = await fixture.database.query
      .selectFrom('shop_warehouse')
      .select('id')
      .where('name', '=', 'North')
      .execute()
    const report = await bring(
      'product',
      `product_no,name,warehouse_id,warehouse_area_id\n1,a,South,cold\n` +
        `2,a,North,cold\n3,a,,cold\n4,a,North,\n5,a,${north!['id']},\n6,a,0,\n`,
    )
    expect(report).toMatchObject({ created: 3, refused: 3 })
    const rows = await fixture.database.query
      .selectFrom('shop_product')
      .innerJoin('shop_warehouse_area as area', 'area.id', 'shop_product.warehouse_area_id')
      .innerJoin('shop_warehouse as warehouse', 'warehouse.id', 'area.warehouse_id')
      .select(['product_no', 'warehouse.name as warehouse'])
      .orderBy('product_no')
      .execute()
    expect(rows).toEqual([
      { product_no: '1', warehouse: 'South' },
      { product_no: '2', warehouse: 'North' },
    ])
    expect(await bring('product', 'product_no,warehouse_id\n1,North\n')).toMatchObject({
      refused: 1,
      reasons: { 'Default area: The selected record does not belong to “Default warehouse”. Choose another': 1 },
    })
  })

  it('takes no digits in a cell for an internal number, in either language of the headers', async () => {
    for (let count = 0; count < 8; count++) await create(fixture.scope, fixture.of('brand'), { name: `b${count}` })
    const brands = await fixture.database.query.selectFrom('shop_brand').select(['id', 'name']).execute()
    const [{ id } = { id: 0 }] = brands
    const report = await bring(
      'product',
      `Product no.,商品名称,品牌,Status\n1,a,${id},\n2,a, ${id} ,\n3,a,b1,20\n4,a,b1,Off shelf\n5,a,b2,下架\n`,
    )
    expect(report).toMatchObject({ created: 2, refused: 3 })
    expect(report.errors.map(({ field, message }) => [field, message])).toEqual([
      ['brand_id', 'Brand: The selected record does not exist or was deleted. Choose another'],
      ['brand_id', 'Brand: The selected record does not exist or was deleted. Choose another'],
      ['status', 'Status: Enter the name of an option: On shelf, Off shelf'],
    ])
    // A record that is called like a number is meant where its name is written.
    await create(fixture.scope, fixture.of('brand'), { name: String(brands[3]!['id']) })
    await bring('product', `product_no,name,brand_id\n4,a,${brands[3]!['id']}\n`)
    const named = await fixture.database.query
      .selectFrom('shop_product')
      .innerJoin('shop_brand', 'shop_brand.id', 'brand_id')
      .select('shop_brand.name')
      .where('product_no', '=', '4')
      .execute()
    expect(named).toEqual([{ name: String(brands[3]!['id']) }])
  })

  it('refuses a title that two records have', async () => {
    for (let twice = 0; twice < 2; twice++) await create(fixture.scope, fixture.of('brand'), { name: 'Twin' })
    expect((await bring('product', 'product_no,name,brand_id\n1,a,Twin\n')).reasons).toEqual({
      'Brand: Several records are named “…”. Rename all but one of them': 1,
    })
    expect((await bring('brand', 'name,introduce\nTwin,x\n')).reasons).toEqual({
      'Several records already use “…”; it is unclear which one to update': 1,
    })
  })

  it('grows a tree whose branches come in the same file', async () => {
    const report = await bring(
      'category',
      'pid,name\n,tools\ntools,saws\nsaws,hand saws\nhand saws,fine\nfine,too fine\nnothing,x\ntools,saws\n',
    )
    expect(report).toMatchObject({
      rows: 7,
      created: 4,
      unchanged: 1,
      refused: 2,
      reasons: { 'Parent category: Use at most 4 levels': 1 },
    })
  })

  it('refuses a value another record holds, also one from the same file, but not one that was let go', async () => {
    const report = await bring('product', 'product_no,name,bar_code\nA,a,111\nB,b,111\nA,a,222\nC,c,111\n')
    expect(report).toMatchObject({
      created: 2,
      updated: 1,
      refused: 1,
      reasons: { 'Barcode: “…” already exists. Enter another value': 1 },
    })
    expect(await bring('product', 'product_no,name,bar_code\nD,d,222\nE,e,333\n')).toMatchObject({
      created: 1,
      refused: 1,
    })
  })

  it('finds stored rows by an index, whatever the statistics of the database say about the table', async () => {
    const { database } = fixture
    const texts: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
    const watched = {
      getExecutor: () => database.query.getExecutor(),
      executeQuery: (query: CompiledQuery) => {
        texts.push(query)
        return database.query.executeQuery(query)
      },
    } as typeof database.query
    const product = fixture.of('product')
    await create(fixture.scope, product, { product_no: 'KEY1', name: 'one' })
    if (database.adapter.embedded) await database.optimize()
    const tuples = Array.from({ length: 150 }, (_, at) => ({ product_no: `KEY${at}` }))
    const found = await findMany(database, watched, product, tuples, ['id', 'product_no'])
    expect(found.map((row) => row['product_no'])).toEqual(['KEY1'])
    if (!database.adapter.embedded) return
    const [{ sql, parameters } = { sql: '', parameters: [] }] = texts
    const plan = await database.query.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
    expect(JSON.stringify(plan.rows)).toMatch(/SEARCH t USING INDEX .*product_no/)
  })

  it('reports first what is wrong with the whole file, and changes nothing', async () => {
    expect(await said('product', '')).toContain('empty')
    expect(await said('product', '\n\n')).toContain('empty')
    expect(await said('product', 'product_no,name,name\n')).toContain('“name” appears more than once')
    expect(await said('product', 'foo,bar\n1,2\n')).toBe(
      'No header matches a field of “Products”. Headers in the file: foo, bar. Available fields: product_no, ' +
        'bar_code, name, category_id, brand_id, unit_id, spec, price, safety_stock_num, effective_day, ' +
        'warehouse_id, warehouse_area_id, warehouse_shelf_id, images, status, remark.',
    )
    expect(await said('product', 'name\nx\n')).toContain('“Product no.” is required')
    expect(
      await said('product', 'StockCode,Description\n1,2\n', { map: { product_no: 'Stockcodes', name: 'Description' } }),
    ).toBe(
      'The file has no header “Stockcodes”. Did you mean “StockCode”? Headers in the file: StockCode, Description.',
    )
    expect(await said('product', 'StockCode\n1\n', { map: { produkt_no: 'StockCode' } })).toContain(
      'Did you mean “product_no”?',
    )
    expect(await said('product', 'StockCode\n1\n', { map: { total_stock_num: 'StockCode' } })).toContain(
      'has no field “total_stock_num”',
    )
    expect(
      await said(
        'product',
        Buffer.concat([
          Buffer.from('product_no,name\n'),
          Buffer.from(Array.from({ length: 600 }, (_, at) => `${at},x\n`).join('')),
          Buffer.from([0xb1, 0xe0]),
        ]),
      ),
    ).toContain('not UTF-8')
    expect(await said('product', `product_no,name\n${'1,x\n'.repeat(600)}"2,y\n`)).toContain('line 602 is not closed')
    expect(await said('product', 'product_no,name\n1,a\n2,b\n', { limits: { rows: 1, bytes: 1000 } })).toContain(
      'at most 1 rows',
    )
    expect(await said('product', 'product_no,name\n1,a\n', { limits: { rows: 1, bytes: 5 } })).toContain('exceeds')
    expect(importLimits).toEqual({ rows: 100_000, bytes: 20_971_520 })
    expect(await products()).toEqual([])
  })
})
