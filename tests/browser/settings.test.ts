/** The settings page: what is saved holds, what is wrong is told and nothing typed is lost. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { faults, looks, shownPage, signIn } from '../support/browser.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const site = useTestSite({ demo: false })
let server: Running
let page: Page
let errors: string[]
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const settings = async () =>
  (
    await server.api<{ list: Record<string, { list: { name: string; value: unknown }[] }> }>(
      '/admin/routine.Config/index',
    )
  ).data.list
const valueOf = async (group: string, name: string) =>
  (await settings())[group]?.list.find((one) => one.name === name)?.value

describe('site settings', () => {
  it('saves what changed and refuses what cannot be', async () => {
    await signIn(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await shownPage(page)
      .getByLabel(/^Site name/)
      .fill('North depot')
    await page.keyboard.press('Enter')
    await expect.poll(() => valueOf('basics', 'site_name')).toBe('North depot')
    await shownPage(page)
      .getByLabel(/^Time zone/)
      .fill('Mars/Olympus')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    expect(
      await shownPage(page)
        .getByLabel(/^Time zone/)
        .inputValue(),
    ).toBe('Mars/Olympus')
    expect(await valueOf('basics', 'time_zone')).toBe('Asia/Shanghai')
    await shownPage(page)
      .getByLabel(/^Site name/)
      .fill(' ')
    await page.keyboard.press('Enter')
    await page.getByText('This field is required').waitFor()
    expect(errors).toEqual([])
  }, 90_000)

  it.each(looks)('has no fault in $language, dark $dark, $width px', async (look) => {
    await site.reopen(look)
    ;({ page } = site)
    await signIn(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await shownPage(page).locator('.settings-form input').first().waitFor()
    expect(await faults(page)).toEqual([])
  })
})
