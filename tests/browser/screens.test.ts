/**
 * Every screen of this slice in every language, theme and width: axe finds nothing, the page logs no error, nothing sticks out sideways.
 * With TABLEWRIGHT_PICTURES=<folder> the pictures are kept there for a person to look at.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, launch, looks, openPage, signIn, type Look } from '../support/browser.ts'
import { serve, type Running } from '../support/running.ts'

let server: Running
let browser: Browser
const pictures = process.env['TABLEWRIGHT_PICTURES']

beforeAll(async () => {
  server = await serve()
  browser = await launch()
  if (pictures) mkdirSync(pictures, { recursive: true })
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const settled = (page: Page) => page.waitForLoadState('networkidle')

/** Screens by name: how to come there from a signed-in page. */
const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  products: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/product`)
    await page.locator('table tbody tr').nth(5).waitFor()
  },
  categories: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/category`)
    await page.locator('table tbody tr').nth(3).waitFor()
  },
  nothing: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/brand?quickSearch=qqqq`)
    await page.getByRole('button', { name: /清除|Clear/ }).first().waitFor()
  },
  add: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/product?add=1`)
    await page.getByRole('dialog').locator('input').nth(3).waitFor()
  },
  edit: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/product?edit=1`)
    await page.getByRole('dialog').locator('input').nth(3).waitFor()
  },
  shelf: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/warehouseShelf?edit=1`)
    await page.getByRole('dialog').locator('input').nth(1).waitFor()
  },
  admins: (page) => list(page, 'auth/admin'),
  groups: (page) => list(page, 'auth/group'),
  rules: (page) => list(page, 'auth/rule'),
  log: (page) => list(page, 'auth/adminLog'),
  'new admin': (page) => form(page, 'auth/admin?add=1'),
  'admin': (page) => form(page, 'auth/admin?edit=1'),
  'new group': (page) => form(page, 'auth/group?add=1'),
  'group': (page) => form(page, 'auth/group?edit=1'),
  'new rule': (page) => form(page, 'auth/rule?add=1'),
  'rule': (page) => form(page, 'auth/rule?edit=1'),
  'no right': (page) => alone(page, '401'),
  'nothing there': (page) => alone(page, '404'),
}

/** A row that can be chosen is there: the grey ones that stand while a list loads cannot. */
async function list(page: Page, place: string): Promise<void> {
  await page.goto(`${server.address}/#/admin/${place}`)
  await page.locator('table tbody tr input[type=checkbox]').first().waitFor({ state: 'attached' })
}

async function form(page: Page, place: string): Promise<void> {
  await page.goto(`${server.address}/#/admin/${place}`)
  await page.getByRole('dialog').locator('input').nth(1).waitFor()
}

async function alone(page: Page, place: string): Promise<void> {
  await page.goto(`${server.address}/#/${place}`)
  await page.getByRole('main').getByRole('heading').first().waitFor()
}

async function inspect(page: Page, look: Look, name: string): Promise<void> {
  await settled(page)
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}.png`) })
  expect(await faults(page), name).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `${name} sticks out by ${beyond} px`).toBeLessThanOrEqual(0)
}

describe.each(looks)('in $language, dark $dark, $width px', (look) => {
  it('the sign-in page has no fault', async () => {
    const { page, errors } = await openPage(browser, look)
    await page.goto(`${server.address}/#/admin/login`)
    await page.locator('input[name=username]').waitFor()
    await inspect(page, look, 'sign-in')
    expect(errors).toEqual([])
    await page.context().close()
  }, 60_000)

  it('lists and forms have no fault', async () => {
    const { page, errors } = await openPage(browser, look)
    await signIn(page, server.address)
    for (const [name, open] of Object.entries(screens)) {
      await open(page)
      await inspect(page, look, name)
    }
    expect(errors).toEqual([])
    await page.context().close()
  }, 180_000)
})
