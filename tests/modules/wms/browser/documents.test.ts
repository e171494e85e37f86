/**
 * Documents of the warehouse in every look: lists, forms with their lines, records their state forbids to change,
 * dialogs of actions.
 */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { rows, shownForm, startSession } from '../../../support/browser.ts'
import { inspectInEachLook } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite({}, giveLongNames)
let server: Running
beforeEach(() => {
  ;({ server } = site)
})

/** Warehouses and areas that begin alike, with names of more than one word: what tells them apart comes last. */
async function giveLongNames({ api }: Running): Promise<void> {
  for (const [controller, name] of [
    ['wms.Warehouse', 'East China depot'],
    ['wms.WarehouseArea', 'Toiletries'],
  ] as const) {
    const { data } = await api<Listed>(`/admin/${controller}/index?limit=100`)
    for (const [at, { id }] of data.list.entries())
      expect(await api(`/admin/${controller}/edit`, { id, name: `${name} ${at + 1}` })).toMatchObject({ code: 1 })
  }
}

interface Listed {
  readonly list: readonly { readonly id: number }[]
}

/** The newest record in that state. */
async function idOf(controller: string, conditions: Readonly<Record<string, string>>): Promise<number> {
  const search = Object.entries(conditions)
    .map(([field, value], at) => `search[${at}][field]=${field}&search[${at}][operator]=eq&search[${at}][val]=${value}`)
    .join('&')
  const answer = await server.api<Listed>(`/admin/${controller}/index?${search}`)
  expect(answer, `${controller} ${search}`).toMatchObject({ code: 1, data: { list: expect.any(Array) } })
  const [newest] = answer.data.list
  if (!newest) throw new Error(`${controller} has none with ${search}`)
  return newest.id
}

const list =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`${server.address}/#/admin/wms/${name}`)
    await rows(page).nth(2).waitFor()
  }

const record =
  (name: string, query: () => Promise<string>) =>
  async (page: Page): Promise<void> => {
    await page.goto(`${server.address}/#/admin/wms/${name}?${await query()}`)
    await shownForm(page).locator('.lines-table, .record-control input').first().waitFor()
  }

/** Opens the dialog of an action from the open record. */
const dialog =
  (open: (page: Page) => Promise<void>, action: RegExp) =>
  async (page: Page): Promise<void> => {
    await open(page)
    await shownForm(page).getByRole('button', { name: action }).first().click()
    await page.getByRole('dialog').nth(1).waitFor()
  }

const pending = async () => `edit=${await idOf('wms.Warehousing', { audit_status: '0' })}`
async function counting(): Promise<string> {
  const { data: stock } = await server.api<{ list: { warehouse_shelf_id: number }[] }>('/admin/wms.Stock/index')
  const shelf = stock.list[0]!.warehouse_shelf_id
  const place = await server.api<{ row: object }>(`/admin/wms.WarehouseShelf/edit?id=${shelf}`)
  const { warehouse_id, warehouse_area_id } = place.data.row as Readonly<Record<string, number>>
  const { data } = await server.api<{ id: number }>('/admin/wms.Stocktake/add', { warehouse_id, warehouse_area_id })
  expect(await server.api('/admin/wms.Stocktake/start', { id: data.id })).toMatchObject({ code: 1 })
  return `edit=${data.id}`
}
async function reserved(): Promise<string> {
  const { data } = await server.api<{ list: { product_id: number }[] }>('/admin/wms.Hold/index')
  return `edit=${data.list[0]!.product_id}`
}
const toShip = async () => `edit=${await idOf('wms.Outbound', { audit_status: '1', shipment_status: '0' })}`

const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'inbound orders': list('warehousing'),
  'new inbound order': record('warehousing', async () => 'add=1'),
  'inbound order': record('warehousing', pending),
  'outbound orders': list('outbound'),
  'outbound order to ship': record('outbound', toShip),
  ship: dialog(record('outbound', toShip), /^(发货|Ship)/),
  'send by mail': async (page) => {
    await dialog(record('outbound', toShip), /^(邮件发送|Send by mail)/)(page)
    await page.locator('.mail-files li').waitFor()
  },
  'stocktake being counted': record('stocktake', counting),
  relocations: list('relocation'),
  'new relocation': record('relocation', async () => 'add=1'),
  stock: list('stock'),
  'stock holds': list('hold'),
  'break holds': async (page) => {
    await record('product', reserved)(page)
    await shownForm(page).locator('.action-bar button').last().click()
    await page.getByRole('menuitem', { name: /^(解除预留|Break holds)/ }).click()
    await page.getByRole('dialog').nth(1).waitFor()
  },
  'expiry layers': list('stockLayer'),
  'batch movements': list('stockLayerMove'),
  history: list('inventoryHistory'),
}

it('an order is sent by mail with its lines as a file, by keyboard', async () => {
  const { page } = site
  await startSession(page, server.address)
  await record('outbound', toShip)(page)
  await page.getByRole('button', { name: /^(邮件发送|Send by mail)/ }).press('Enter')
  await page.locator('.mail-files li').waitFor()
  await page.keyboard.type('buyer@example.com ')
  await page.keyboard.press('Control+Enter')
  await page.locator('.mail-dialog').waitFor({ state: 'hidden' })
  const { data } = await server.api<{ list: readonly Record<string, unknown>[] }>('/admin/mail.Log/index')
  const sent = data.list.find((one) => one['recipient'] === 'buyer@example.com')
  expect(sent).toMatchObject({ event: 'record', files: expect.stringMatching(/^(出库单|Outbound order) .+\.csv$/) })
})

it('documents have no fault in each language, theme and width', async () => {
  await inspectInEachLook(site, screens)
}, 600_000)
