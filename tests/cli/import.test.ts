/** `tablewright import` and `seed` on data folders of their own, as a person runs them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { readMap } from '../../cli/importing/map.ts'
import { workbookOf } from '../support/workbook.ts'
import { freePort } from '../support/free-port.mjs'
import { buildOnce, run, start, type Started } from './command-line.ts'

beforeAll(buildOnce, 120_000)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-import-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const goods = [
  'Code,Title,Price,"Weight, kg"',
  '85123A,"HANGING HEART ""T-LIGHT"" HOLDER ",2.55,1',
  '85123a,another code,1.00,1',
  'POST,POSTAGE,18.00,1',
  '007,leading zeros,3.50,1',
  '22423,,10.95,1',
  '8.51E+04,rewritten by a spreadsheet,1,1',
  '85123A,HANGING HEART,2.95,1',
].join('\r\n')
const map = 'product_no=Code,name=Title,price=Price'

function file(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const data = (): string => join(folder, 'data')
const imported = (...words: readonly string[]) => run(['import', ...words, '--data', data()])

function products(): unknown[] {
  const database = new Sqlite(join(data(), 'tablewright.sqlite'), { readonly: true })
  try {
    return database.prepare('select product_no, name, price from shop_product order by product_no').raw().all()
  } finally {
    database.close()
  }
}

describe('an import', () => {
  it('reads a workbook: the sheet and the line that are named', async () => {
    const rows = [['A title'], ['Code', 'Title'], ['007', 'leading zeros'], ['85123A', 'HANGING HEART']]
    const path = file('goods.xlsx', await workbookOf({ Cover: [['Code', 'Title']], Goods: rows }))
    const words = ['--map', 'product_no=Code,name=Title', '--sheet', 'Goods', '--header-line', '2']
    const { exit, stdout } = await imported('product', path, ...words)
    expect([exit, stdout]).toEqual([
      exitCodes.ok,
      expect.stringMatching(/created\t2[^]*sheet\tGoods\n.*line with the headers\t2/),
    ])
    expect(products()).toEqual([
      ['007', 'leading zeros', null],
      ['85123A', 'HANGING HEART', null],
    ])
    const wrong = await imported('product', path, '--sheet', 'Nothing')
    expect([wrong.exit, wrong.stderr]).toEqual([
      exitCodes.findings,
      expect.stringContaining('Sheets in the file: Cover, Goods'),
    ])
    expect((await imported('product', path, '--header-line', 'two')).exit).toBe(exitCodes.usage)
  })

  it('reports what was imported, what was rejected and why, and keeps every code unchanged', async () => {
    const { exit, stdout, stderr } = await imported(
      'product',
      file('goods.csv', goods),
      '--map',
      map,
      '--errors',
      join(folder, 'refused.csv'),
    )
    expect(exit).toBe(exitCodes.findings)
    expect(
      stdout
        .split('\n')
        .map((line) => line.trim())
        .slice(0, 5),
    ).toEqual(['Imported into "Products": 7 rows', 'created\t4', 'updated\t1', 'unchanged\t0', 'rejected\t2'])
    expect(stderr).toContain('Line 6: ')
    expect(products()).toEqual([
      ['007', 'leading zeros', 35_000],
      ['85123A', 'HANGING HEART', 29_500],
      ['85123a', 'another code', 10_000],
      ['POST', 'POSTAGE', 180_000],
    ])
    const refused = readFileSync(join(folder, 'refused.csv'), 'utf8')
    expect(
      refused
        .split(/\r?\n/)
        .slice(1, 3)
        .map((line) => line.split(',')[0]),
    ).toEqual(['22423', '8.51E+04'])
    expect(readdirSync(folder).sort()).toEqual(['data', 'goods.csv', 'refused.csv'])
  })

  it('comes to nothing new the second time, and ends with 0 when no row was refused', async () => {
    const path = file('goods.csv', 'Code,Title,Price\nA1,one,1\nA2,two,2\n')
    expect((await imported('shop/product', path, '--map', map)).exit).toBe(exitCodes.ok)
    const again = await imported(
      'product',
      path,
      '--map',
      'product_no=Code',
      '--map',
      'name=Title',
      '--map',
      'price=Price',
      '--json',
    )
    expect(JSON.parse(again.stdout)).toMatchObject({
      ok: true,
      table: 'shop/product',
      dryRun: false,
      rows: 2,
      created: 0,
      updated: 0,
      unchanged: 2,
      refused: 0,
    })
    expect(again.stderr).toBe('')
  })

  it('writes nothing on a trial run, and no file of rejected rows when there are none', async () => {
    const path = file('goods.csv', 'product_no,name\nA1,one\n')
    const { exit, stdout } = await imported('product', path, '--dry-run', '--errors', join(folder, 'refused.csv'))
    expect({ exit, head: stdout.split('\n')[0] }).toEqual({
      exit: exitCodes.ok,
      head: 'Trial import into "Products" (nothing was written): 1 rows',
    })
    expect({ products: products(), isFileThere: existsSync(join(folder, 'refused.csv')) }).toEqual({
      products: [],
      isFileThere: false,
    })
  })

  it('works while a server runs on the same data', async () => {
    const port = await freePort()
    const server: Started = start(['serve', '--no-build'], {
      env: { PORT: String(port), TABLEWRIGHT_DATA: data(), TABLEWRIGHT_DEMO: '0' },
    })
    try {
      await server.until(/Press Ctrl-C/)
      expect((await imported('product', file('goods.csv', goods), '--map', map)).exit).toBe(exitCodes.findings)
      expect(products()).toHaveLength(4)
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    } finally {
      server.child.kill('SIGINT')
      await server.ended
    }
  })

  const wrong: readonly (readonly [string, () => readonly string[], number, RegExp])[] = [
    [
      'a table nobody knows',
      () => ['produkt', file('a.csv', goods)],
      exitCodes.usage,
      /^No table "produkt" accepts imports\.\nDid you mean product\?/,
    ],
    [
      'a table that takes no import',
      () => ['admin', file('a.csv', goods)],
      exitCodes.usage,
      /^No table "admin" accepts imports\./,
    ],
    [
      'a file that is not there',
      () => ['product', 'nowhere.csv'],
      exitCodes.environment,
      /^File not found: nowhere\.csv/,
    ],
    [
      'a header that is not there',
      () => ['product', file('a.csv', goods), '--map', 'product_no=Cod'],
      exitCodes.findings,
      /no header “Cod”\. Did you mean “Code”/,
    ],
    [
      'a field that is not there',
      () => ['product', file('a.csv', goods), '--map', 'product_nr=Code'],
      exitCodes.findings,
      /no field “product_nr” for import\. Did you mean “product_no”/,
    ],
    [
      'a map without a header',
      () => ['product', file('a.csv', goods), '--map', 'product_no'],
      exitCodes.usage,
      /"product_no" is not valid: use field=header/,
    ],
    [
      'a file in another encoding',
      () => ['product', file('a.csv', Buffer.from('product_no,name\nA1,Stra\u00dfe\n', 'latin1'))],
      exitCodes.findings,
      /is not UTF-8/,
    ],
    ['an empty file', () => ['product', file('a.csv', '')], exitCodes.findings, /The file is empty/],
    [
      'refused rows into the imported file',
      () => ['product', file('a.csv', goods), '--map', map, '--errors', join(folder, 'a.csv')],
      exitCodes.usage,
      /cannot be the imported file/,
    ],
    [
      'refused rows into a folder that is not there',
      () => ['product', file('a.csv', goods), '--map', map, '--errors', join(folder, 'no/where.csv')],
      exitCodes.environment,
      /Nothing was imported/,
    ],
  ]
  it.each(wrong)('refuses %s', async (_name, words, exit, says) => {
    const outcome = await imported(...words())
    expect(outcome.stderr).toMatch(says)
    expect(outcome).toMatchObject({ exit, stdout: '' })
    if (existsSync(data())) expect(products()).toEqual([])
  })
})

describe('--map', () => {
  it('takes headers with commas and equal signs', () => {
    expect(readMap(['product_no=Code, new,name=a=b', 'price=Price'])).toEqual({
      product_no: 'Code, new',
      name: 'a=b',
      price: 'Price',
    })
  })

  it.each(['', 'name', '=Code', 'name=', 'name=a,name=b'])('refuses "%s"', (text) => {
    expect(() => readMap([text])).toThrow(/In --map/)
  })
})

describe('reset-factor', () => {
  it('removes the second factor of an account, and says when there is none to remove', async () => {
    const scope = ['--data', data()]
    expect(await run(['reset-factor', 'owner', ...scope])).toMatchObject({
      exit: exitCodes.refused,
      stderr: expect.stringMatching(/^Nothing was changed: no administrator “owner”/) as string,
    })
    const open = () => new Sqlite(join(data(), 'tablewright.sqlite'))
    const before = open()
    before.exec(
      `insert into admin (username, nickname, password, status, version, totp_time)
       values ('owner', 'Owner', 'x', 1, 1, 1)`,
    )
    before.close()
    const { exit, stdout } = await run(['reset-factor', 'owner', ...scope])
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^The second factor of “owner”/) })
    const after = open()
    const [time, title] = [
      after.prepare("select totp_time from admin where username = 'owner'").pluck().get(),
      after.prepare('select title from admin_log order by id desc limit 1').pluck().get(),
    ]
    after.close()
    expect([time, title]).toEqual([null, expect.stringContaining('reset second factor')])
  })
})

describe('seed', () => {
  it('gives the same data for the same seed, other data for another, and leaves filled tables unchanged', async () => {
    const seeded = async (name: string, seed: string) => {
      const { exit, stdout } = await run([
        'seed',
        '--seed',
        seed,
        '--scale',
        '0.01',
        '--json',
        '--data',
        join(folder, name),
      ])
      const database = new Sqlite(join(folder, name, 'tablewright.sqlite'), { readonly: true })
      const rows = database
        .prepare('select product_no, name, price, bar_code from shop_product order by id')
        .raw()
        .all()
      database.close()
      return { exit, counts: (JSON.parse(stdout) as { tables: unknown }).tables, rows }
    }
    const [one, same, other] = [await seeded('one', '7'), await seeded('same', '7'), await seeded('other', '8')]
    expect(one).toEqual(same)
    expect(one.rows).not.toEqual(other.rows)
    expect(one.counts).toMatchObject({ 'shop/unit': 1, 'shop/brand': 5, 'shop/product': one.rows.length })

    const again = await run(['seed', '--data', join(folder, 'one')])
    expect(again).toMatchObject({ exit: exitCodes.refused, stdout: '' })
    expect(again.stderr).toMatch(/^No demo data was loaded: these tables already contain records: .*Products/)

    const forced = await run([
      'seed',
      '--seed',
      '7',
      '--scale',
      '0.01',
      '--force',
      '--json',
      '--data',
      join(folder, 'one'),
    ])
    expect(JSON.parse(forced.stdout)).toMatchObject({ ok: true, loaded: 0 })
  })

  it.each([
    ['--scale', '2'],
    ['--scale', 'much'],
    ['--seed', '1.5'],
  ])('refuses %s %s', async (flag, value) => {
    expect(await run(['seed', flag, value, '--data', data()])).toMatchObject({ exit: exitCodes.usage, stdout: '' })
  })
})
