/** Goods come, move, leave, are counted and traced: each by mouse, and by keyboard alone. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { rows, shownForm, shownPage, startSession } from '../../../support/browser.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

/** How a person works with the page. */
interface Hand {
  /** Opens a page of the menu. */
  open(name: string): Promise<void>
  /** Opens the record that a list shows. */
  openRecord(row: Locator): Promise<void>
  press(target: Locator): Promise<void>
  /** Types into a field, in place of what it holds. */
  fill(field: Locator, text: string): Promise<void>
  /** Chooses what a picker finds for a text. */
  choose(picker: Locator, text: string): Promise<void>
}

const site = useSite()
let server: Running
let page: Page
let errors: string[]
beforeEach(async () => {
  ;({ server, page, errors } = site)
  await startSession(page, server.address)
  await page.goto(`${server.address}/#/admin`)
  await shownPage(page).waitFor()
})

const mouse: Hand = {
  async open(name) {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click()
    await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
  },
  async openRecord(row) {
    await row.getByRole('button', { name: /^(Edit|View)/ }).click()
  },
  async press(target) {
    await target.click()
  },
  async fill(field, text) {
    await field.click({ clickCount: 3 })
    await page.keyboard.type(text)
  },
  async choose(picker, text) {
    await picker.click()
    await page.keyboard.type(text)
    await page.getByRole('option', { name: text }).first().click()
  },
}

/** Presses Tab until the focus is where it is to be, as somebody does who has nothing else. */
async function reach(target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 200; steps++) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`not reached by ${key}: ${String(target)}`)
}

const keyboard: Hand = {
  async open(name) {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('combobox').waitFor()
    await page.keyboard.type(name)
    const option = palette.getByRole('option', { name: `${name} Warehouse`, exact: true })
    await option.waitFor()
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
  },
  async openRecord(row) {
    await row.waitFor()
    // One row of a list takes the focus: the one that had it last, or the first.
    await reach(rows(page).and(page.locator('[tabindex="0"]')))
    await reach(rows(page).first(), 'ArrowUp')
    await reach(row, 'ArrowDown')
    await page.keyboard.press('Enter')
  },
  async press(target) {
    await reach(target)
    await page.keyboard.press('Enter')
  },
  async fill(field, text) {
    await reach(field)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  },
  async choose(picker, text) {
    await reach(picker)
    await page.keyboard.type(text)
    await page.getByRole('option', { name: text }).first().waitFor()
    await page.keyboard.press('Enter')
  },
}

type Row = Record<string, unknown> & { readonly id: number }
const listed = async (controller: string, conditions: Readonly<Record<string, unknown>> = {}): Promise<Row[]> => {
  const search = Object.entries(conditions)
    .map(
      ([field, value], at) => `&search[${at}][field]=${field}&search[${at}][operator]=eq&search[${at}][val]=${value}`,
    )
    .join('')
  return (await server.api<{ list: Row[] }>(`/admin/wms.${controller}/index?order=id,desc&limit=100${search}`)).data
    .list
}
const post = async <Data>(path: string, body: object): Promise<Data> => {
  const answer = await server.api<Data>(`/admin/wms.${path}`, body)
  expect([path, answer.code, answer.msg]).toEqual([path, 1, answer.msg])
  return answer.data
}
const onHand = async (product: number, shelf: number): Promise<number> =>
  (await listed('Stock', { product_id: product, warehouse_shelf_id: shelf })).reduce(
    (sum, row) => sum + Number(row['quantity']),
    0,
  )

let counter = 0
/** A new product with a place of its own, and another shelf of the same warehouse. */
async function newProduct(): Promise<{ id: number; name: string; shelf: Row; other: Row }> {
  const shelves = (await listed('WarehouseShelf')).filter((one) => one['status'] === 1)
  const shelf = shelves[0]!
  const other = shelves.find((one) => one.id !== shelf.id && one['warehouse_id'] === shelf['warehouse_id'])!
  const name = `Journey ${++counter}`
  const { id } = await post<{ id: number }>('Product/add', {
    product_no: `JOURNEY-${counter}`,
    name,
    price: '2',
    warehouse_id: shelf['warehouse_id'],
    warehouse_area_id: shelf['warehouse_area_id'],
    warehouse_shelf_id: shelf.id,
  })
  return { id, name, shelf, other }
}

/** An inbound order for that product, and its number. */
async function expected(product: number, quantity: number): Promise<{ id: number; receipt_no: string }> {
  const supplier = (await listed('Supplier'))[0]!.id
  const { id } = await post<{ id: number }>('Warehousing/add', {
    type: 10,
    supplier_id: supplier,
    product_detail: [{ product_id: product, plan_quantity: quantity, price: '2' }],
  })
  return { id, receipt_no: String((await orderOf('Warehousing', id))['receipt_no']) }
}
const orderOf = async (controller: string, id: number): Promise<Row> =>
  (await server.api<{ row: Row }>(`/admin/wms.${controller}/edit?id=${id}`)).data.row
/** Goods of that product on its shelf. */
async function stocked(product: number, quantity: number): Promise<void> {
  const { id } = await expected(product, quantity)
  const { version } = await orderOf('Warehousing', id)
  await post('Warehousing/audit', { id, version })
}

const bar = (name: RegExp) => shownForm(page).first().locator('.action-bar').getByRole('button', { name })
const dialog = () => page.locator('.action-dialog')
const inDialog = (name: RegExp | string) => dialog().getByRole('button', { name })
const field = (name: RegExp) => dialog().getByRole('textbox', { name })
const rowOf = (text: string) => rows(page).filter({ hasText: text })

describe.each([
  ['mouse', mouse],
  ['keyboard', keyboard],
])('by %s', (_, hand) => {
  const confirm = async (name: string | RegExp): Promise<void> => {
    await hand.press(inDialog(name))
    await dialog().waitFor({ state: 'detached' })
  }
  /** Chooses an action that stands behind the three dots. */
  const chooseMore = async (name: RegExp): Promise<void> => {
    await hand.press(bar(/^More/))
    const item = page.getByRole('menuitem', { name })
    if (hand === mouse) await item.click()
    else {
      await page.locator('.action-menu :focus').waitFor()
      await reach(item, 'ArrowDown')
      // Held as long as people do: what it opens must not take the release for an answer.
      await page.keyboard.press('Enter', { delay: 120 })
    }
    await dialog().waitFor()
    await page.locator('.action-menu').waitFor({ state: 'detached' })
  }

  it('a short delivery is received, and its remainder when it comes', async () => {
    const { id: product, shelf } = await newProduct()
    const order = await expected(product, 5)
    await hand.open('Inbound orders')
    await hand.openRecord(rowOf(order.receipt_no))
    await hand.fill(shownForm(page).getByRole('textbox', { name: 'Actual line 1' }), '3')
    await hand.press(bar(/^Audit/))
    await hand.press(page.getByRole('button', { name: 'Save, then Audit' }))
    await dialog().waitFor()
    await confirm(/^Audit/)
    expect(await onHand(product, shelf.id)).toBe(3)
    await hand.press(bar(/^Create remainder order/))
    await confirm(/^Create remainder order/)
    const remainder = (await listed('Warehousing', { remainder_of_id: order.id }))[0]!
    expect(remainder).toMatchObject({ audit_status: 0, total_quantity: '2.000' })
    await hand.press(shownForm(page).getByRole('button', { name: 'Close' }).first())
    await shownForm(page).waitFor({ state: 'detached' })
    await hand.openRecord(rowOf(String(remainder['receipt_no'])))
    await hand.press(bar(/^Audit/))
    await confirm(/^Audit/)
    expect(await onHand(product, shelf.id)).toBe(5)
    expect(errors).toEqual([])
  })

  it('goods are moved in two parts', async () => {
    const { id: product, shelf, other } = await newProduct()
    await stocked(product, 10)
    const { id } = await post<{ id: number }>('Relocation/add', {
      product_id: product,
      source_warehouse_shelf_id: shelf.id,
      target_warehouse_shelf_id: other.id,
      plan_quantity: 10,
    })
    const { relocation_no } = await orderOf('Relocation', id)
    await hand.open('Relocation orders')
    await hand.openRecord(rowOf(String(relocation_no)))
    await hand.press(bar(/^Audit/))
    await confirm(/^Audit/)
    await hand.press(bar(/^Move stock/))
    await hand.fill(field(/^Quantity to move/), '11')
    await hand.press(inDialog(/^Move stock/))
    await dialog().getByText(/10/).last().waitFor()
    await hand.fill(field(/^Quantity to move/), '4')
    await confirm(/^Move stock/)
    expect([await onHand(product, shelf.id), await onHand(product, other.id)]).toEqual([6, 4])
    await hand.press(bar(/^Move stock/))
    await expect.poll(() => field(/^Quantity to move/).inputValue()).toBe('6')
    await confirm(/^Move stock/)
    expect([await onHand(product, shelf.id), await onHand(product, other.id)]).toEqual([0, 10])
    await shownForm(page).getByText('Completed').first().waitFor()
    expect(errors).toEqual([])
  })

  it('an order is audited and shipped, and both are taken back', async () => {
    const { id: product, shelf } = await newProduct()
    await stocked(product, 7)
    const carrier = String((await listed('Carrier'))[0]!['name'])
    const { id } = await post<{ id: number }>('Outbound/add', {
      type: 10,
      customer_id: (await listed('Customer'))[0]!.id,
      product_detail: [{ product_id: product, warehouse_shelf_id: shelf.id, plan_quantity: 4 }],
    })
    const { outbound_no } = await orderOf('Outbound', id)
    await hand.open('Outbound orders')
    await hand.openRecord(rowOf(String(outbound_no)))
    await hand.press(bar(/^Audit/))
    await confirm(/^Audit/)
    expect(await onHand(product, shelf.id)).toBe(3)
    await hand.press(bar(/^Ship/))
    await hand.fill(field(/^Tracking no/), 'SF-0001')
    await hand.choose(dialog().getByRole('combobox', { name: /^Carrier/ }), carrier)
    await confirm(/^Ship/)
    expect(await orderOf('Outbound', id)).toMatchObject({ shipment_status: 1, courier_number: 'SF-0001' })
    await chooseMore(/^Revert shipment/)
    await hand.fill(field(/^Reason/), 'Truck broke down')
    await confirm(/^Revert shipment/)
    expect(await orderOf('Outbound', id)).toMatchObject({ shipment_status: 0, courier_number: '' })
    await chooseMore(/^Revert audit/)
    await hand.fill(field(/^Reason/), 'Customer cancelled')
    await confirm(/^Revert audit/)
    expect(await orderOf('Outbound', id)).toMatchObject({ audit_status: 0 })
    expect(await onHand(product, shelf.id)).toBe(7)
    expect(errors).toEqual([])
  })

  it('goods are counted, and the difference is posted', async () => {
    const { id: product, name, shelf } = await newProduct()
    await stocked(product, 6)
    await hand.open('Stocktakes')
    await hand.press(shownPage(page).getByRole('button', { name: 'Add', exact: true }))
    await hand.choose(shownForm(page).getByRole('combobox', { name: /^Products/ }), name)
    await hand.press(shownForm(page).getByRole('button', { name: 'Save', exact: true }))
    await shownForm(page).waitFor({ state: 'detached' })
    const { stocktake_no } = (await listed('Stocktake'))[0]!
    await hand.openRecord(rowOf(String(stocktake_no)))
    await hand.press(bar(/^Start counting/))
    await confirm(/^Start counting/)
    await hand.fill(shownForm(page).getByRole('textbox', { name: 'Counted quantity line 1' }), '8')
    await hand.press(bar(/^Post/))
    await hand.press(page.getByRole('button', { name: 'Save, then Post' }))
    await dialog().waitFor()
    await confirm(/^Post/)
    expect(await onHand(product, shelf.id)).toBe(8)
    expect(errors).toEqual([])
  })

  it('a stock figure leads to its order and person in two steps, and back', async () => {
    const { id: product, name } = await newProduct()
    await stocked(product, 9)
    const order = (await listed('Warehousing'))[0]!
    await hand.open('Stock')
    await rows(page).first().waitFor()
    await hand.fill(shownPage(page).locator('.list-quick input'), name)
    await hand.press(rowOf(name).getByRole('link', { name: /^Movements of/ }))
    await page.getByRole('tab', { name: 'Inventory history', selected: true }).waitFor()
    await hand.press(rowOf(name).getByRole('link', { name: String(order['receipt_no']) }))
    const form = shownForm(page)
    await form.getByText(String(order['receipt_no'])).first().waitFor()
    await form.getByText('Audited by').waitFor()
    await form.getByText('Admin', { exact: true }).first().waitFor()
    await page.goBack()
    await page.getByRole('tab', { name: 'Inventory history', selected: true }).waitFor()
    await page.goBack()
    await page.getByRole('tab', { name: 'Stock', selected: true }).waitFor()
    await rowOf(name).first().waitFor()
    expect(errors).toEqual([])
  })
})
