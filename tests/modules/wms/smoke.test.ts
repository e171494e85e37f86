/**
 * The product in a browser as every change has to leave it: a journey without a mouse, and each area once, seen by
 * axe. All else that needs a browser is in folders named `browser`.
 */
import { expect, it } from 'vitest'
import { faults, quiet, rows, shownForm, shownPage, signIn } from '../../support/browser.ts'
import { adminPassword } from '../../support/running.ts'
import { useSite } from '../../support/site.ts'

const site = useSite()

/** The number of products that a quick search finds. */
const countProducts = async (text: string) =>
  (await site.server.api<{ total: number }>(`/admin/wms.Product/index?quickSearch=${text}`)).data.total

it('signs in, adds, corrects an error, finds, edits and deletes without a mouse', async () => {
  const { page, errors, server } = site
  await page.goto(`${server.address}/#/admin/login`)
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await rows(page).first().waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('Products')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Products/, selected: true })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Products', exact: true, selected: true }).waitFor()
  await rows(page).first().waitFor()
  await shownPage(page).getByRole('button', { name: 'Add', exact: true }).focus()
  await page.keyboard.press('Enter')
  await shownForm(page)
    .getByLabel(/^Product no/)
    .waitFor()
  await page.keyboard.press('Control+Enter')
  const summary = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Name' }).first()
  await summary.waitFor()
  expect(await summary.textContent()).toContain('Product no.')

  await shownForm(page)
    .getByLabel(/^Product no/)
    .focus()
  await page.keyboard.type('KB-001')
  await shownForm(page).getByLabel(/^Name/).focus()
  await page.keyboard.type('Keyboard bolt')
  await shownForm(page)
    .getByLabel(/^Unit price/)
    .focus()
  await page.keyboard.type('12.55555')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter at most 4 decimals').first().waitFor()
  await shownForm(page)
    .getByLabel(/^Unit price/)
    .fill('１２．５')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await countProducts('KB-001')).toBe(1)

  await page.keyboard.press('/')
  await page.keyboard.type('KB-001')
  const row = shownPage(page).getByRole('row').filter({ hasText: 'KB-001' })
  await row.waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(page.url()).toContain('quickSearch=KB-001')
  await row.getByRole('button', { name: /^Delete/ }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /^Delete/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => countProducts('KB-001')).toBe(0)
  expect(errors).toEqual([])
}, 120_000)

/** By area, the address of a page and what is on it once it is there. */
const publicPages = [
  ['start page', '/', 'main'],
  ['sign-in', '/admin/login', 'input[name=username]'],
  ['sign-in of members', '/user/login', 'input[name=username]'],
] as const
const adminPages = [
  ['dashboard', '/admin/dashboard', '[role=tabpanel]:not([hidden]) h2'],
  ['list', '/admin/wms/product', '.list-table tbody input[type=checkbox]'],
  ['form', '/admin/wms/product?edit=1', '[role=dialog] .record-control input'],
  ['document', '/admin/wms/warehousing?edit=1', '[role=dialog] .lines-table'],
  ['settings', '/admin/routine/config', '[role=tabpanel]:not([hidden]) form input'],
  ['attachments', '/admin/routine/attachment', '[role=tabpanel]:not([hidden]) .list-toolbar'],
] as const

it('shows a page of each area without a fault', async () => {
  const { page, errors, server } = site
  const inspectAll = async (pages: readonly (readonly [area: string, path: string, content: string])[]) => {
    for (const [area, path, content] of pages) {
      await page.goto(`${server.address}/#${path}`)
      await page.locator(content).first().waitFor()
      await quiet(page)
      expect(await faults(page), area).toEqual([])
    }
  }
  await inspectAll(publicPages)
  await page.goto('about:blank')
  await signIn(page, server.address)
  await inspectAll(adminPages)
  expect(errors).toEqual([])
}, 240_000)
