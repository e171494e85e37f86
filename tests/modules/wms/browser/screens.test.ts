/** The sign-in page, the shell and what opens over it, in every look: no fault, no error logged, nothing sticks out. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyLook, looksByLanguage, rows, shownPage, signIn, startSession } from '../../../support/browser.ts'
import { inspect, inspectLooks, openForLooks } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()
let server: Running
beforeEach(() => {
  ;({ server } = site)
})

/** The shell's own page, and what opens over it. Each leaves the shell as it found it. */
const shell: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  dashboard: async (page) => {
    await page.goto(`${server.address}/#/admin/dashboard`)
    await shownPage(page).getByRole('timer').waitFor()
    await shownPage(page).locator('.tw-chart-drawing svg').waitFor()
  },
  'tab menu': async (page) => {
    await page.getByRole('button', { name: /^(标签页操作|Tab actions)$/ }).click()
    await page.getByRole('menu').waitFor()
  },
  'layout settings': (page) =>
    over(page, async () => {
      const button = page.getByRole('button', { name: /^(布局设置|Layout settings)$/ }).filter({ visible: true })
      // In narrow windows it is in the own menu.
      if ((await button.count()) === 0) await page.locator('.tw-user').click()
      await button.click()
    }),
  palette: (page) => over(page, () => page.keyboard.press('Control+k')),
  keys: (page) => over(page, () => page.keyboard.press('Shift+?')),
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
  for (const over of [page.getByRole('dialog'), page.getByRole('menu'), page.locator('.tw-user-panel')])
    await over.waitFor({ state: 'detached' })
}

describe.each(looksByLanguage)('in $language', ({ looks }) => {
  it('the sign-in page has no fault', async () => {
    const { page, errors } = await openForLooks(site, looks)
    await page.goto(`${server.address}/#/admin/login`)
    await page.locator('input[name=username]').waitFor()
    await inspectLooks(page, looks, 'sign-in')
    expect(errors).toEqual([])
  })

  it('the shell and what opens over it have no fault', async () => {
    const { page, errors } = await openForLooks(site, looks)
    await signIn(page, server.address)
    for (const look of looks) {
      await applyLook(page, look)
      for (const [name, open] of Object.entries(shell)) {
        await open(page)
        await inspect(page, look, name)
        await closeAll(page)
      }
    }
    expect(errors).toEqual([])
  }, 90_000)

  it('the Classic layout has no fault', async () => {
    const { page, errors } = await openForLooks(site, looks, 'Classic')
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/wms/unit`)
    await rows(page).locator('input[type=checkbox]').first().waitFor({ state: 'attached' })
    await inspectLooks(page, looks, 'classic')
    expect(errors).toEqual([])
  })
})
