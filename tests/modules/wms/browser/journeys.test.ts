/**
 * Ways through the product as a person goes them: without a mouse, with wrong input, on a slow line, against somebody
 * else's save.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { rows, shownForm, shownPage, startSession } from '../../../support/browser.ts'
import type { Running } from '../../../support/running.ts'
import { usualLook, useSite } from '../../../support/site.ts'

const site = useSite()
let server: Running
let page: Page
let errors: string[]
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const products = () => `${server.address}/#/admin/wms/product`
const find = (text: string) =>
  server.api<{ list: Record<string, unknown>[]; total: number }>(
    `/admin/wms.Product/index?quickSearch=${encodeURIComponent(text)}`,
  )

async function openAdd(): Promise<void> {
  await page.goto(`${products()}?add=1`)
  await shownForm(page)
    .getByLabel(/^Product no/)
    .waitFor()
}

describe('trouble', () => {
  it('saves once on a slow line, however often saving is asked for', async () => {
    await startSession(page, server.address)
    await openAdd()
    await shownForm(page)
      .getByLabel(/^Product no/)
      .fill('SLOW-1')
    await shownForm(page).getByLabel(/^Name/).fill('Slow')
    let calls = 0
    let answer = (): void => undefined
    const isHeld = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/wms.Product/add', async (route) => {
      calls++
      await isHeld
      await route.continue()
    })
    for (let time = 0; time < 4; time++) await page.keyboard.press('Control+Enter')
    await expect.poll(() => calls).toBe(1)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    answer()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(calls).toBe(1)
    expect((await find('SLOW-1')).data.total).toBe(1)
  })

  it('keeps what was typed when the server is away, and saves it when it is back', async () => {
    await startSession(page, server.address)
    await openAdd()
    await shownForm(page)
      .getByLabel(/^Product no/)
      .fill('AWAY-1')
    await shownForm(page).getByLabel(/^Name/).fill('Away')
    await page.route('**/wms.Product/add', (route) => route.abort())
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    expect(await shownForm(page).getByLabel(/^Name/).inputValue()).toBe('Away')
    await page.unroute('**/wms.Product/add')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await find('AWAY-1')).data.total).toBe(1)
  })

  it('shows what another person saved meanwhile instead of overwriting it', async () => {
    const {
      data: { id },
    } = await server.api<{ id: number }>('/admin/wms.Product/add', { product_no: 'TWO-1', name: 'Mine' })
    await startSession(page, server.address)
    await page.goto(`${products()}?edit=${id}`)
    await shownForm(page).getByLabel(/^Name/).waitFor()
    expect(await server.api('/admin/wms.Product/edit', { id, name: 'Theirs', version: 1 })).toMatchObject({ code: 1 })
    await shownForm(page).getByLabel(/^Name/).fill('Mine, changed')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Theirs', { exact: false }).first().waitFor()
    expect((await find('TWO-1')).data.list[0]).toMatchObject({ name: 'Theirs', version: 2 })
  })

  it("shows the server's refusal at the field it concerns", async () => {
    await startSession(page, server.address)
    await openAdd()
    await shownForm(page)
      .getByLabel(/^Product no/)
      .fill('P000001')
    await shownForm(page).getByLabel(/^Name/).fill('Twice')
    await page.keyboard.press('Control+Enter')
    await page.getByText('“P000001” already exists. Enter another value').first().waitFor()
    expect(
      await shownForm(page)
        .getByLabel(/^Product no/)
        .getAttribute('aria-invalid'),
    ).toBe('true')
  })

  it('keeps what was typed through a change of language', async () => {
    await startSession(page, server.address)
    await openAdd()
    await shownForm(page).getByLabel(/^Name/).fill('螺丝 Bolt')
    await page.evaluate(() =>
      document.querySelectorAll<HTMLButtonElement>('header button').forEach((button) => {
        if (button.textContent === '中文') button.click()
      }),
    )
    const name = shownForm(page).getByLabel(/^商品名称/)
    await name.waitFor()
    expect(await name.inputValue()).toBe('螺丝 Bolt')
  })
})

describe('a list as an address', () => {
  it('gives another browser the same rows, and the back button the former ones', async () => {
    await startSession(page, server.address)
    await page.goto(products())
    await rows(page).nth(3).waitFor()
    await shownPage(page)
      .getByRole('columnheader', { name: /Unit price/ })
      .getByRole('button')
      .first()
      .click()
    await expect.poll(() => page.url()).toContain('order=price')
    const first = () => page.locator('table tbody tr th').first().textContent()
    await expect
      .poll(
        async () =>
          (await server.api<{ list: { name: string }[] }>('/admin/wms.Product/index?order=price,asc')).data.list[0]!
            .name === (await first()),
      )
      .toBe(true)
    const link = page.url()
    const other = await site.openBeside({ ...usualLook, dark: true })
    await startSession(other.page, server.address)
    await other.page.goto(link)
    await expect
      .poll(() => other.page.locator('table tbody tr th').allTextContents())
      .toEqual(await page.locator('table tbody tr th').allTextContents())
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('order=price')
  }, 90_000)

  it('orders a reference by what its target is called', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/wms/warehouseShelf?limit=50`)
    await rows(page).nth(3).waitFor()
    await shownPage(page).getByRole('columnheader', { name: /^Area/ }).getByRole('button').first().click()
    await expect.poll(() => decodeURIComponent(page.url())).toContain('order=warehouseArea.name,asc')
    const { data } = await server.api<{ list: { warehouseArea: { name: string } }[] }>(
      '/admin/wms.WarehouseShelf/index?limit=50&order=warehouseArea.name,asc',
    )
    const names = data.list.map((row) => row.warehouseArea.name)
    expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    await expect.poll(async () => (await rows(page).first().textContent())?.includes(names[0]!)).toBe(true)
    expect(await shownPage(page).getByRole('columnheader', { name: /^Area/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
  })

  it('keeps the width one gives to a column by mouse and by key, and fits it to its content', async () => {
    await startSession(page, server.address)
    await page.goto(products())
    await rows(page).nth(3).waitFor()
    const heading = shownPage(page).getByRole('columnheader', { name: /Unit price/ })
    const edge = heading.getByRole('separator', { name: 'Width of “Unit price”' })
    const boxOf = async () => (await heading.boundingBox())!
    const width = async () => Math.round((await boxOf()).width)
    const [columns, before] = [await shownPage(page).getByRole('columnheader').count(), await boxOf()]
    await page.mouse.move(before.x + before.width - 4, before.y + 10)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width + 26, before.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(Math.round(before.width) + 30)
    expect(await shownPage(page).getByRole('columnheader').count()).toBe(columns)
    expect(page.url()).not.toContain('order=')
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowRight')
    const wanted = Math.round(before.width) + 70
    await expect.poll(width).toBe(wanted)
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(wanted))
    await page.reload()
    await rows(page).nth(3).waitFor()
    await expect.poll(width).toBe(wanted)
    await edge.dblclick()
    await expect.poll(width).toBeLessThan(wanted)
    const isCut = await heading.evaluate((cell: HTMLTableCellElement) =>
      [...cell.closest('table')!.rows].some(({ cells }) => {
        const { scrollWidth, clientWidth } = cells[cell.cellIndex]! // Every row of a list has as many cells.
        return scrollWidth > clientWidth
      }),
    )
    expect(isCut).toBe(false)
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    const fitted = await width()
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(width).toBe(fitted + 10)
  }, 90_000)

  it('moves a brand by keyboard and keeps the new order', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/wms/brand`)
    await rows(page).nth(2).waitFor()
    const names = () => page.locator('table tbody tr th').allTextContents()
    const before = await names()
    await page.getByRole('button', { name: 'Reorder' }).click()
    const down = rows(page).first().getByRole('button', { name: /down/i })
    await down.focus()
    await page.keyboard.press('Enter')
    const wanted = [before[1], before[0], ...before.slice(2)]
    await expect
      .poll(async () =>
        (await server.api<{ list: { name: string }[] }>('/admin/wms.Brand/index')).data.list.map((row) => row.name),
      )
      .toEqual(wanted.map((name) => name?.trim()))
  })

  it('hands over the list as it is filtered, as CSV', async () => {
    await startSession(page, server.address)
    await page.goto(`${products()}?quickSearch=P00000`)
    await expect.poll(() => rows(page).count()).toBeLessThan(11)
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('CSV (.csv)').click()
    await dialog.getByText(/^All columns/).click()
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const stream = await (await coming).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
    expect(lines[0]).toContain('Product no.')
    expect(lines).toHaveLength(1 + (await find('P00000')).data.total)
  })
})

describe('an order by keyboard alone', () => {
  /** Types what to search for and chooses what is found. */
  const choose = async (text: string): Promise<void> => {
    await page.keyboard.type(text)
    await page.getByRole('option', { name: text }).waitFor()
    await page.keyboard.press('Enter')
  }
  const press = async (of: string, name: RegExp): Promise<void> => {
    await page.locator(of).getByRole('button', { name, disabled: false }).first().focus()
    await page.keyboard.press('Enter')
  }
  const listed = async (controller: string, more = '') =>
    (await server.api<{ list: Record<string, unknown>[] }>(`/admin/wms.${controller}/index?order=id,desc${more}`)).data
      .list

  it('takes twenty lines from a scanner, which waits for nothing', async () => {
    const goods = (await listed('Product', '&limit=100')).filter((row) => row['status'] === 10)
    const products = goods.filter((row) => row['warehouse_shelf_id'] !== null).slice(0, 20)
    expect(products).toHaveLength(20)
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/wms/warehousing?add=1`)
    await shownForm(page)
      .getByRole('combobox', { name: /^Supplier/ })
      .focus()
    await choose(String((await listed('Supplier'))[0]!['name']))
    await press('.record-dialog', /^Add line/)
    await page.locator('[data-line="0"] input[role=combobox]:focus').waitFor()
    for (const [at, product] of products.entries()) {
      await page.keyboard.type(String(product['product_no']), { delay: 5 })
      // Enter selects, and goes on while the answer is on its way.
      for (let cell = 0; cell < 3; cell++) await page.keyboard.press('Enter', { delay: 5 })
      await page.keyboard.type(String(at + 1), { delay: 5 })
      if (at + 1 < products.length) await page.keyboard.press('Shift+Enter')
    }
    await page
      .getByRole('row', { name: /^Total/ })
      .getByText('210')
      .first()
      .waitFor()
    // What the last product brings along is still on its way.
    await expect.poll(() => page.locator('[data-line="19"][data-column="1"] input').inputValue()).not.toBe('')
    await page.keyboard.press('Control+Enter')
    await shownForm(page).waitFor({ state: 'detached' })
    const [order] = await listed('Warehousing')
    const { row } = (
      await server.api<{ row: { product_detail: Record<string, unknown>[] } }>(
        `/admin/wms.Warehousing/edit?id=${String(order!['id'])}`,
      )
    ).data
    expect(
      row.product_detail.map((line) => [
        line['product_id'],
        line['plan_quantity'],
        line['price'],
        line['warehouse_shelf_id'],
      ]),
    ).toEqual(products.map((one, at) => [one['id'], `${at + 1}.000`, one['price'], one['warehouse_shelf_id']]))
    expect(errors).toEqual([])
  })

  it('is received, and an issue beyond the stock is refused', async () => {
    const supplier = String((await listed('Supplier'))[0]!['name'])
    const { id: shelf, warehouse_id, warehouse_area_id } = (await listed('WarehouseShelf'))[0]!
    for (const name of ['Key nut', 'Key washer'])
      expect(
        await server.api('/admin/wms.Product/add', {
          product_no: name.toUpperCase(),
          name,
          price: '1.5',
          warehouse_id,
          warehouse_area_id,
          warehouse_shelf_id: shelf,
        }),
      ).toMatchObject({ code: 1 })
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/wms/warehousing?add=1`)
    await shownForm(page)
      .getByRole('combobox', { name: /^Supplier/ })
      .focus()
    await choose(supplier)
    await press('.record-dialog', /^Add line/)
    for (const [at, name] of ['Key nut', 'Key washer'].entries()) {
      await page.locator(`[data-line="${at}"] input[role=combobox]:focus`).waitFor()
      await choose(name)
      for (let cell = 0; cell < 2; cell++) await page.keyboard.press('Enter')
      await page.locator(`[data-line="${at}"][data-column="2"] input:focus`).waitFor()
      await page.keyboard.type('5')
      if (at === 0) await page.keyboard.press('Shift+Enter')
    }
    await page.keyboard.press('Control+Enter')
    await shownForm(page).waitFor({ state: 'detached' })
    const [order] = await listed('Warehousing')
    expect(order).toMatchObject({ audit_status: 0, total_quantity: '10.000' })

    await rows(page)
      .filter({ hasText: String(order!['receipt_no']) })
      .focus()
    await page.keyboard.press('Enter')
    await press('.action-bar', /^Audit/)
    await press('.action-dialog', /^Audit/)
    await page.getByText(/and cannot be edited/).waitFor()
    const {
      data: { id },
    } = await server.api<{ id: number }>('/admin/wms.Outbound/add', {
      type: 20,
      product_detail: [
        {
          product_id: (await listed('Product')).find((row) => row['name'] === 'Key nut')!['id'],
          warehouse_shelf_id: shelf,
          plan_quantity: 8,
        },
      ],
    })
    await page.goto(`${server.address}/#/admin/wms/outbound?edit=${id}`)
    await press('.action-bar', /^Audit/)
    await press('.action-dialog', /^Audit/)
    const short = page.locator('.action-short')
    await short.waitFor()
    expect(await short.locator('tbody tr').allTextContents()).toEqual([expect.stringMatching(/^Key nut.*558$/)])
    await page.keyboard.press('Escape')
    await page.locator('.action-dialog').waitFor({ state: 'detached' })
  })
})
