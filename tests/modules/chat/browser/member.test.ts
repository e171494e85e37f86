/** Members who write to each other in two browsers: over a network that breaks, on a phone, and back in time. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { applyLook, followSystemTheme, looksByLanguage } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import { showKeyboard } from '../../../support/screen-keyboard.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
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

/** A group with something of everything: a mention, a reply, a recall, a picture and a file. */
async function groupOf(): Promise<number> {
  const { list } = await call<{ list: { id: number; title: string }[] }>('mei', 'chat.Index/list')
  const before = list.find(({ title }) => title === 'Tea club')
  if (before) return before.id
  const title = 'Tea club'
  const { conversation } = await call<{ conversation: number }>('mei', 'chat.Index/createGroup', {
    title,
    usernames: ['lee'],
  })
  const send = (username: string, client: string, values: object) =>
    call<{ seq: number }>(username, 'chat.Index/send', { conversation, client: `group-${client}`, ...values })
  const { seq } = await send('mei', 'mention', { text: 'Who brings the cups, @Lee?', mentions: [members['lee']!.id] })
  await send('lee', 'reply', { text: 'I do.', reply: seq })
  const slip = await send('mei', 'recall', { text: 'a slip' })
  await call('mei', 'chat.Index/recall', { conversation, seq: slip.seq })
  for (const [name, bytes] of [
    ['cups.png', pixel],
    ['a list of everything that we need for the afternoon.txt', Buffer.from('cups')],
  ] as const) {
    const body = new FormData()
    body.append('file', new Blob([bytes]), name)
    const answer = await fetch(`${server.address}/api/chat.Index/upload?conversation=${conversation}`, {
      method: 'POST',
      headers: { 'ba-user-token': members['lee']!.token, 'x-tablewright': '1' },
      body,
    })
    const { data, msg } = (await answer.json()) as { msg: string; data: { code: string } }
    if (!data?.code) throw new Error(msg)
    await send('lee', `file-${data.code}`, { text: '', file: data.code })
  }
  return conversation
}

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
  // A quote leads to its message, far from those that are loaded, and back.
  const { seq } = await call<{ seq: number }>('lee', 'chat.Index/send', {
    conversation,
    client: 'history-0',
    text: 'line 0',
  })
  await call('lee', 'chat.Index/send', { conversation, client: 'history-quote', text: 'See above', reply: seq })
  await page.reload()
  await page.getByRole('button', { name: /line 0$/ }).click()
  const target = page.locator('.chat-text', { hasText: /^line 0$/ })
  await target.waitFor()
  await expect.poll(async () => (await target.boundingBox())!.y).toBeGreaterThan(frame!.y)
  expect((await texts(page)).includes('See above')).toBe(false)
  await page.getByRole('button', { name: 'To the latest' }).click()
  await page.locator('.chat-text', { hasText: 'See above' }).waitFor()
})

it('mentions by keyboard, replies, and sends a file that waits for the network, also after a reload', async () => {
  const { page } = site
  const conversation = await groupOf()
  await enter(page, 'mei', String(conversation))
  await box(page).focus()
  await page.keyboard.type('Tea at four, @l')
  await page.getByRole('option', { name: /^Lee/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => box(page).inputValue()).toBe('Tea at four, @Lee ')
  await page.keyboard.type('?')
  await page.keyboard.press('Enter')
  await page.locator('.chat-text strong', { hasText: '@Lee' }).waitFor()
  const { page: other } = await site.openBeside()
  await enter(other, 'lee', 'list')
  await other
    .getByRole('link', { name: /Tea club/ })
    .getByText('[Mentions you]')
    .waitFor()
  await other.getByRole('link', { name: /Tea club/ }).click()
  // A reply by keyboard alone: the menu of the message, then Enter.
  await other.locator('.chat-row', { hasText: 'Tea at four' }).getByRole('button', { name: 'Message of Mei' }).focus()
  await other.keyboard.press('Enter')
  await other.getByRole('menuitem', { name: 'Reply' }).focus()
  await other.keyboard.press('Enter')
  await other.getByText('Reply to Mei').waitFor()
  // The reply goes on where the menu was closed.
  await expect.poll(() => box(other).evaluate((element) => element === document.activeElement)).toBe(true)
  await other.keyboard.type('Four is fine')
  await other.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show this message' }).or(page.locator('button.chat-quote')).first().waitFor()
  await page.context().setOffline(true)
  await page.locator('input[type=file]').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: pixel })
  await page.locator('.chat-foot', { hasText: 'Uploading' }).waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await other.locator('.chat-image img[alt="cup.png"]').waitFor()
  await page.locator('.chat-image img[alt="cup.png"]').waitFor()
  await expect.poll(() => page.locator('.chat-foot', { hasText: /Uploading|Sending/ }).count()).toBe(0)
  expect(await other.locator('.chat-image img[alt="cup.png"]').count()).toBe(1)
})

it('keeps the text and the newest message above a screen keyboard', async () => {
  const conversation = await conversationOf()
  await call('lee', 'chat.Index/send', { conversation, client: 'keyboard-1-abcdef', text: 'the newest one' })
  await site.reopen({ language: 'en', dark: false, width: 390 })
  const { page } = site
  await enter(page, 'mei', String(conversation))
  await page.locator('.chat-text', { hasText: 'the newest one' }).waitFor()
  await showKeyboard(page, 400)
  await box(page).focus()
  const bottomOf = async (selector: string) => {
    const frame = (await page.locator(selector).last().boundingBox())!
    return frame.y + frame.height
  }
  await expect.poll(() => bottomOf('.chat-composer')).toBeLessThanOrEqual(400)
  await expect.poll(() => bottomOf('.chat-text')).toBeLessThan((await page.locator('.chat-composer').boundingBox())!.y)
  expect((await page.getByRole('link', { name: 'Back to the conversations' }).boundingBox())!.y).toBeGreaterThanOrEqual(
    0,
  )
  const target = (await page.getByRole('button', { name: 'Send', exact: true }).boundingBox())!
  expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
  await box(page).fill('from the phone')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .locator('.chat-own', { hasText: 'from the phone' })
    .getByText(/Sent|Read/)
    .waitFor()
  expect(site.errors).toEqual([])
})

it.each(looksByLanguage)('has no fault in $language', async ({ looks: views }) => {
  const conversation = await conversationOf()
  await call('mei', 'chat.Index/send', { conversation, client: 'look-1-abcdef', text: 'See you tomorrow' })
  const group = await groupOf()
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
      [String(group), '.chat-text strong', 'chat-group'],
    ] as const) {
      await page.goto(`${server.address}/#/user/chat/${path}`)
      await page.locator(ready).first().waitFor()
      await inspect(page, view, name)
    }
  }
  expect(site.errors).toEqual([])
})
