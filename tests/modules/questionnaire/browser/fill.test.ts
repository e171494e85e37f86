/** Filling in on a phone: without the client, without losing an answer, and with a word to those without JavaScript. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { faults } from '../../../support/browser.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()
const phone = { language: 'en', dark: false, width: 390 } as const

/** Starts on the demo questionnaire with logic. */
const open = async (path = '/q/demo1') => {
  await site.page.goto(`${site.server.address}${path}`)
  await site.page.getByRole('button', { name: /提交|Submit/ }).waitFor()
}

describe('the page of people who fill in', () => {
  it('is reached from the address of other clients, and loads at most 110 KB of scripts', async () => {
    await site.reopen(phone)
    const scripts: number[] = []
    site.page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js') && site.page.url().includes('/q/'))
        void response.body().then((body) => scripts.push(gzipSync(body).length))
    })
    await site.page.goto(`${site.server.address}/#/questionnaire/demo1`)
    await site.page.waitForURL('**/q/demo1')
    await site.page.getByRole('button', { name: /提交|Submit/ }).waitFor()
    scripts.length = 0
    await site.page.reload()
    await site.page.getByRole('button', { name: /提交|Submit/ }).waitFor()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(110 * 1024)
    expect(site.errors).toEqual([])
  })

  it('is filled in with the keyboard alone, keeps answers without a network, and hands them in once', async () => {
    await site.reopen(phone)
    await open()
    const { page } = site
    await page.getByRole('button', { name: /提交|Submit/ }).press('Enter')
    await page.getByRole('alert').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0)
    // The first question that lacks an answer has the focus: the last of its options skips to the last question.
    await page.keyboard.press('4')
    await expect.poll(() => page.locator('fieldset').count()).toBe(2)
    await page.keyboard.press('1')
    await expect.poll(() => page.locator('fieldset').count()).toBeGreaterThan(3)
    await page.keyboard.press('4')
    await page.locator('textarea').fill('Nothing else')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /提交|Submit/ }).press('Enter')
    await page.getByText(/网络已断开|The network is gone/).waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('Nothing else')
    await page.getByRole('button', { name: /提交|Submit/ }).press('Enter')
    await page.getByText(/感谢您的填写|Thank you for your answers/).waitFor()
  })

  it.each([
    { language: 'zh-cn', dark: false, width: 390 },
    { language: 'en', dark: true, width: 1280 },
  ] as const)('has no fault in $language at $width', async (appearance) => {
    await site.reopen(appearance)
    await open()
    expect(await faults(site.page)).toEqual([])
    const overflow = await site.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })

  it('says what to do without JavaScript', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false })
    try {
      const page = await context.newPage()
      await page.goto(`${site.server.address}/q/demo1`)
      expect(await page.textContent('noscript, main')).toMatch(/JavaScript/)
    } finally {
      await context.close()
    }
  })
})
