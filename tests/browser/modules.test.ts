/** The page of modules in a real browser: switched off and on by keys, and in every look. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn } from '../support/browser.ts'
import { inspectInEachLook } from '../support/inspect.ts'
import { useSite } from '../support/site.ts'

const site = useSite()

const open = async (page: Page): Promise<void> => {
  await page.goto(`${site.server.address}/#/admin/moduleStore/moduleStore`)
  await page.locator('.modules-item').first().waitFor()
}
const itemOf = (page: Page, uid: string) =>
  page.locator('.modules-item').filter({ has: page.locator('code').getByText(uid, { exact: true }) })

it('switches a module off and on by keys, and names what depends on one that stays', async () => {
  const { page } = site
  await signIn(page, site.server.address)
  await open(page)
  const dialog = page.getByRole('alertdialog')
  const toggle = itemOf(page, 'chat').locator('input')
  const menu = page.locator('.tw-side').getByText('Chat', { exact: true })
  await menu.waitFor()
  await toggle.focus()
  await page.keyboard.press('Space')
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Switch off' }).press('Enter')
  await itemOf(page, 'chat').and(page.locator('[data-off]')).waitFor()
  await menu.waitFor({ state: 'detached' })
  await itemOf(page, 'chat').locator('input').press('Space')
  await itemOf(page, 'chat').and(page.locator(':not([data-off])')).waitFor()
  await menu.waitFor()
  await itemOf(page, 'member').locator('input').press('Space')
  await dialog.getByText(/switch them off first/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  expect(await itemOf(page, 'member').getAttribute('data-off')).toBe(null)
  expect(site.errors).toEqual([])
})

it('has no fault in each language, theme and width', async () => {
  await inspectInEachLook(site, {
    modules: async (page) => {
      await open(page)
      const details = itemOf(page, 'cms').getByRole('button').first()
      if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
      await itemOf(page, 'cms').locator('.modules-details').waitFor()
    },
    'module that others need': async (page) => {
      await open(page)
      await itemOf(page, 'member').locator('.modules-switch').click()
      await page.getByRole('alertdialog').waitFor()
    },
  })
})
