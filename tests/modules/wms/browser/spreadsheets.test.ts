/** Spreadsheets in the browser: a supplier's price list by keyboard alone, and the list as the file that is needed. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { looks, startSession } from '../../../support/browser.ts'
import { inspectNow } from '../../../support/inspect.ts'
import { project, type Running } from '../../../support/running.ts'
import { hiddenScrollers } from '../../../support/sight.ts'
import { useSite } from '../../../support/site.ts'
import { workbookOf } from '../../../support/workbook.ts'

const site = useSite()
let server: Running
let page: Page
beforeEach(() => {
  ;({ server, page } = site)
})

const products = () => `${server.address}/#/admin/wms/product`

/** The products of the trading data: distinct codes with their last description and price. */
const goods = [
  ...new Map(
    Papa.parse<Record<string, string>>(
      readFileSync(join(import.meta.dirname, '../data/online-retail-sample.csv'), 'utf8'),
      { header: true, skipEmptyLines: true },
    )
      .data.filter((line) => line['Description']!.trim() !== '')
      .map((line) => [
        line['StockCode']!,
        [line['StockCode']!, line['Description']!.trim(), Number(line['UnitPrice'])] as const,
      ]),
  ).values(),
]

const dialog = () => page.getByRole('dialog')

/** Moves the focus to a button and presses it, as a person does who has no mouse. */
async function press(name: string | RegExp): Promise<void> {
  await dialog().getByRole('button', { name, disabled: false }).first().focus()
  await page.keyboard.press('Enter')
}

/** Opens the dialog and chooses the file. */
async function choose(file: { readonly name: string; readonly buffer: Buffer }): Promise<void> {
  await page.getByRole('button', { name: /^(Import|导入)$/ }).focus()
  await page.keyboard.press('Enter')
  const choosing = page.waitForEvent('filechooser')
  await press(/^(Choose file|选择文件)$/)
  await (await choosing).setFiles({ ...file, mimeType: 'application/octet-stream' })
}

const total = async (): Promise<number> =>
  (await server.api<{ total: number }>('/admin/wms.Product/index?exact=1')).data.total

describe('a price list', () => {
  it('is in the system without a mouse: chosen, corrected, imported in the background, and taken back', async () => {
    await startSession(page, server.address)
    await page.goto(products())
    const before = await total()
    const rows = [
      ['Supplier price list, March'],
      [],
      ['商品编号', 'Name', 'Price', 'Shelf life'],
      ...goods,
      ['NEW-1', 'Corrected here', 'twelve'],
      ['NEW-2', '', 3],
    ]
    const buffer = await workbookOf({ Cover: [['Read me']], Prices: rows })
    await choose({ name: 'prices.xlsx', buffer })
    expect(await dialog().getByRole('combobox', { name: 'Sheet' }).inputValue()).toBe('Prices')
    await dialog().getByLabel('Field for “商品编号”').waitFor()
    expect(await dialog().getByLabel('Line with the headers').inputValue()).toBe('3')
    expect(await dialog().getByLabel('Field for “商品编号”').inputValue()).toBe('product_no')
    expect(await dialog().getByLabel('Field for “Name”').inputValue()).toBe('name')
    expect(await dialog().getByLabel('Field for “Price”').inputValue()).toBe('price')
    await press('Preview')
    await dialog().getByText('Only rejected rows').click()
    const price = dialog().getByLabel(new RegExp(`^Line ${goods.length + 4}, .*price`, 'i'))
    await price.fill('12.50')
    await press('Apply changes and check again')
    await price.waitFor({ state: 'detached' })
    await press(new RegExp(`^Import rows: ${goods.length + 1} `))
    // The dialog may be closed: the import goes on, and the list shows what it has brought.
    await press('Close')
    await page.getByText('“prices.xlsx” is imported').first().waitFor()
    expect(await total()).toBe(before + goods.length + 1)
    // The command line brings the same: nothing is left to change.
    const file = join(server.dataFolder, 'goods.csv')
    writeFileSync(file, Papa.unparse([['product_no', 'name', 'price'], ...goods.map((row) => [...row])]))
    const words = [join(project, 'cli/tablewright.mjs'), 'import', 'product', file, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd: project,
      env: { ...process.env, TABLEWRIGHT_DATA: server.dataFolder, DATABASE_URL: '' },
    })
    expect(JSON.parse(stdout)).toMatchObject({
      rows: goods.length,
      created: 0,
      updated: 0,
      unchanged: goods.length,
      refused: 0,
    })
    await page.getByRole('button', { name: 'Import', exact: true }).focus()
    await page.keyboard.press('Enter')
    await press('prices.xlsx')
    const errors = page.waitForEvent('download')
    await press(/^Download rejected rows/)
    expect((await errors).suggestedFilename()).toContain('prices.xlsx')
    await press('Undo import')
    await dialog()
      .getByText(`Undone: ${goods.length + 1}`)
      .waitFor({ timeout: 60_000 })
    expect(await total()).toBe(before)
  })

  it('leaves as a workbook that changes nothing when it comes again', async () => {
    await startSession(page, server.address)
    await page.goto(products())
    await page.getByRole('button', { name: 'Export' }).focus()
    await page.keyboard.press('Enter')
    await dialog()
      .getByText(/^All columns/)
      .click()
    const coming = page.waitForEvent('download')
    await press('Export')
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    await choose({ name: 'products.xlsx', buffer: Buffer.concat(chunks) })
    await press('Preview')
    await dialog().getByText('There are no rows to import.').waitFor()
    const counts = await dialog().locator('.import-counts dd').allTextContents()
    expect([counts[0], counts[1], counts[3]]).toEqual(['0', '0', '0'])
  })
})

describe('the dialogs', () => {
  it.each(looks)('have no fault in $language, dark $dark, at $width', async (screenLook) => {
    await site.reopen(screenLook)
    ;({ page } = site)
    await startSession(page, server.address)
    await page.goto(products())
    await page.getByRole('button', { name: /^(Export|导出)$/ }).click()
    await dialog().getByRole('radio').first().waitFor()
    await inspectNow(page, screenLook, 'export')
    expect(await hiddenScrollers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    const buffer = await workbookOf({
      A: [
        ['商品编号', 'Name', 'Price'],
        ['X-1', 'Bolt', 'x'],
        ['X-2', 'Nut', 2],
      ],
    })
    await choose({ name: 'a.xlsx', buffer })
    await dialog().getByRole('table').waitFor()
    await inspectNow(page, screenLook, 'import-columns')
    expect(await hiddenScrollers(page)).toEqual([])
    await press(/^(Preview|预览)$/)
    await dialog().locator('.import-fault').first().waitFor()
    await inspectNow(page, screenLook, 'import-preview')
    expect(await hiddenScrollers(page)).toEqual([])
  })
})
