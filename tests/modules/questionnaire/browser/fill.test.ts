/** Filling in on a phone: without the client, without losing an answer, and with a word to those without JavaScript. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { faults, looks } from '../../../support/browser.ts'
import { inspectNow } from '../../../support/inspect.ts'
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
    // Enter leads on, past the questions that were answered, and does not hand in.
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('textarea:focus').count()).toBe(1)
    await page.keyboard.type('Nothing else')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /提交|Submit/ }).press('Enter')
    await page.getByText(/网络已断开|The network is gone/).waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('Nothing else')
    await page.getByRole('button', { name: /提交|Submit/ }).press('Enter')
    await page.getByText(/感谢您的填写|Thank you for your answers/).waitFor()
  })

  it('keeps the input in view when a screen keyboard takes half of the phone', async () => {
    await site.reopen(phone)
    await open()
    const { page } = site
    const words = page.locator('textarea')
    await words.focus()
    await page.setViewportSize({ width: 390, height: 400 })
    const bottom = async () => {
      const box = (await words.boundingBox())!
      return box.y >= 0 && box.y + box.height <= 400
    }
    await expect.poll(bottom).toBe(true)
  })

  it('goes on where another device of the member stopped, in both directions', async () => {
    const values = { username: 'filler', nickname: 'Filler', password: 'long enough 7', group_id: 1, gender: 0 }
    expect(await site.server.api('/admin/user.User/add', values)).toMatchObject({ code: 1 })
    const session = await site.page.request.post(`${site.server.address}/api/user/checkIn`, {
      data: { tab: 'login', username: 'filler', password: 'long enough 7' },
      headers: { 'x-tablewright': '1' },
    })
    const { data } = (await session.json()) as { data: { userInfo: object } }
    const enter = (page: Page) =>
      page.addInitScript((info) => localStorage.setItem('userInfo', info), JSON.stringify(data.userInfo))
    const saved = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/questionnaire.Index/draft'))
    await site.reopen(phone)
    await enter(site.page)
    await open('/q/demo3')
    const first = site.page
    const draft = saved(first)
    await first.getByRole('radio').first().press('1')
    await draft
    const { page: second } = await site.openBeside(phone)
    await enter(second)
    await second.goto(`${site.server.address}/q/demo3`)
    await expect.poll(() => second.getByRole('radio', { checked: true }).count()).toBe(1)
    const later = saved(second)
    await second.getByRole('textbox').fill('3')
    await later
    await first.reload()
    await expect.poll(() => first.getByRole('textbox').inputValue()).toBe('3')
    expect(await first.getByRole('radio', { checked: true }).count()).toBe(1)
    await first.goto(`${site.server.address}/#/user/questionnaire/mine`)
    await first.getByRole('link', { name: /继续填写|Continue/ }).waitFor()
    expect(await faults(first)).toEqual([])
  })

  it.each(looks)('has no fault in $language at $width, dark: $dark', async (view) => {
    await site.reopen(view)
    await open()
    await inspectNow(site.page, view, 'questionnaire-fill')
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
