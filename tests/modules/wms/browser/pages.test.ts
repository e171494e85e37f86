/** Lists, forms and the pages of one's own account, in every look: no fault, no error logged, nothing sticks out. */
import type { Page } from 'playwright-core'
import { beforeEach, it } from 'vitest'
import { rows, shownForm, shownPage } from '../../../support/browser.ts'
import { inspectInEachLook } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()
let server: Running
beforeEach(() => {
  ;({ server } = site)
})

/** Screens by name: how to come there from a signed-in page. */
const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  products: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/product`)
    await rows(page).nth(5).waitFor()
  },
  categories: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/category`)
    await rows(page).nth(3).waitFor()
  },
  nothing: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/brand?quickSearch=qqqq`)
    await shownPage(page)
      .getByRole('button', { name: /清除|Clear/ })
      .first()
      .waitFor()
  },
  add: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/product?add=1`)
    await shownForm(page).locator('input').nth(3).waitFor()
  },
  edit: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/product?edit=1`)
    await shownForm(page).locator('input').nth(3).waitFor()
  },
  shelf: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/warehouseShelf?edit=1`)
    await shownForm(page).locator('input').nth(1).waitFor()
  },
  admins: (page) => list(page, 'auth/admin'),
  groups: (page) => list(page, 'auth/group'),
  rules: (page) => list(page, 'auth/rule'),
  log: (page) => list(page, 'auth/adminLog'),
  'new admin': (page) => form(page, 'auth/admin?add=1'),
  admin: (page) => form(page, 'auth/admin?edit=1'),
  'new group': (page) => form(page, 'auth/group?add=1'),
  group: (page) => form(page, 'auth/group?edit=1'),
  'new rule': (page) => form(page, 'auth/rule?add=1'),
  rule: (page) => form(page, 'auth/rule?edit=1'),
  profile: async (page) => {
    await page.goto(`${server.address}/#/admin/routine/adminInfo`)
    await shownPage(page).getByRole('listitem').first().waitFor()
  },
  notices: async (page) => {
    await page.goto(`${server.address}/#/admin/notification/index`)
    await shownPage(page).locator('.notifications-list, .notifications-empty').waitFor()
  },
}

/** A row that can be chosen is there: the grey ones that stand while a list loads cannot. */
async function list(page: Page, place: string): Promise<void> {
  await page.goto(`${server.address}/#/admin/${place}`)
  await rows(page).locator('input[type=checkbox]').first().waitFor({ state: 'attached' })
}

async function form(page: Page, place: string): Promise<void> {
  await page.goto(`${server.address}/#/admin/${place}`)
  await shownForm(page).locator('input').nth(1).waitFor()
}

it('lists and forms have no fault in each language, theme and width', async () => {
  await inspectInEachLook(site, screens)
}, 600_000)
