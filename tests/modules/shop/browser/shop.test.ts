/** The shop in a browser: from the cart of a visitor to the delivery, short deliveries and returns, in each look. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  applyLook,
  faults,
  followSystemTheme,
  looksByLanguage,
  shownForm,
  startSession,
} from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const money = '5000'
/** Goods of which there is plenty, chosen before the tests. */
let choice: { readonly id: number; readonly title: string; readonly price: string }
interface Buyer {
  readonly id: number
  readonly username: string
  /** The part that a browser keeps of a member who is signed in. */
  readonly session: { readonly token: string }
}
let mei: Buyer

/** Adds a member who has money. Each try of a test may have its own. */
async function addBuyer(running: Running): Promise<Buyer> {
  const username = `mei${Date.now().toString(36)}`
  const values = { username, nickname: 'Mei', password, group_id: 1, gender: 2, email: `${username}@example.com` }
  const { id } = (await running.api<{ id: number }>('/admin/user.User/add', values)).data
  const deposit = { user_id: id, money, memo: 'deposit' }
  expect(await running.api('/admin/user.MoneyLog/add', deposit)).toMatchObject({ code: 1 })
  const answer = await fetch(`${running.address}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tablewright': '1' },
    body: JSON.stringify({ tab: 'login', username, password, keep: false }),
  })
  const { data } = (await answer.json()) as { data: { userInfo: Buyer['session'] } }
  return { id, username, session: data.userInfo }
}

const site = useSite({}, async (running) => {
  mei = await addBuyer(running)
  const street = { name: 'Mei', mobile: '13800001111', region: '330106', address: '1 Wensan Road' }
  expect(await callAs(running, mei, 'shop.Address/save', street)).toMatchObject({ code: 1 })
  const goods = await running.api<{ list: (typeof choice & { sellable: string; limit_buy: string })[] }>(
    '/api/shop.Goods/index?limit=30',
  )
  choice = goods.data.list.find(({ sellable, limit_buy: limit }) => Number(sellable) >= 20 && Number(limit) === 0)!
})
let server: Running
let page: Page
let errors: string[]
beforeEach(() => {
  ;({ server, page, errors } = site)
})

/** A row of the list that is shown. */
const listRow = '[role=tabpanel]:not([hidden]) tbody tr'
const go = (path: string) => page.goto(`${server.address}/#${path}`)
/** Opens a page as the member. */
const enter = async (path: string) => {
  await page.addInitScript((info) => localStorage.setItem('userInfo', info), JSON.stringify(mei.session))
  await go(path)
}
async function callAs(running: Running, { session }: Buyer, path: string, body: object): Promise<{ code: number }> {
  const answer = await fetch(`${running.address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'ba-user-token': session.token, 'x-tablewright': '1' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { code: number }
}
/** Presses a key on an element that the keyboard reaches. */
const press = async (target: Locator, key = 'Enter') => {
  await target.focus()
  await target.page().keyboard.press(key)
}

interface OrderRow {
  readonly id: number
  readonly status: number
  readonly refund_state: number
  readonly outbound_id: number | null
}
const latestOrder = async (): Promise<OrderRow> => {
  const { data } = await server.api<{ list: OrderRow[] }>('/admin/shop.Order/index?limit=1')
  return data.list[0]!
}
/** The job has made the outbound order. */
const outboundOf = async (): Promise<number> => {
  await expect.poll(async () => (await latestOrder()).outbound_id, { timeout: 15_000 }).not.toBe(null)
  return Number((await latestOrder()).outbound_id)
}
/** Audits an outbound order of which so many of its only line are there. */
const audit = async (id: number, quantity: string) => {
  const { data } = await server.api<{ row: { product_detail: object[] } }>(`/admin/wms.Outbound/edit?id=${id}`)
  const detail = data.row.product_detail.map((line) => ({ ...line, actual_quantity: quantity }))
  expect(await server.api('/admin/wms.Outbound/edit', { id, product_detail: detail })).toMatchObject({ code: 1 })
  expect(await server.api('/admin/wms.Outbound/audit', { id })).toMatchObject({ code: 1 })
}
/** The first record of a list. */
const firstOf = async (controller: string): Promise<{ readonly id: number; readonly name: string }> =>
  (await server.api<{ list: { id: number; name: string }[] }>(`/admin/${controller}/index?limit=1`)).data.list[0]!
const ship = async (id: number) => {
  const parcel = { id, courier_number: `SF${id}`, carrier_id: (await firstOf('wms.Carrier')).id }
  expect(await server.api('/admin/wms.Outbound/ship', parcel)).toMatchObject({ code: 1 })
}
interface Balance {
  readonly id: number
  readonly money: string
  readonly score: number
}
const balanceOf = async ({ id }: Buyer): Promise<Balance> => {
  const { data } = await server.api<{ list: Balance[] }>('/admin/user.User/index?limit=100')
  return data.list.find((row) => row.id === id)!
}
const moneyOf = async (buyer: Buyer): Promise<number> => Number((await balanceOf(buyer)).money)

it('buys, ships, completes and returns by keyboard alone, from the cart of a visitor on', async () => {
  const buyer = await addBuyer(server)
  await go(`/user/shop/goods/${choice.id}`)
  await press(page.getByRole('button', { name: 'Add to cart' }))
  await page.getByText('Added to the cart').waitFor()
  await go('/user/login?to=%2Fuser%2Fshop%2Fcart')
  await page.locator('input[name=username]').fill(buyer.username)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${choice.title}` })
  await press(quantity, 'ArrowUp')
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await press(page.getByRole('button', { name: 'Check out (1)' }))
  // The first address is asked for at once.
  await page.getByLabel('Recipient').waitFor()
  await page.keyboard.type('Mei')
  await page.keyboard.press('Tab')
  await page.keyboard.type('13800001111')
  for (const [name, region] of [
    ['Province', '浙江省'],
    ['City', '杭州市'],
    ['District', '西湖区'],
  ] as const) {
    const select = page.getByRole('combobox', { name })
    await select.getByRole('option', { name: region }).waitFor({ state: 'attached' })
    await select.selectOption({ label: region })
  }
  await page.getByLabel('Street address').fill('1 Wensan Road')
  await page.keyboard.press('Enter')
  const place = page.getByRole('button', { name: /^Place order ¥/ })
  await expect.poll(() => place.isEnabled()).toBe(true)
  await press(place)
  await page.locator('.pay-methods').waitFor()
  await press(page.getByRole('radio', { name: 'Balance' }), 'Space')
  await press(page.getByRole('button', { name: /^Pay ¥/ }))
  await page.locator('.pay-outcome').getByText('Paid', { exact: true }).waitFor()
  const outbound = await outboundOf()
  const { page: desk, errors: deskErrors } = await site.openBeside()
  await startSession(desk, server.address)
  await shipByKeyboard(desk, outbound)
  await press(page.getByRole('link', { name: 'Show the order' }))
  await page.getByText(`SF${outbound}`).waitFor()
  await press(page.getByRole('button', { name: 'Confirm delivery' }))
  await page.getByText('Have the goods arrived?').waitFor()
  await press(page.getByRole('button', { name: 'Confirm delivery' }).last())
  await page.getByText('The order is completed.').waitFor()
  expect((await latestOrder()).status).toBe(3)
  expect(await faults(page)).toEqual([])
  const before = await moneyOf(buyer)
  await requestByKeyboard()
  await takeBackByKeyboard(desk)
  await expect.poll(() => moneyOf(buyer), { timeout: 15_000 }).toBeCloseTo(before + Number(choice.price), 2)
  await go('/user/account/balance')
  await page.getByText(`+${choice.price}`).first().waitFor()
  expect([...errors, ...deskErrors]).toEqual([])
})

/** The action of an open record, and the answer to its question. */
const begin = async (desk: Page, name: string) => {
  await press(shownForm(desk).locator('.action-bar').getByRole('button', { name, exact: true }))
  // The dialog takes the focus by itself, a moment after it is there.
  await desk.locator('.action-dialog :focus').waitFor()
}
const answer = async (desk: Page, name: string) => {
  await press(desk.locator('.action-dialog').getByRole('button', { name, exact: true }))
  await desk.locator('.action-dialog').waitFor({ state: 'detached' })
}

async function shipByKeyboard(desk: Page, outbound: number): Promise<void> {
  await desk.goto(`${server.address}/#/admin/wms/outbound?edit=${outbound}`)
  await begin(desk, 'Audit')
  await answer(desk, 'Audit')
  await begin(desk, 'Ship')
  await desk.locator('.action-dialog').getByRole('textbox', { name: 'Tracking no.' }).fill(`SF${outbound}`)
  const { name } = await firstOf('wms.Carrier')
  await desk.locator('.action-dialog').getByRole('combobox', { name: 'Carrier' }).focus()
  await desk.keyboard.type(name)
  await desk.getByRole('option', { name }).waitFor()
  await desk.keyboard.press('Enter')
  await answer(desk, 'Ship')
  // Both ways between the order and its outbound order.
  await press(shownForm(desk).locator('.shop-sheet a').first())
  await desk.waitForURL(/shop\/order\?edit=/)
}

/** Images are for the shop only. */
async function requestByKeyboard(): Promise<void> {
  await press(page.getByRole('link', { name: 'Request a refund' }))
  await press(page.getByRole('checkbox', { name: `Select ${choice.title}` }), 'Space')
  await page.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type('One is broken')
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page
    .getByLabel('Add images')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await page.getByText('broken.png').waitFor()
  await press(page.getByRole('button', { name: 'Send the request' }))
  await page.getByRole('img', { name: 'broken.png' }).waitFor()
}

/** The receipt pays back to the balance: one of the two came back. */
async function takeBackByKeyboard(desk: Page): Promise<void> {
  const { id } = await firstOf('shop.Refund')
  await desk.goto(`${server.address}/#/admin/shop/refund?edit=${id}`)
  await shownForm(desk).getByText('Agreeing makes a return receipt').waitFor()
  await shownForm(desk).getByRole('img', { name: 'broken.png' }).waitFor()
  expect(await faults(desk)).toEqual([])
  await begin(desk, 'Agree')
  // The dialog names the consequences before the button.
  await desk.locator('.action-dialog').getByText('its audit pays back what came back').waitFor()
  await answer(desk, 'Agree')
  await expect.poll(() => inboundOf(id), { timeout: 15_000 }).not.toBe(null)
  await desk.goto(`${server.address}/#/admin/wms/warehousing?edit=${await inboundOf(id)}`)
  const { name } = await firstOf('wms.WarehouseShelf')
  await shownForm(desk).getByRole('combobox', { name: 'Shelf line 1' }).focus()
  await desk.keyboard.type(name)
  await desk.getByRole('option', { name }).first().waitFor()
  await desk.keyboard.press('Enter')
  await shownForm(desk).getByRole('textbox', { name: 'Actual line 1' }).fill('1')
  await press(shownForm(desk).locator('.action-bar').getByRole('button', { name: 'Audit', exact: true }))
  await press(desk.getByRole('button', { name: 'Save, then Audit' }))
  await desk.locator('.action-dialog :focus').waitFor()
  await answer(desk, 'Audit')
}

const inboundOf = async (refund: number): Promise<number | null> => {
  const { data } = await server.api<{ list: { id: number; inbound_id: number | null }[] }>(
    '/admin/shop.Refund/index?limit=20',
  )
  return data.list.find(({ id }) => id === refund)!.inbound_id
}

const setPrice = async (price: string) =>
  expect(await server.api('/admin/shop.Goods/edit', { id: choice.id, price })).toMatchObject({ code: 1 })

it('names what became dearer, and pays back by itself what was not sent', async () => {
  // Another try has left it dearer.
  await setPrice(choice.price)
  await enter(`/user/shop/checkout?goods=${choice.id}&quantity=2`)
  await page.getByRole('button', { name: /^Place order ¥/ }).waitFor()
  const dearer = (Number(choice.price) + 1).toFixed(2)
  await setPrice(dearer)
  await page.getByRole('button', { name: /^Place order ¥/ }).click()
  await page.getByText(`the price rose from ¥${choice.price} to ¥${dearer}`).waitFor()
  await page.getByRole('button', { name: /^Accept and place order ¥/ }).click()
  await page.locator('.pay-methods').waitFor()
  await setPrice(choice.price)
  await page.getByRole('radio', { name: 'Balance' }).check()
  await page.getByRole('button', { name: /^Pay ¥/ }).click()
  await page.locator('.pay-outcome').getByText('Paid', { exact: true }).waitFor()
  const outbound = await outboundOf()
  const before = await moneyOf(mei)
  await audit(outbound, '1.000')
  await ship(outbound)
  await expect.poll(() => moneyOf(mei), { timeout: 15_000 }).toBeCloseTo(before + Number(dearer), 2)
  const { id } = await latestOrder()
  await go(`/user/shop/order/${id}`)
  await page.getByText('Partly refunded').waitFor()
  await page.getByText('Out of stock, not sent').waitFor()
  expect(await faults(page)).toEqual([])
})

it('pays with points on a phone, freight included', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await server.api('/admin/shop.Goods/edit', { id: choice.id, score_price: 25 })).toMatchObject({ code: 1 })
  const { score: earlier } = await balanceOf(mei)
  const deposit = { user_id: mei.id, score: 9000 - earlier, memo: 'deposit' }
  expect(await server.api('/admin/user.ScoreLog/add', deposit)).toMatchObject({ code: 1 })
  await enter(`/user/shop/checkout?goods=${choice.id}&quantity=2`)
  await page.getByRole('button', { name: /^Place order ¥/ }).waitFor()
  await page.getByRole('radio', { name: /^Points You have 9000 points/ }).check()
  const place = page.getByRole('button', { name: /^Place order \d+ points$/ })
  await place.waitFor()
  const points = Number(/\d+/.exec(await place.innerText())?.[0])
  // Two at 25 points, and some freight.
  expect(points).toBeGreaterThan(50)
  expect(await faults(page)).toEqual([])
  await place.click()
  await page.locator('.pay-methods').getByText('Points').first().waitFor()
  await page.getByRole('button', { name: `Pay ${points} points` }).click()
  await page.locator('.pay-outcome').getByText('Paid', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Show the order' }).click()
  await page.locator('.shop-amounts').getByText(`${points} points`).waitFor()
  expect((await balanceOf(mei)).score).toBe(9000 - points)
  await outboundOf()
})

describe.each(looksByLanguage)('in $language', ({ looks: views }) => {
  it('has no fault in each theme and width', async () => {
    // Non-null: every language has looks.
    await site.reopen(views[0]!)
    ;({ page } = site)
    await followSystemTheme(page)
    await startSession(page, server.address)
    await callAs(server, mei, 'shop.Cart/merge', { lines: [{ goods_id: choice.id, quantity: 2 }] })
    await enter('/user/shop/orders')
    const { id } = await latestOrder()
    for (const view of views) {
      await applyLook(page, view)
      for (const [name, path, ready] of [
        ['shop', '/user/shop/goods', '.shop-card a'],
        ['goods', `/user/shop/goods/${choice.id}`, '.shop-offer'],
        ['cart', '/user/shop/cart', '.shop-sum'],
        ['checkout', '/user/shop/checkout', '.shop-amounts'],
        ['orders', '/user/shop/orders', '.shop-order'],
        ['order', `/user/shop/order/${id}`, '.shop-events'],
        ['addresses', '/user/shop/addresses', '.shop-addresses'],
        ['refund', `/user/shop/order/${id}/refund`, '.shop-choices'],
        ['goods of the administration', '/admin/shop/goods', listRow],
        ['orders of the administration', `/admin/shop/order?edit=${id}`, '.shop-sheet tbody tr'],
        ['refunds of the administration', '/admin/shop/refund', listRow],
        ['freight rules', '/admin/shop/freight', listRow],
      ] as const) {
        await go(path)
        await page.locator(ready).first().waitFor()
        await inspect(page, view, name)
      }
    }
  })
})
