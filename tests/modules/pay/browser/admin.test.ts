/** The pages of payments for administrators, with the payments of the demo, in every look. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { faults, rows, shownForm, shownPage, signIn } from '../../../support/browser.ts'
import { inspectInEachLook } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const day = 86_400
const now = Math.floor(Date.now() / 1000)
/** Test payments of the demo do not count in the report: these do. */
const site = useSite({}, async ({ dataFolder }) => {
  const database = new Sqlite(join(dataFolder, 'tablewright.sqlite'))
  const insert = database.prepare(`insert into pay_log (sn, project, object_id, title, amount, currency, type, state,
    refunded, refunding, outcome, late, closing, trade_no, pay_time, expire_time, create_time, version)
    values (?, 'test', 1, 'Course', ?, 'RMB', ?, 1, 0, 0, 1, 0, 0, ?, ?, ?, ?, 1)`)
  for (const [turn, type] of ['wx', 'alipay', 'wx', 'balance'].entries()) {
    const time = now - turn * day
    insert.run(`B${turn}`, 129_900 + turn, type, `T${turn}`, time, time + 1800, time)
  }
  database.close()
})
let server: Running
beforeEach(() => {
  ;({ server } = site)
})

const list = async (page: Page, path: string) => {
  await page.goto(`${server.address}/#/admin/${path}`)
  await rows(page).first().waitFor()
}

const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  payments: (page) => list(page, 'pay/log'),
  payment: async (page) => {
    await page.goto(`${server.address}/#/admin/pay/log?edit=4`)
    await shownForm(page).locator('.pay-timeline li').nth(3).waitFor()
  },
  refunds: (page) => list(page, 'pay/refund'),
  providers: async (page) => {
    await page.goto(`${server.address}/#/admin/pay/provider`)
    await shownPage(page).locator('form').first().waitFor()
  },
  reconcile: async (page) => {
    await page.goto(`${server.address}/#/admin/pay/reconcile`)
    await shownPage(page).locator('.pay-table tbody tr').nth(3).waitFor()
  },
}

it('have no fault in each language, theme and width', async () => {
  await inspectInEachLook(site, screens)
}, 600_000)

it('refunds a part of a payment, and shows all that happened with it', async () => {
  const { page } = site
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/pay/log?edit=1`)
  const form = shownForm(page)
  await form.locator('.pay-timeline').getByText('Applied').waitFor()
  await form.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog').last()
  const amount = dialog.getByLabel('Amount')
  await expect.poll(() => amount.inputValue()).toMatch(/^50/)
  await amount.fill('12.5')
  await dialog.getByLabel('Reason').fill('broken')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await form.locator('.pay-timeline').getByText('Refund requested').waitFor()
  await form.getByText('37.50 can be refunded').waitFor()
  expect(await faults(page)).toEqual([])
})
