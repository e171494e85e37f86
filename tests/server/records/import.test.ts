import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { importLimits, importRows, type ImportOptions } from '../../../runtime/server/records/import/import.ts'
import type { ImportReport } from '../../../runtime/server/records/import/report.ts'
import { findMany } from '../../../runtime/server/db/index.ts'
import { engines } from '../../support/databases.ts'
import { refusal } from './scope.ts'
import { openShop, type Shop } from './shop.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

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
    const text = 'product_no,商品名称,Unit price,ID,createtime,\nA1,螺丝,1.5,9,8,\n'
    expect(await bring('product', text)).toMatchObject({ rows: 1, created: 1, ignored: ['ID', 'createtime'] })
    expect(await products()).toEqual([{ product_no: 'A1', name: '螺丝', price: 15000, version: 1 }])
  })

  it('names a header that means nothing, and the nearest one, before it writes anything', async () => {
    const file = (header: string) => `product_no,name,${header}\nA1,a,1\n`
    for (const [header, near] of [
      ['price*', 'price'],
      ['单价（元）', '单价'],
      ['Unit price (CNY)', 'Unit price'],
      ['Unit prize', 'Unit price'],
      ['remarks', 'remark'],
    ] as const) {
      const text = await said('product', file(header))
      expect(text).toContain(`“${header}”. Did you mean “${near}”?`)
      expect(text).toContain('nothing was imported')
    }
    expect(await said('product', file('xyz,"a,b"').replace('A1,a,1', 'A1,a,1,2'))).toContain('“xyz”.  “a,b”. ')
    expect(await products()).toEqual([])
    // A file that was told apart column by column may have others.
    const map = { product_no: 'product_no', name: 'name' }
    expect(await bring('product', file('price*'), { map })).toMatchObject({ created: 1, ignored: ['price*'] })
    // A file of refused rows comes back with their reasons.
    const again = 'product_no,name,Reason for rejection\nA2,a,"Name: …"\n'
    expect(await bring('product', again)).toMatchObject({ created: 1, ignored: [] })
  })

  it('names values under a blank header before anything is written', async () => {
    const file = 'product_no,name,,price, \nA1,a,,1,\nA2,b,"no field",2, \nA3,c,later,3, more\n'
    const text = await said('product', file)
    expect(text).toContain('column 3 (line 3: “no field”), column 5 (line 4: “more”)')
    expect(text).toContain('nothing was imported')
    expect(await products()).toEqual([])
    expect(await said('product', `${'\n'.repeat(2)}product_no,name,\n${'A,a,\n'.repeat(3000)}A,a,last\n`)).toContain(
      'column 3 (line 3004: “last”)',
    )
    expect(await products()).toEqual([])
    // Columns that are blank as a whole are what spreadsheets leave, and a map says which columns are meant.
    expect(await bring('product', 'product_no,,name,\nA1,,a,\nA2, ,b\n')).toMatchObject({ created: 2, refused: 0 })
    const map = { product_no: 'product_no', name: 'name' }
    expect(await bring('product', 'product_no,,name\nA4,x,a\n', { map })).toMatchObject({ created: 1 })
  })

  it('refuses a file without a part of its key', async () => {
    expect(await said('category', 'name\ntools\n')).toContain('“Parent category” is required')
    expect(await said('warehouse_area', 'serial_no,name\nA,a\n')).toContain('is required to identify records')
  })

  it('passes over rows of separators, and takes cells that are missing or surplus for blank ones', async () => {
    const text = 'product_no,name,remark\nA,a,x,,\n,,\nB,b\n , ,\u3000\nC,c,y,, z\n,,,,\n'
    const report = await bring('product', text)
    expect(report).toMatchObject({ rows: 3, created: 2, refused: 1 })
    expect(report.errors.map(({ line }) => line)).toEqual([6])
  })

  it('keeps what a record has where a cell is blank, unless blank cells are to clear it', async () => {
    await bring('product', 'product_no,name,price,remark\nA,a,1,x\n')
    const blank = 'product_no,name,price,remark\nA,,,\n'
    expect(await bring('product', blank)).toMatchObject({ unchanged: 1, refused: 0 })
    const cleared = await bring('product', blank, { blank: 'clear' })
    expect(cleared.reasons).toEqual({ 'Name: This field is required': 1 })
    expect(await bring('product', 'product_no,price,remark\nA,, \n', { blank: 'clear' })).toMatchObject({
      updated: 1,
      changes: { price: 1, remark: 1 },
    })
    expect(await products()).toMatchObject([{ name: 'a', price: null }])
  })

  it('reads UTF-16 and GB 18030, says so, and refuses UTF-8 that is broken', async () => {
    const text = 'product_no,商品名称\nA,螺丝\nB,一些\n'
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    // 螺丝, 一些, 商品名称 in GB 18030.
    const gb = (hex: string) => Buffer.from(hex, 'hex')
    const gb18030 = Buffer.concat([
      Buffer.from('product_no,'),
      gb('c9ccc6b7c3fbb3c6'),
      Buffer.from('\nA,'),
      gb('c2ddcbbf'),
      Buffer.from('\nB,'),
      gb('d2bbd0a9'),
      Buffer.from('\n'),
    ])
    for (const [file, encoding] of [
      [utf16, 'utf-16le'],
      [Buffer.from(utf16).swap16(), 'utf-16be'],
      [gb18030, 'gb18030'],
      [Buffer.from(text), 'utf-8'],
    ] as const) {
      await fixture.database.write((trx) => trx.deleteFrom('shop_product').execute())
      expect(await bring('product', file)).toMatchObject({ created: 2, encoding })
      expect((await products()).map(({ name }) => name)).toEqual(['螺丝', '一些'])
    }
    const broken = Buffer.concat([Buffer.from(text), gb('b1e0')])
    expect(await said('product', broken)).toContain('not UTF-8, UTF-16 or GB 18030')
    const latin = Buffer.from('product_no,name\nA,Stra\u00dfe\n', 'latin1')
    expect(await said('product', latin)).toContain('not UTF-8')
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
      'product_no,name,price,status\n8.51E+04,a,1,\n1.23457E12,a,1,\nB,a,,,x\nC,  ,1,\nD,a,1.23456,\nE,a,x,off\n"F"x,' +
        'a,1,\nG,a,1,Off shelf\nH,a,,下架\nI,1e+05,,20\nJ,a,,on_shelf\n',
    )
    expect(report).toMatchObject({ rows: 11, created: 4, refused: 7 })
    expect(report.reasons).toEqual({
      'Product no.: “…” looks like a code changed by a spreadsheet (scientific notation). Enter the original text': 2,
      'The row has 5 columns, but the header has 4': 1,
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
    const found = await findMany(database, product, watched, tuples, ['id', 'product_no'])
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
          Buffer.from([0xff, 0xff]),
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
