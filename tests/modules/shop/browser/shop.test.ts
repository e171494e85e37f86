/** The shop in a browser: from the cart of a visitor to the delivery, short deliveries and returns, in each look. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyLook, faults, followSystemTheme, looksByLanguage, shownForm, signIn } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
const money = '5000'
/** Goods of which there is plenty, chosen before the tests. */
let choice: { readonly id: number; readonly title: string; readonly price: string }
let member = 0
const site = useSite({}, async (running) => {
  const mei = { username: 'mei', nickname: 'Mei', password, group_id: 1, gender: 2, email: 'mei@example.com' }
  const { data } = await running.api<{ id: number }>('/admin/user.User/add', mei)
  member = data.id
  const deposit = { user_id: member, money, memo: 'deposit' }
  expect(await running.api('/admin/user.MoneyLog/add', deposit)).toMatchObject({ code: 1 })
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
const enter = async (target: string) => {
  await go(`/user/login?to=${encodeURIComponent(target)}`)
  await page.locator('input[name=username]').fill('mei')
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}
/** Calls the server as the member who is signed in in the page. */
const asMember = <Data>(path: string, body?: object): Promise<{ code: number; data: Data }> =>
  page.evaluate(
    async ([address, payload]) => {
      const { token } = JSON.parse(localStorage.getItem('userInfo')!) as { token: string }
      const answer = await fetch(address, {
        method: payload === null ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'ba-user-token': token },
        ...(payload !== null && { body: payload }),
      })
      return answer.json()
    },
    [`/api/${path}`, body ? JSON.stringify(body) : null] as const,
  )

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
interface Detailed {
  readonly row: { readonly product_detail: readonly Readonly<Record<string, unknown>>[] }
}
const audit = async (
  entity: 'Outbound' | 'Warehousing',
  id: number,
  change: Readonly<Record<string, unknown>> = {},
) => {
  const { data } = await server.api<Detailed>(`/admin/wms.${entity}/edit?id=${id}`)
  if (Object.keys(change).length > 0) {
    const detail = data.row.product_detail.map((line) => ({ ...line, ...change }))
    expect(await server.api(`/admin/wms.${entity}/edit`, { id, product_detail: detail })).toMatchObject({ code: 1 })
  }
  expect(await server.api(`/admin/wms.${entity}/audit`, { id })).toMatchObject({ code: 1 })
}
const ship = async (id: number) => {
  const carriers = await server.api<{ list: { id: number }[] }>('/admin/wms.Carrier/index?limit=1')
  const parcel = { id, courier_number: `SF${id}`, carrier_id: carriers.data.list[0]!.id }
  expect(await server.api('/admin/wms.Outbound/ship', parcel)).toMatchObject({ code: 1 })
}
/** An order of the member that is paid from the balance. @returns its id */
const buy = async (quantity: number): Promise<number> => {
  const street = { name: 'Mei', mobile: '13800001111', region: '330106', address: '1 Wensan Road' }
  const { data: list } = await asMember<{ list: { id: number }[] }>('shop.Address/save', street)
  const order = {
    lines: [{ goods_id: choice.id, quantity }],
    address_id: list.list[0]!.id,
    total: '99999',
  }
  const placed = await asMember<{ id: number }>('shop.Order/place', order)
  const { data } = await asMember<{ sn: string }>('shop.Order/pay', { id: placed.data.id })
  expect(await asMember('pay.Pay/create', { sn: data.sn, type: 'balance' })).toMatchObject({ code: 1 })
  return placed.data.id
}
const balance = async (): Promise<number> => {
  const { data } = await server.api<{ list: { id: number; money: string }[] }>('/admin/user.User/index?limit=100')
  return Number(data.list.find(({ id }) => id === member)?.money)
}

it('buys by keyboard alone, from the cart of a visitor to the delivery', async () => {
  await go(`/user/shop/goods/${choice.id}`)
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Added to the cart').waitFor()
  await enter('/user/shop/cart')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${choice.title}` })
  await quantity.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => quantity.inputValue()).toBe('2')
  const checkout = page.getByRole('button', { name: 'Check out (1)' })
  await checkout.focus()
  await page.keyboard.press('Enter')
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
  await place.focus()
  await page.keyboard.press('Enter')
  await page.locator('.pay-methods').waitFor()
  await page.getByRole('radio', { name: 'Balance' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^Pay ¥/ }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.pay-outcome').getByText('Paid', { exact: true }).waitFor()
  const outbound = await outboundOf()
  await audit('Outbound', outbound)
  await ship(outbound)
  await page.getByRole('link', { name: 'Show the order' }).click()
  await page.getByText(`SF${outbound}`).waitFor()
  await page.getByRole('button', { name: 'Confirm delivery' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Have the goods arrived?').waitFor()
  await page.getByRole('button', { name: 'Confirm delivery' }).last().focus()
  await page.keyboard.press('Enter')
  await page.getByText('The order is completed.').waitFor()
  expect((await latestOrder()).status).toBe(3)
  expect(await faults(page)).toEqual([])
  expect(errors).toEqual([])
})

it('names what became dearer, and pays back by itself what was not sent', async () => {
  await enter(`/user/shop/checkout?goods=${choice.id}&quantity=2`)
  await page.getByRole('button', { name: /^Place order ¥/ }).waitFor()
  const dearer = (Number(choice.price) + 1).toFixed(2)
  expect(await server.api('/admin/shop.Goods/edit', { id: choice.id, price: dearer })).toMatchObject({ code: 1 })
  await page.getByRole('button', { name: /^Place order ¥/ }).click()
  await page.getByText(`the price rose from ¥${choice.price} to ¥${dearer}`).waitFor()
  await page.getByRole('button', { name: /^Accept and place order ¥/ }).click()
  await page.locator('.pay-methods').waitFor()
  expect(await server.api('/admin/shop.Goods/edit', { id: choice.id, price: choice.price })).toMatchObject({ code: 1 })
  await page.getByRole('radio', { name: 'Balance' }).check()
  await page.getByRole('button', { name: /^Pay ¥/ }).click()
  await page.locator('.pay-outcome').getByText('Paid', { exact: true }).waitFor()
  const outbound = await outboundOf()
  const before = await balance()
  await audit('Outbound', outbound, { actual_quantity: '1.000' })
  await ship(outbound)
  await expect.poll(balance, { timeout: 15_000 }).toBeCloseTo(before + Number(dearer), 2)
  const { id } = await latestOrder()
  await go(`/user/shop/order/${id}`)
  await page.getByText('Partly refunded').waitFor()
  await page.getByText('Out of stock, not sent').waitFor()
  expect(await faults(page)).toEqual([])
})

it('pays with points on a phone, freight included', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await server.api('/admin/shop.Goods/edit', { id: choice.id, score_price: 25 })).toMatchObject({ code: 1 })
  const deposit = { user_id: member, score: 9000, memo: 'deposit' }
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
  const { data } = await server.api<{ list: { id: number; score: number }[] }>('/admin/user.User/index?limit=100')
  expect(data.list.find(({ id }) => id === member)?.score).toBe(9000 - points)
  await outboundOf()
})

it('returns goods: images for the shop only, the receipt pays back to the balance', async () => {
  await enter('/user/shop/orders')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('heading', { name: 'My orders' }).waitFor()
  const id = await buy(2)
  const outbound = await outboundOf()
  await audit('Outbound', outbound)
  await ship(outbound)
  await go(`/user/shop/order/${id}/refund`)
  await page.getByRole('checkbox', { name: `Select ${choice.title}` }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('One is broken')
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page
    .getByLabel('Add images')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await page.getByText('broken.png').waitFor()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByRole('img', { name: 'broken.png' }).waitFor()
  const beside = await site.openBeside()
  await signIn(beside.page, server.address)
  const { data } = await server.api<{ list: { id: number }[] }>('/admin/shop.Refund/index?limit=1')
  await beside.page.goto(`${server.address}/#/admin/shop/refund?edit=${data.list[0]!.id}`)
  const form = shownForm(beside.page)
  await form.getByText('Agreeing makes a return receipt').waitFor()
  await form.getByRole('img', { name: 'broken.png' }).waitFor()
  expect(await faults(beside.page)).toEqual([])
  await form.getByRole('button', { name: 'Agree', exact: true }).click()
  // The dialog names the consequences before the button.
  const question = beside.page.locator('.action-dialog')
  await question.getByText('its audit pays back what came back').waitFor()
  await question.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect.poll(async () => (await refundRow(data.list[0]!.id)).inbound_id, { timeout: 10_000 }).not.toBe(null)
  const before = await balance()
  const { inbound_id: inbound } = await refundRow(data.list[0]!.id)
  const shelves = await server.api<{ list: { id: number }[] }>('/admin/wms.WarehouseShelf/index?limit=1')
  // One of the two came back.
  await audit('Warehousing', Number(inbound), {
    warehouse_shelf_id: shelves.data.list[0]!.id,
    actual_quantity: '1.000',
  })
  await expect.poll(balance, { timeout: 15_000 }).toBeCloseTo(before + Number(choice.price), 2)
  await go('/user/account/balance')
  await page.getByText(`+${choice.price}`).first().waitFor()
  // Both ways between the order and its outbound order.
  await beside.page.goto(`${server.address}/#/admin/wms/outbound?edit=${outbound}`)
  await shownForm(beside.page).locator('.shop-sheet a').first().click()
  await beside.page.waitForURL(/shop\/order\?edit=/)
  expect(beside.errors).toEqual([])
})

const refundRow = async (id: number): Promise<{ inbound_id: number | null }> => {
  const { data } = await server.api<{ list: { id: number; inbound_id: number | null }[] }>(
    '/admin/shop.Refund/index?limit=20',
  )
  return data.list.find((row) => row.id === id)!
}

describe.each(looksByLanguage)('in $language', ({ looks: views }) => {
  it('has no fault in each theme and width', async () => {
    // Non-null: every language has looks.
    await site.reopen(views[0]!)
    ;({ page } = site)
    await followSystemTheme(page)
    await enter('/user/shop/orders')
    await page.locator('.shop-order').first().waitFor()
    await asMember('shop.Cart/merge', { lines: [{ goods_id: choice.id, quantity: 2 }] })
    const { id } = await latestOrder()
    await signIn(page, server.address)
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
