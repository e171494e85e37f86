/** Agents at the service desk, by keyboard alone. */
import { expect, it } from 'vitest'
import { applyLook, followSystemTheme, looksByLanguage, signIn } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()

it('goes through the queue, takes, answers with a canned reply, leaves a note and resolves by keyboard', async () => {
  const { page } = site
  await signIn(page, site.server.address)
  await page.goto(`${site.server.address}/#/admin/chat/desk`)
  await page.locator('.desk-line').first().waitFor()
  await page.keyboard.press('j')
  const thread = page.locator('.desk-thread')
  await thread.locator('.chat-text').first().waitFor()
  await page.keyboard.press('t')
  await thread.getByText(/^Open ·.*With /).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('/hello')
  await page.keyboard.press('Enter')
  await expect.poll(() => thread.locator('textarea').first().inputValue()).toMatch(/Admin/)
  await page.keyboard.press('Enter')
  await thread.locator('.chat-own', { hasText: 'Admin' }).getByText('Sent', { exact: true }).waitFor()
  await page.locator('.desk-customer').getByText('Service conversations').waitFor()
  await thread.locator('.chat-scroll').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('n')
  await page.keyboard.type('calls back at noon')
  await page.keyboard.press('Enter')
  await thread.locator('.chat-note', { hasText: 'calls back at noon' }).waitFor()
  await thread.locator('.chat-scroll').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('e')
  await page.getByText('The conversation was resolved').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await thread.getByText(/^Open ·/).waitFor()
  expect(site.errors).toEqual([])
})

it.each(looksByLanguage)('has no fault in $language', async ({ looks: views }) => {
  // There is one at least.
  await site.reopen(views[0]!)
  const { page } = site
  await followSystemTheme(page)
  await signIn(page, site.server.address)
  for (const view of views) {
    await applyLook(page, view)
    await page.goto(`${site.server.address}/healthz`)
    await page.goto(`${site.server.address}/#/admin/chat/desk`)
    await page.locator('.desk-line').first().waitFor()
    await inspect(page, view, 'chat-desk')
    await page.locator('.desk-line').first().click()
    await page.locator('.desk-thread .chat-text').first().waitFor()
    await inspect(page, view, 'chat-desk-thread')
  }
  expect(site.errors).toEqual([])
})
