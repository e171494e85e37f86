/**
 * Every screen of this slice in every language, theme and width: axe finds nothing, the page logs no error, nothing sticks out sideways.
 * With TABLEWRIGHT_PICTURES=<folder> the pictures are kept there for a person to look at.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, launch, looks, openPage, rows, shownForm, shownPage, signIn, type Look } from '../support/browser.ts'
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
    await rows(page).nth(5).waitFor()
  },
  categories: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/category`)
    await rows(page).nth(3).waitFor()
  },
  nothing: async (page) => {
    await page.goto(`${server.address}/#/admin/wms/brand?quickSearch=qqqq`)
    await shownPage(page).getByRole('button', { name: /清除|Clear/ }).first().waitFor()
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
  'admin': (page) => form(page, 'auth/admin?edit=1'),
  'new group': (page) => form(page, 'auth/group?add=1'),
  'group': (page) => form(page, 'auth/group?edit=1'),
  'new rule': (page) => form(page, 'auth/rule?add=1'),
  'rule': (page) => form(page, 'auth/rule?edit=1'),
  'no right': (page) => alone(page, '401'),
  'nothing there': (page) => alone(page, '404'),
}

/** The shell's own page, and what opens over it. Each leaves the shell as it found it. */
const shell: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  dashboard: async (page) => {
    await page.goto(`${server.address}/#/admin/dashboard`)
    await shownPage(page).getByRole('timer').waitFor()
  },
  'tab menu': async (page) => {
    await page.getByRole('button', { name: /^(标签页操作|Tab actions)$/ }).click()
    await page.getByRole('menu').waitFor()
  },
  'layout settings': (page) => over(page, () => page.getByRole('button', { name: /^(布局设置|Layout settings)$/ }).click()),
  palette: (page) => over(page, () => page.keyboard.press('Control+k')),
  keys: (page) => over(page, () => page.keyboard.press('?')),
  'own menu': (page) => over(page, () => page.locator('.tw-user').click(), page.locator('.tw-user-panel')),
  menu: async (page) => {
    const open = page.getByRole('button', { name: /^(打开菜单|Open menu)$/ })
    if (await open.isVisible()) await over(page, () => open.click())
  },
  'full screen': async (page) => {
    await page.keyboard.press('Alt+Shift+f')
    await page.getByRole('tablist').waitFor({ state: 'hidden' })
  },
}

async function over(page: Page, open: () => Promise<void>, opened = page.getByRole('dialog')): Promise<void> {
  await open()
  await opened.first().waitFor()
}

async function closeAll(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  for (const over of [page.getByRole('dialog'), page.getByRole('menu'), page.locator('.tw-user-panel')]) await over.waitFor({ state: 'detached' })
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

  it('the shell and what opens over it have no fault', async () => {
    const { page, errors } = await openPage(browser, look)
    await signIn(page, server.address)
    for (const [name, open] of Object.entries(shell)) {
      await open(page)
      await inspect(page, look, name)
      await closeAll(page)
    }
    expect(errors).toEqual([])
    await page.context().close()
  }, 90_000)

  it('the Classic layout has no fault', async () => {
    const { page, errors } = await openPage(browser, look, 'Classic')
    await signIn(page, server.address)
    await list(page, 'wms/unit')
    await inspect(page, look, 'classic')
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
