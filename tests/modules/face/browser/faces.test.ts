/** The pages of identification and of the thresholds in eight looks. */
import { expect, it } from 'vitest'
import { faults, looks, startSession } from '../../../support/browser.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()

const pages = [
  ['capture', 'Identify', '识别人脸'],
  ['thresholds', 'Thresholds', '识别阈值'],
] as const

it.each(looks)('has no fault in $language, dark $dark, at $width', async (appearance) => {
  await site.reopen(appearance)
  const { page } = site
  await startSession(page, site.server.address)
  for (const [path, english, chinese] of pages) {
    await page.goto(`${site.server.address}/#/admin/face/${path}`)
    await page.getByRole('heading', { level: 1, name: appearance.language === 'en' ? english : chinese }).waitFor()
    if (path === 'thresholds') await page.locator('.tw-chart-drawing svg').waitFor()
    expect(await faults(page)).toEqual([])
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await width()).toBe(0)
  }
  expect(site.errors).toEqual([])
})
