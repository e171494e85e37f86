/** The member centre in a real browser: from registration to a recovered password, with codes by mail and by SMS. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyLook, faults, followSystemTheme, looksByLanguage, signIn } from '../../../support/browser.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'
import { startSmtpServer, type TestSmtpServer } from '../../mail/smtp-server.ts'
import { accountAt, startGateway, type Gateway } from '../../sms/gateway.ts'

const password = 'long enough 7'

let smtp: TestSmtpServer
let gateway: Gateway
let server: Running
let page: Page
let errors: string[]
const site = useSite({ demo: false }, async (running) => {
  ;[smtp, gateway] = await Promise.all([startSmtpServer(), startGateway()])
  const mail = { mail_host: '127.0.0.1', mail_port: smtp.port, mail_security: 'none', mail_sender: 'shop@example.com' }
  expect(await running.api('/admin/routine.Config/edit', { ...mail, ...accountAt(gateway) })).toMatchObject({ code: 1 })
  const templates = await running.api<{ list: { id: number; version: number }[] }>(
    '/admin/sms.Template/index?limit=100',
  )
  for (const { id, version } of templates.data.list)
    expect(await running.api('/admin/sms.Template/edit', { id, version, provider_template: 'T_1' })).toMatchObject({
      code: 1,
    })
  const mei = { username: 'mei', nickname: 'Mei', password, group_id: 1, gender: 2, email: 'mei@example.com' }
  const added = await running.api<{ id: number }>('/admin/user.User/add', mei)
  expect(added).toMatchObject({ code: 1 })
  const gift = { user_id: added.data.id, score: 40, memo: 'gift' }
  expect(await running.api('/admin/user.ScoreLog/add', gift)).toMatchObject({ code: 1 })
})
beforeEach(() => {
  ;({ server, page, errors } = site)
})
afterAll(() => Promise.all([smtp?.close(), gateway?.close()]))

const go = (path: string) => page.goto(`${server.address}/#${path}`)
const place = () => decodeURIComponent(new URL(page.url()).hash.slice(1))
const fill = async (values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value)
}

/** Clicks where the database of the server says. */
async function solveCaptcha(): Promise<void> {
  const dialog = page.getByRole('dialog')
  const picture = dialog.getByRole('img')
  await picture.waitFor()
  const database = new Sqlite(join(server.dataFolder, 'tablewright.sqlite'), { readonly: true })
  const { captcha } = database.prepare('select captcha from captcha order by id desc limit 1').get() as {
    captcha: string
  }
  database.close()
  const { targets } = JSON.parse(captcha) as { targets: { x: number; y: number; size: number }[] }
  const box = (await picture.boundingBox())!
  for (const { x, y, size } of targets)
    await picture.click({
      position: { x: ((x + size / 2) / 350) * box.width, y: ((y + size / 2) / 200) * box.height },
    })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** How a member is reached: what was sent, newest last, to whom, and the code in it. */
const channels = {
  email: {
    inbox: () => smtp.received.map(({ to, content }) => ({ to: to.join(), text: content })),
    code: /code is (\d{6})/,
  },
  mobile: {
    // The gateway takes nothing whose signature it does not compute as well.
    inbox: () => gateway.received.map(({ mobile, values }) => ({ to: mobile, text: JSON.stringify(values) })),
    code: /"(\d{6})"/,
  },
}
type Channel = keyof typeof channels

/** Requests a code on the page and reads it from what was sent. */
async function receiveCode(channel: Channel, to: string): Promise<string> {
  const { inbox, code } = channels[channel]
  const before = inbox().length
  await page.getByRole('button', { name: 'Send code' }).click()
  await solveCaptcha()
  await expect.poll(() => inbox().length, { timeout: 30_000 }).toBe(before + 1)
  const received = inbox().at(-1)
  expect(received?.to).toBe(to)
  return code.exec(received?.text ?? '')?.[1] ?? ''
}

it.each([
  { channel: 'email', name: 'Email', who: 'ann', first: 'ann@example.com', second: 'ann@example.org' },
  { channel: 'mobile', name: 'Mobile number', who: 'bea', first: '13900139000', second: '13900139001' },
] as const)(
  'registers by $channel, checks in, changes the address and recovers the password, which ends the session',
  async ({ channel, name, who, first, second }) => {
    const choose = () => page.getByRole('radio', { name, exact: true }).click()
    await go('/user/account/integral')
    await expect.poll(place).toBe('/user/login?to=/user/account/integral')
    await page.getByRole('button', { name: 'No account? Register' }).click()
    await choose()
    await fill({ username: who, password, to: first })
    await fill({ captcha: await receiveCode(channel, first) })
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByRole('heading', { name: 'Score', level: 1 }).waitFor()
    expect(place()).toBe('/user/account/integral')
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Check in for 5 points' }).click()
    await page.getByText('Checked in today').waitFor()
    await expect.poll(() => page.locator('.member-figures').innerText()).toMatch(/Score\s+5\s/)
    const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo')!) as { token: string }).token)
    const codeOf = async () => {
      const answer = await fetch(`${server.address}/api/user/index`, { headers: { 'ba-user-token': token } })
      return ((await answer.json()) as { code: number }).code
    }
    expect(await codeOf()).toBe(1)

    await go('/user/account/changePassword')
    const card = page.getByRole('region', { name, exact: true })
    await card.getByRole('button', { name: 'Change' }).click()
    await fill({ password })
    await fill({ captcha: await receiveCode(channel, first) })
    await card.getByRole('button', { name: 'Verify' }).click()
    await fill({ to: second })
    await fill({ captcha: await receiveCode(channel, second) })
    const told = smtp.received.length
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText(second).waitFor()
    // The former address hears of it.
    if (channel === 'email') await expect.poll(() => smtp.received.at(told)?.to, { timeout: 30_000 }).toEqual([first])
    expect(await codeOf()).toBe(1)

    const other = await site.openBeside()
    page = other.page
    await go('/user/login')
    await page.getByRole('button', { name: 'Forgot the password' }).click()
    await choose()
    await fill({ account: second, password: 'quite another 8' })
    await fill({ captcha: await receiveCode(channel, second) })
    await page.getByRole('button', { name: 'Set the new password' }).click()
    await page.getByText('The password is changed.').waitFor()
    expect(await codeOf()).toBe(302)
    await fill({ username: who, password: 'quite another 8' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Hello, ${who}` }).waitFor()

    page = site.page
    await page.getByRole('link', { name: 'Balance' }).click()
    await expect.poll(place).toMatch(/^\/user\/login/)
    expect(other.errors).toEqual([])
  },
)

it('lets an administrator who forgot the password set a new one with a code, by keyboard', async () => {
  const word = 'Remembered-2026'
  // An account of its own for each attempt of the test.
  const username = `kim${randomUUID().slice(0, 8)}`
  const email = `${username}@example.com`
  const account = { username, nickname: 'Kim', password: 'Forgotten-2026', group_arr: [1], email }
  expect(await server.api('/admin/auth.Admin/add', account)).toMatchObject({ code: 1 })
  await go('/admin/login')
  await page.getByRole('button', { name: 'Forgot your password?' }).press('Enter')
  await page.locator('input[name=account]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Enter your username or email').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Enter')
  const before = smtp.received.length
  await solveCaptcha()
  await page.locator('input[name=recovery_code]:focus').waitFor()
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(before + 1)
  const { to, content } = smtp.received.at(-1)!
  expect(to).toEqual([email])
  await page.keyboard.type('00000000')
  await page.keyboard.press('Tab')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await page.getByText('The code is wrong or has expired').waitFor()
  // Not any eight digits: the Message-ID may begin with as many, too. Lines of the mail break anywhere.
  const code = /\bis (\d{8})\./.exec(content.replaceAll(/=\r?\n/g, ''))?.[1]
  await page.locator('input[name=recovery_code]').fill(code ?? '')
  await page.keyboard.press('Enter')
  await page.getByText('Your password has been changed.').waitFor()
  await fill({ username, password: word })
  await page.keyboard.press('Enter')
  await expect.poll(place).not.toContain('/admin/login')
  expect(errors).toEqual([])
})

it('crops an avatar with the keyboard, and reads what happened to the account', async () => {
  await go('/user/login')
  await fill({ username: 'mei', password })
  await page.keyboard.press('Enter')
  await page.locator('.member-days').waitFor()
  await go('/user/account/profile')
  const wide = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#135' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: wide })
  await page.locator('.avatar-crop-area').focus()
  await page.keyboard.press('ArrowRight')
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.locator('.member-avatar img').first().waitFor()
  await page.getByRole('img', { name: 'Female' }).waitFor()
  const { data } = await server.api<{ list: { avatar: string }[] }>('/admin/user.User/index?quickSearch=mei')
  expect(data.list[0]!.avatar).toMatch(/^\/storage\/avatar\//)
  const stored = await sharp(
    Buffer.from(await (await fetch(server.address + data.list[0]!.avatar)).arrayBuffer()),
  ).metadata()
  expect([stored.width, stored.height]).toEqual([320, 320])

  // What happened to the account is told until it was read.
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('button', { name: 'Mark as read: Points +40' }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Points +40' }).click()
  await expect.poll(place).toBe('/user/account/integral')
  expect(errors).toEqual([])
})

it('shows pages that rules embed, in the menu and at the top, and no others', async () => {
  const other = server.address.replace('127.0.0.1', 'localhost')
  expect(await server.api('/admin/routine.Config/edit', { iframe_origins: other })).toMatchObject({ code: 1 })
  const url = (name: string) => `${other}/healthz?${name}`
  const rule = { no_login_valid: 0, status: 'enable', menu_type: 'iframe', icon: 'fa fa-book' }
  const { data } = await server.api<{ list: { id: number }[] }>('/admin/user.Rule/index')
  const added = [
    { ...rule, pid: data.list[0]!.id, type: 'menu', title: 'Manual', name: 'account/manual', url: url('manual') },
    { ...rule, pid: 0, type: 'nav', title: 'News', name: 'news', url: url('news') },
  ]
  const blocked = { ...rule, pid: 0, type: 'nav', title: 'Elsewhere', name: 'elsewhere', url: 'https://other.test/' }
  for (const one of [...added, blocked])
    expect(await server.api('/admin/user.Rule/add', { ...one, path: one.name })).toMatchObject({ code: 1 })
  await go('/user/login')
  await fill({ username: 'mei', password })
  await page.keyboard.press('Enter')
  for (const { title, url: shown } of added) {
    await page.getByRole('link', { name: title }).click()
    await page.locator(`iframe[title=${title}][src="${shown}"]`).waitFor()
    expect(await page.locator('a[aria-current]').allInnerTexts()).toEqual([title])
  }
  // Of a site that the settings do not name, nothing would be shown.
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await page.getByText('This site does not allow the page to be shown here.').waitFor()
  expect(await page.getByRole('button', { name: 'Open in a new window' }).getAttribute('href')).toBe(blocked.url)
  await go(`/user/iframe/${encodeURIComponent('https://example.com/')}`)
  await expect.poll(place).toBe('/404')
})

it('adds to the score log with the keyboard, and shows the score before and after it is changed', async () => {
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/user/scoreLog`)
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page.getByRole('combobox', { name: 'Member' }).and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('button', { name: 'Adjust score' }).isDisabled()).toBe(true)
  await page.keyboard.type('mei')
  await page.getByRole('option', { name: 'mei' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Change' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('-41')
  await page.keyboard.press('Tab')
  await page.keyboard.type('returned')
  await expect.poll(() => page.getByLabel('Preview').innerText()).toMatch(/Score\s+40\s+-1/)
  await page.keyboard.press('Enter')
  await page.getByText('At most 40 can be subtracted.', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Change' }).fill('-15')
  await expect.poll(() => page.getByLabel('Preview').innerText()).toMatch(/Score\s+40\s+25/)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /mei.*-15.*40.*25.*returned/s }).waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).and(page.locator(':focus')).waitFor()
  expect(errors).toEqual([])
})

/** A member with a balance, or without one, and the dialog that deletes this member. */
async function openErasure(username: string, score: number, money: string): Promise<void> {
  const account = { username, nickname: username, password, group_id: 1, gender: 0, email: `${username}@example.com` }
  const { data } = await server.api<{ id: number }>('/admin/user.User/add', account)
  const log = { user_id: data.id, memo: 'gift' }
  expect(await server.api('/admin/user.ScoreLog/add', { ...log, score })).toMatchObject({ code: 1 })
  if (money !== '0') expect(await server.api('/admin/user.MoneyLog/add', { ...log, money })).toMatchObject({ code: 1 })
  await page.goto(`${server.address}/#/admin/user/user?quickSearch=${username}`)
  const row = page.getByRole('row').filter({ hasText: username })
  await row.getByRole('button', { name: /^More|更多操作/ }).click()
  await page.getByRole('menuitem', { name: /Delete member|删除会员/ }).click()
  await page.locator('.member-erasure li').first().waitFor()
}

it('deletes a member after showing what happens, and saves the data first', async () => {
  await signIn(page, server.address)
  await openErasure('zoe', 7, '0')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^Entries of balance and score that stay without the name.*: 1\.$/).waitFor()
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export the data first' }).press('Enter')
  const file = await (await coming).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    'member/user': [{ username: 'zoe', email: 'zoe@example.com' }],
    'member/score_log': [{ score: 7 }],
  })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('asked for it')
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const { data } = await server.api<{ list: object[] }>('/admin/user.User/index?quickSearch=erased_')
  expect(data.list).toMatchObject([{ email: '', status: 'disable' }])
  expect(errors).toEqual([])
})

describe.each(looksByLanguage)('in $language', ({ looks }) => {
  it('sign-in and pages of members have no fault in each theme and width', async () => {
    // Non-null: every language has looks.
    await site.reopen(looks[0]!)
    ;({ page, errors } = site)
    await followSystemTheme(page)
    const inspect = async (name: string) => {
      for (const look of looks) {
        await applyLook(page, look)
        expect([name, look, await faults(page)]).toEqual([name, look, []])
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([name, look, Math.max(0, wider)]).toEqual([name, look, 0])
      }
    }
    await go('/user/login')
    await page.locator('.member-modes button').first().click()
    await page.locator('input[name=captcha]').waitFor()
    await inspect('register')
    await page.locator('.member-modes button').click()
    await inspect('login')
    await fill({ username: 'mei', password })
    await page.keyboard.press('Enter')
    await page.locator('.member-days').waitFor()
    await page.locator('.tw-chart canvas, .tw-chart svg').first().waitFor()
    await inspect('overview')
    for (const path of ['profile', 'changePassword', 'integral', 'balance', 'notices']) {
      await go(`/user/account/${path}`)
      await page.locator('.member-page .tw-card').first().waitFor()
      await inspect(path)
    }
    await signIn(page, server.address)
    await openErasure(`rich_${looks[0]!.language.slice(0, 2)}`, 7, '12.50')
    await inspect('erasure')
    expect(errors).toEqual([])
  })
})
