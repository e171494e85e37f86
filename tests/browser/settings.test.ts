/** The settings page: what is saved holds, what is wrong is told and nothing typed is lost. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, launch, looks, openPage, shownPage, signIn } from '../support/browser.ts'
import { serve, type Running } from '../support/running.ts'

let server: Running
let browser: Browser
beforeAll(async () => {
  server = await serve({ demo: false })
  browser = await launch()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const settings = async () => (await server.api<{ list: Record<string, { list: { name: string; value: unknown }[] }> }>('/admin/routine.Config/index')).data.list
const valueOf = async (group: string, name: string) => (await settings())[group]?.list.find((one) => one.name === name)?.value

describe('site settings', () => {
  it('saves what changed and refuses what cannot be', async () => {
    const { page, errors } = await openPage(browser, { language: 'en', dark: false, width: 1280 })
    await signIn(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await shownPage(page).getByLabel(/^Site name/).fill('North depot')
    await page.keyboard.press('Enter')
    await expect.poll(() => valueOf('basics', 'site_name')).toBe('North depot')
    await shownPage(page).getByLabel(/^Time zone/).fill('Mars/Olympus')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    expect(await shownPage(page).getByLabel(/^Time zone/).inputValue()).toBe('Mars/Olympus')
    expect(await valueOf('basics', 'time_zone')).toBe('Asia/Shanghai')
    await shownPage(page).getByLabel(/^Site name/).fill(' ')
    await page.keyboard.press('Enter')
    await page.getByText('This field is required').waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  }, 90_000)

  it.each(looks)('has no fault in $language, dark $dark, $width px', async (look) => {
    const { page } = await openPage(browser, look)
    await signIn(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await shownPage(page).locator('.settings-form input').first().waitFor()
    expect(await faults(page)).toEqual([])
    await page.context().close()
  }, 60_000)
})
