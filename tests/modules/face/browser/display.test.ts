/** The fire safety display on a wall, on a laptop and on a phone, and the list behind each figure. */
import { expect, it } from 'vitest'
import { faults, looks, signIn, startSession } from '../../../support/browser.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()

const open = async (theme: 'dark' | 'light' = 'dark') => {
  await site.page.addInitScript((value) => localStorage.setItem('face.display.theme', value), theme)
  await site.page.goto(`${site.server.address}/#/faceid`)
  await site.page.locator('.face-figure[data-tile="alarmsOpen"]').waitFor()
  await site.page.locator('.tw-chart-drawing svg').nth(2).waitFor()
}
const overflow = () =>
  site.page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const display = document.querySelector('.face-display')!
    return [scrollWidth - clientWidth, display.scrollWidth - display.clientWidth]
  })

it.each(looks)('has no fault in $language, dark $dark, at $width', async (appearance) => {
  const theme = appearance.dark ? 'dark' : 'light'
  await site.reopen(appearance)
  await open(theme)
  expect(await site.page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
  expect(await site.page.title()).toMatch(appearance.language === 'en' ? /^Fire safety data eye - / : /^消防数据眼 - /)
  expect(await faults(site.page)).toEqual([])
  expect(await overflow()).toEqual([0, 0])
  expect(site.errors).toEqual([])
})

it('fits a screen of 1920 × 1080, shows visitors totals alone, and is dark by design', async () => {
  await site.page.setViewportSize({ width: 1920, height: 1080 })
  await open()
  const { page } = site
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  const height = await page.locator('.face-display').evaluate((element) => element.scrollHeight)
  expect(height).toBeLessThanOrEqual(1080)
  expect(await page.locator('.face-grid a').count()).toBe(0)
  expect(await page.getByText('Refreshed regularly').count()).toBe(1)
  // A year without records, and the one after this: no figure where there is none.
  await page.getByRole('button', { name: 'The next year' }).click()
  await page.getByText(/^Alarms in \d+$/).waitFor()
  await page.getByRole('button', { name: 'By year' }).click()
  await page.getByRole('heading', { name: 'Alarms, five years' }).waitFor()
  expect(await faults(page)).toEqual([])
  // The page leaves with its theme.
  await page.goto(`${site.server.address}/#/admin/login`)
  await page.locator('form').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
})

it('opens the list behind each figure, hears of new alarms, and says when it is switched off', async () => {
  const { page } = site
  await startSession(page, site.server.address)
  await open()
  await page.getByText('Live', { exact: true }).waitFor()
  const tile = page.locator('.face-figure[data-tile="alarmsOpen"]')
  const count = async () => Number(await tile.locator('.face-figure-value').textContent())
  const before = await count()
  const alarm = { building: 'Gatehouse', level: 3, occurred: Math.floor(Date.now() / 1000) - 5 }
  expect(await site.server.api('/admin/face.FireAlarm/add', alarm)).toMatchObject({ code: 1 })
  await expect.poll(count, { timeout: 20_000 }).toBe(before + 1)
  await page.locator('.face-latest').getByText('Gatehouse').waitFor()
  await tile.press('Enter')
  await page.getByText(`${before + 1} records`, { exact: true }).waitFor()
  await page.goto(`${site.server.address}/#/admin/face/dashboard`)
  await page.locator('.face-figure[data-tile="alarmsOpen"]').waitFor()
  expect(await faults(page)).toEqual([])
  expect(await site.server.api('/admin/routine.Config/edit', { face_viewers: 'nobody' })).toMatchObject({ code: 1 })
  await page.goto(`${site.server.address}/#/faceid`)
  await page.reload()
  await page.getByRole('heading', { name: 'The fire safety data eye is not open to you' }).waitFor()
  expect(await faults(page)).toEqual([])
  expect(await site.server.api('/admin/routine.Config/edit', { face_viewers: 'everybody' })).toMatchObject({ code: 1 })
})

it('issues a token of a device, which is shown once', async () => {
  const { page } = site
  await signIn(page, site.server.address)
  await page.goto(`${site.server.address}/#/admin/face/fireDevice?edit=1`)
  await page.getByRole('button', { name: 'Issue a token' }).click()
  const token = await page.getByRole('textbox', { name: 'New token' }).inputValue()
  expect(token).toMatch(/^twd_/)
  expect(await faults(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Issue a new token' }).click()
  expect(await page.getByRole('textbox', { name: 'New token' }).count()).toBe(0)
  await page.getByText('The current token ends at once.').waitFor()
})
