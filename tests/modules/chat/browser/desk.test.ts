/** Agents at the service desk, by keyboard alone and on a phone. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { applyLook, followSystemTheme, looksByLanguage, signIn } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import { adminPassword } from '../../../support/running.ts'
import { showKeyboard } from '../../../support/screen-keyboard.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite({}, async (server) => {
  // A second agent: signs in once, and has shown a sign of life.
  const account = { username: 'nora', nickname: 'Nora', password: adminPassword, group_arr: [1] }
  expect(await server.api('/admin/auth.Admin/add', account)).toMatchObject({ code: 1 })
  const send = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${server.address}/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', batoken: token },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: { userInfo: { token: string } } }).data
  }
  const { userInfo } = await send('Index/login', { username: 'nora', password: adminPassword })
  await send('chat.Desk/presence', {}, userInfo.token)
})

async function openDesk(page: Page): Promise<void> {
  await signIn(page, site.server.address)
  await page.goto(`${site.server.address}/#/admin/chat/desk`)
  await page.locator('.desk-line').first().waitFor()
}
const leaveText = (page: Page) => page.keyboard.press('Escape')

it('takes, answers, notes, resolves with undo, puts off and hands over by keyboard', async () => {
  const { page } = site
  await openDesk(page)
  await page.keyboard.press('j')
  const thread = page.locator('.desk-thread')
  const textBox = thread.locator('textarea')
  await thread.locator('.chat-text').first().waitFor()
  const first = await thread.getAttribute('aria-label')
  await page.keyboard.press('j')
  await expect.poll(() => thread.getAttribute('aria-label')).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => thread.getAttribute('aria-label')).toBe(first)
  await thread.locator('.chat-text').first().waitFor()
  await page.keyboard.press('t')
  await thread.getByText(/^Open ·.*With /).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('/hello')
  await page.getByRole('option', { name: /^\/hello/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => textBox.inputValue()).toMatch(/Admin/)
  await page.keyboard.press('Enter')
  await thread.locator('.chat-own', { hasText: 'Admin' }).getByText('Sent', { exact: true }).waitFor()
  await page.locator('.desk-customer').getByText('Service conversations').waitFor()
  await leaveText(page)
  await page.keyboard.press('n')
  await page.keyboard.type('calls back at noon')
  await page.keyboard.press('Enter')
  await thread.locator('.chat-note', { hasText: 'calls back at noon' }).waitFor()
  await leaveText(page)
  await page.keyboard.press('e')
  await page.getByText('The conversation was resolved').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await thread.getByText(/^Open ·/).waitFor()
  // Put off for an hour, and opened again.
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Snooze: For an hour' }).focus()
  await page.keyboard.press('Enter')
  await thread.getByText(/^Snoozed ·/).waitFor()
  await thread.getByRole('button', { name: 'Open again' }).focus()
  await page.keyboard.press('Enter')
  await thread.getByText(/^Open ·/).waitFor()
  // An `@` hands over, with a note that only the staff sees.
  await leaveText(page)
  await page.keyboard.press('r')
  await page.keyboard.type('@no')
  await page.getByRole('option', { name: /^Nora/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('wants a printed contract')
  await thread.getByText('Hand over to Nora. Only the staff sees what follows.').waitFor()
  await page.keyboard.press('Enter')
  await thread.getByText(/^Open · With Nora/).waitFor()
  await thread.locator('.chat-event', { hasText: 'wants a printed contract' }).waitFor()
  await expect.poll(() => textBox.inputValue()).toBe('')
  // A menu that has just closed takes no focus; keys whose text has gone away resolve nothing.
  const status = async () => (await thread.locator('.chat-head .tw-muted').first().innerText()).split(' ·')[0]
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem').first().waitFor()
  await textBox.click()
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  await page.keyboard.type('see')
  await expect.poll(() => textBox.inputValue()).toBe('see')
  await textBox.evaluate((element) => element.blur())
  await page.keyboard.type('eeten')
  expect([await textBox.inputValue(), await status()]).toEqual(['see', 'Open'])
  expect(site.errors).toEqual([])
})

it('keeps the answer above a screen keyboard', async () => {
  await site.reopen({ language: 'en', dark: false, width: 390 })
  const { page } = site
  await openDesk(page)
  await page.locator('.desk-line').first().click()
  await page.locator('.chat-text').first().waitFor()
  await showKeyboard(page, 420)
  const bottom = async () => {
    const frame = (await page.locator('.chat-composer').boundingBox())!
    return frame.y + frame.height
  }
  await expect.poll(bottom).toBeLessThanOrEqual(420)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.locator('.desk-line').first().waitFor()
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
  const view = views.at(-1)
  await page.goto(`${site.server.address}/#/admin/chat/conversation?edit=1`)
  await page.getByRole('button', { name: /^(Read messages|查看消息)$/ }).click()
  await page.locator('.chat-audit li').first().waitFor()
  await page
    .locator('.chat-audit')
    .getByText(/The conversation was resolved|会话已解决/)
    .first()
    .waitFor()
  await inspect(page, view!, 'chat-audit')
  expect(site.errors).toEqual([])
})
