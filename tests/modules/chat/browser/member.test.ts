/** Members who write to each other in two browsers: over a network that breaks, on a phone, and back in time. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { applyLook, followSystemTheme, looksByLanguage } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
let server: Running
const members: Record<string, { readonly id: number; readonly token: string; readonly info: object }> = {}

const site = useSite({ demo: false }, async (running) => {
  expect(await running.api('/admin/routine.Config/edit', { chat_messages_per_minute: '600' })).toMatchObject({
    code: 1,
  })
  for (const username of ['mei', 'lee']) {
    const nickname = username === 'mei' ? 'Mei' : 'Lee'
    const added = { username, nickname, password, group_id: 1, gender: 2, email: `${username}@example.com` }
    expect(await running.api('/admin/user.User/add', added)).toMatchObject({ code: 1 })
    const answer = await fetch(`${running.address}/api/user/checkIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tablewright': '1' },
      body: JSON.stringify({ tab: 'login', username, password, keep: false }),
    })
    const { data, msg } = (await answer.json()) as { msg: string; data: { userInfo: { id: number; token: string } } }
    if (!data?.userInfo) throw new Error(msg)
    members[username] = { id: data.userInfo.id, token: data.userInfo.token, info: data.userInfo }
  }
})
beforeEach(() => {
  server = site.server
})

/** Calls a route for a member. */
async function call<Data>(username: string, path: string, payload?: object): Promise<Data> {
  const answer = await fetch(`${server.address}/api/${path}`, {
    method: payload ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'ba-user-token': members[username]!.token, 'x-tablewright': '1' },
    ...(payload && { body: JSON.stringify(payload) }),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Data }
  if (code !== 1) throw new Error(`${path}: ${msg}`)
  return data
}

const conversationOf = async (): Promise<number> =>
  (await call<{ conversation: number }>('mei', 'chat.Index/open', { member: members['lee']!.id })).conversation

/** Opens the conversation as that member. */
async function enter(page: Page, username: string, path: string): Promise<void> {
  await page.addInitScript((info) => localStorage.setItem('userInfo', info), JSON.stringify(members[username]!.info))
  await page.goto(`${server.address}/#/user/chat/${path}`)
}
const box = (page: Page) => page.getByRole('textbox', { name: /^(Write a message|输入消息)$/ })
const write = async (page: Page, text: string) => {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}
const texts = (page: Page) => page.locator('.chat-text').allTextContents()

it('brings every message once and in order, however often the network breaks', async () => {
  const { page } = site
  const { page: other } = await site.openBeside()
  await enter(page, 'mei', 'list')
  // With the keyboard alone.
  await page.getByRole('button', { name: 'Write to a member' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Username' }).fill('lee')
  await page.keyboard.press('Enter')
  await box(page).waitFor()
  await box(page).focus()
  await write(page, 'Hello Lee')
  const conversation = await conversationOf()
  await enter(other, 'lee', 'list')
  await other.getByRole('link', { name: /Mei/ }).getByText('1 unread').waitFor({ state: 'attached' })
  await other.getByRole('link', { name: /Mei/ }).click()
  await other.locator('.chat-text', { hasText: 'Hello Lee' }).waitFor()
  await page.getByText('Read', { exact: true }).waitFor()
  for (let round = 0; round < 4; round++) {
    const cut = round % 2 === 0 ? page : other
    await cut.context().setOffline(true)
    await write(page, `mei ${round}`)
    await write(other, `lee ${round}`)
    if (round === 2) await page.locator('.chat-foot', { hasText: 'Sending' }).first().waitFor()
    await cut.context().setOffline(false)
  }
  // Messages that waited are sent after a reload as well.
  await page.context().setOffline(true)
  await write(page, 'after the reload')
  await page.context().setOffline(false)
  await page.reload()
  const textsOf = async () =>
    (
      await call<{ messages: { text: string; seq: number }[] }>(
        'mei',
        `chat.Index/messages?conversation=${conversation}`,
      )
    ).messages.map(({ text }) => text)
  await expect.poll(async () => (await textsOf()).length, { timeout: 30_000 }).toBe(10)
  const all = await textsOf()
  expect(new Set(all).size).toBe(10)
  expect(all.filter((text) => text.startsWith('mei'))).toEqual(['mei 0', 'mei 1', 'mei 2', 'mei 3'])
  expect(all.filter((text) => text.startsWith('lee'))).toEqual(['lee 0', 'lee 1', 'lee 2', 'lee 3'])
  await expect.poll(() => texts(page), { timeout: 30_000 }).toEqual(all)
  await expect.poll(() => texts(other), { timeout: 30_000 }).toEqual(all)
  // A recall empties the message in both, and where it was quoted.
  await write(page, 'a secret')
  await other.locator('.chat-text', { hasText: 'a secret' }).waitFor()
  await other.locator('.chat-row', { hasText: 'a secret' }).getByRole('button', { name: 'Message of Mei' }).click()
  await other.getByRole('menuitem', { name: 'Reply' }).click()
  await write(other, 'I saw it')
  await page.locator('.chat-quote', { hasText: 'a secret' }).waitFor()
  await page.locator('.chat-own', { hasText: 'a secret' }).getByRole('button', { name: 'Message of You' }).click()
  await page.getByRole('menuitem', { name: 'Recall' }).click()
  for (const side of [page, other]) await expect.poll(() => side.getByText('a secret').count()).toBe(0)
  await other.locator('.chat-quote', { hasText: 'This message was recalled' }).waitFor()
})

it('loads earlier messages without moving the text, and says what is new', async () => {
  const { page } = site
  const conversation = await conversationOf()
  for (let index = 0; index < 120; index++)
    await call('lee', 'chat.Index/send', { conversation, client: `history-${index}`, text: `line ${index}` })
  await enter(page, 'mei', String(conversation))
  await page.locator('.chat-text', { hasText: 'line 119' }).waitFor()
  await page.getByText('New messages').waitFor()
  const list = page.locator('.chat-scroll')
  const first = (await texts(page))[0]!
  await list.evaluate((element) => (element.scrollTop = 60))
  await expect.poll(() => texts(page).then(([text]) => text)).not.toBe(first)
  const place = page.locator('.chat-text', { hasText: new RegExp(`^${first}$`) })
  const [own, frame] = [await place.boundingBox(), await list.boundingBox()]
  expect(own!.y).toBeGreaterThan(frame!.y - 200)
  expect(own!.y).toBeLessThan(frame!.y + 200)
  // Somebody writes meanwhile: the text stays, a button leads to the end.
  await call('lee', 'chat.Index/send', { conversation, client: 'history-new', text: 'just now' })
  await page.getByRole('button', { name: /new message|To the latest/ }).click()
  await page.locator('.chat-text', { hasText: 'just now' }).waitFor()
})

it.each(looksByLanguage)('has no fault in $language', async ({ looks: views }) => {
  const conversation = await conversationOf()
  await call('mei', 'chat.Index/send', { conversation, client: 'look-1-abcdef', text: 'See you tomorrow' })
  // There is one at least.
  await site.reopen(views[0]!)
  const { page } = site
  await followSystemTheme(page)
  await enter(page, 'mei', 'list')
  for (const view of views) {
    await applyLook(page, view)
    for (const [path, ready, name] of [
      ['list', '.chat-line', 'chat-list'],
      [String(conversation), '.chat-text', 'chat-thread'],
    ] as const) {
      await page.goto(`${server.address}/#/user/chat/${path}`)
      await page.locator(ready).first().waitFor()
      await inspect(page, view, name)
    }
  }
  expect(site.errors).toEqual([])
})
