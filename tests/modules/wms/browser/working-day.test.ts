/** A working day in the shell: by keyboard alone, told of what happens, at one's own account, in two languages. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { looksByLanguage, quiet, shownForm, shownPage, signIn, startSession } from '../../../support/browser.ts'
import { inspectLooks, openForLooks } from '../../../support/inspect.ts'
import { adminPassword, type Running } from '../../../support/running.ts'
import { usualLook, useSite } from '../../../support/site.ts'

const site = useSite()
let server: Running
let page: Page
let errors: string[]
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const go = (path: string) => page.goto(`${server.address}/#${path}`)
const place = () => decodeURIComponent(new URL(page.url()).hash.slice(1))
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const palette = (): Locator => page.getByRole('dialog', { name: 'Command palette' })

/** Types into the palette and takes the first that is found. */
async function command(text: string, first: string): Promise<void> {
  await press('Control+k')
  await palette().getByRole('combobox').waitFor()
  await page.keyboard.type(text)
  await palette()
    .getByRole('option', { selected: true })
    .and(page.getByRole('option', { name: first }))
    .waitFor()
  await press('Enter')
  await palette().waitFor({ state: 'detached' })
}

/** Makes the server publish a notice to the admin, by using a spent refresh token. Takes the title of the notice. */
async function raiseNotice(): Promise<string> {
  const call = async (path: string, token: string, body: object) =>
    (await (
      await fetch(server.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', batoken: token, 'x-tablewright': '1' },
        body: JSON.stringify(body),
      })
    ).json()) as { data: Record<string, never> }
  const { token, refresh_token: spent } = (
    await call('/admin/Index/login', '', { username: 'admin', password: adminPassword, keep: true })
  ).data['userInfo']!
  const next = (await call('/api/common/refreshToken', token, { refreshToken: spent })).data
  await call('/api/common/refreshToken', next['token']!, { refreshToken: next['refresh_token'] })
  await call('/api/common/refreshToken', token, { refreshToken: spent })
  return 'One of your sessions was ended'
}

describe('the whole shell without a mouse', () => {
  it('sign in, palette, page, add, save, another tab, sign out', async () => {
    await go('/admin/login')
    await page.locator('input[name=username]:focus').waitFor()
    await page.keyboard.type('admin')
    await press('Tab')
    await page.keyboard.type(adminPassword)
    await press('Enter')
    await shownPage(page).waitFor()
    await command('brands', 'Brands Warehouse')
    await expect.poll(place).toContain('/admin/wms/brand')
    await command('units add', 'New unit')
    await shownForm(page).getByLabel(/^Name/).waitFor()
    await shownForm(page).getByLabel(/^Name/).focus()
    await page.keyboard.type('Pallet')
    await press('Control+Enter')
    await shownForm(page).waitFor({ state: 'detached' })
    expect((await server.api<{ total: number }>('/admin/wms.Unit/index?quickSearch=Pallet')).data.total).toBe(1)
    await press('Alt+Shift+ArrowLeft')
    await expect.poll(place).toContain('/admin/wms/brand')
    await press('Alt+Shift+ArrowRight')
    await page.getByRole('tab', { name: /Units/, selected: true }).waitFor()
    await press('Alt+Shift+x')
    await expect
      .poll(() =>
        page
          .getByRole('tab')
          .allTextContents()
          .then((names) => names.some((name) => name.includes('Units'))),
      )
      .toBe(false)
    await command('sign out', 'Sign out')
    await expect.poll(place).toBe('/admin/login')
    expect(errors).toEqual([])
  }, 90_000)

  it('"?" lists the keys, typing does not; Escape gives the focus back', async () => {
    await startSession(page, server.address)
    await go('/admin/wms/brand')
    await shownPage(page).locator('table tbody tr').first().waitFor()
    await press('Shift+?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Open the command palette').waitFor()
    await press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await press('/')
    await page.keyboard.type('a?b')
    expect(await page.locator('input:focus').inputValue()).toBe('a?b')
    expect(await sheet.count()).toBe(0)
    await press('Control+k')
    await palette().getByRole('combobox').waitFor()
    await page.keyboard.type('no such thing')
    await palette().getByText('No page or action matches').waitFor()
    await press('Escape')
    await palette().waitFor({ state: 'detached' })
    expect(await page.locator('input:focus').inputValue()).toBe('a?b')
  })

  it('at 390 px the palette has a button, and a stock figure leads to its movements and their order', async () => {
    await site.reopen({ ...usualLook, width: 390 })
    ;({ page, errors } = site)
    await signIn(page, server.address)
    await page.getByRole('button', { name: /^Search pages and actions/ }).click()
    await palette().getByRole('combobox').fill('carriers')
    await palette()
      .getByRole('option', { name: /^Carriers Warehouse/ })
      .click()
    await expect.poll(place).toContain('/admin/wms/carrier')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await page.goto(`${server.address}/#/admin/wms/stock`)
    const card = shownPage(page).getByRole('row').nth(1)
    // The shelf is known by its warehouse and area, the quantity by its label: no heading stands above it.
    await card.getByText(/ \/ /).waitFor()
    const quantity = card.locator('[data-label="On hand"]')
    expect(await quantity.innerText()).toMatch(/^[\d,.]+$/)
    const [place390, button] = await Promise.all([
      quantity.boundingBox(),
      card.getByRole('link', { name: /^Movements of/ }).boundingBox(),
    ])
    expect(place390!.x + place390!.width).toBeLessThanOrEqual(390)
    expect(Math.min(button!.width, button!.height)).toBeGreaterThanOrEqual(44)
    await card.getByRole('link', { name: /^Movements of/ }).click()
    await expect.poll(place).toContain('/admin/wms/inventoryHistory')
    await shownPage(page).getByRole('row').nth(1).getByRole('link').first().click()
    await expect.poll(place).toMatch(/edit=\d+/)
  })
})

describe('notices', () => {
  it('arrive within seconds with a sound, once per browser, stay while hovered, and are marked as read', async () => {
    await page.clock.install()
    await signIn(page, server.address)
    const sounds: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/static/sounds/')) sounds.push(new URL(request.url()).pathname)
    })
    // Time stands still until the pointer is over the toast, however long this machine takes for it.
    await page.clock.pauseAt(Date.now() + 60_000)
    const title = await raiseNotice()
    const toast = page.locator('.tw-toast').filter({ hasText: title })
    await page.clock.runFor(6_000)
    await toast.waitFor()
    await expect.poll(() => sounds).toEqual(['/static/sounds/notice.mp3'])
    expect(await page.locator('.tw-toasts [role=status]').textContent()).toContain(title)
    await toast.hover()
    await page.clock.runFor(30_000)
    expect(await toast.count()).toBe(1)
    await page.clock.resume()
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const panel = page.locator('.notifications-panel')
    await panel.getByRole('button', { name: `Mark as read: ${title}` }).click()
    await page.getByRole('button', { name: 'Notifications, none unread' }).waitFor()
    await panel.getByRole('link', { name: 'All notifications' }).click()
    await expect.poll(place).toBe('/admin/notification/index')
    await shownPage(page).getByText(title).waitFor()
  })

  it('can be muted, pause while the page is hidden, and are dismissed together', async () => {
    await page.clock.install()
    await startSession(page, server.address)
    await go('/admin/notification/index')
    await shownPage(page).getByText('Sound', { exact: true }).click()
    let polls = 0
    const sounds: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('notification.Index/push')) polls += 1
      if (request.url().includes('/static/sounds/')) sounds.push(request.url())
    })
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await quiet(page)
    polls = 0
    const title = await raiseNotice()
    await page.clock.runFor(30_000)
    await quiet(page)
    expect(polls).toBe(0)
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.locator('.tw-toast').filter({ hasText: title }).waitFor()
    expect([polls, sounds]).toEqual([1, []])
    await shownPage(page).getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications, none unread' }).waitFor()
    await shownPage(page).getByText('Unread only', { exact: true }).click()
    await shownPage(page).getByText('No unread notifications').waitFor()
  })
})

describe('people', () => {
  it("one's own profile is saved and shown in the header; another session is ended and thrown out", async () => {
    const other = await site.openBeside()
    await signIn(other.page, server.address)
    await startSession(page, server.address)
    await go('/admin/routine/adminInfo')
    const own = shownPage(page)
    await own.getByLabel('Motto').fill('Measure twice')
    await own.getByLabel(/^Nickname/).fill('Chief')
    await own.getByLabel('Email').fill('not an address')
    await own.getByLabel('Current password').first().fill(adminPassword)
    await own.getByRole('button', { name: 'Save', exact: true }).click()
    await own.locator('[aria-invalid=true]').and(own.getByLabel('Email')).waitFor()
    expect(await own.getByLabel('Motto').inputValue()).toBe('Measure twice')
    await own.getByLabel('Email').fill('chief@example.com')
    await own.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Chief', exact: true }).waitFor()
    // Those of browsers; the one the test itself calls with stays.
    const ends = own.getByRole('button', { name: /^End this session: Chrome/ })
    await ends.first().waitFor()
    const all = own.getByRole('button', { name: /^Show all \d+ sessions$/ })
    if (await all.isVisible()) await all.click()
    for (let left = await ends.count(); left > 0; left--) {
      await ends.first().click()
      await expect.poll(() => ends.count()).toBe(left - 1)
    }
    await other.page.goto(`${server.address}/#/admin/wms/unit`)
    await other.page.waitForURL(/#\/admin\/login/)
    await own.getByText('This session', { exact: true }).waitFor()
  })

  it('an account needs a group: the form marks it, asks for it, and takes it', async () => {
    await startSession(page, server.address)
    await go('/admin/auth/admin?add=1')
    const form = shownForm(page)
    await form.getByLabel(/^Username/).fill('keeper1')
    await form.getByLabel(/^Nickname/).fill('Kim')
    await form.getByLabel(/^Password/).fill('Keeper-2026')
    expect(await form.locator('label', { hasText: 'Admin groups' }).textContent()).toContain('*')
    await press('Control+Enter')
    const groups = form.getByRole('combobox', { name: /^Admin groups/ })
    await form.getByText('This field is required').first().waitFor()
    expect(await groups.getAttribute('aria-required')).toBe('true')
    await groups.fill('仓管员')
    await page.getByRole('option', { name: '仓管员' }).click()
    await press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    const row = shownPage(page).getByRole('row').filter({ hasText: 'keeper1' })
    await row.getByText('仓管员', { exact: true }).waitFor()
    await row.getByRole('switch').or(row.getByRole('checkbox').last()).last().click({ force: true })
    await expect
      .poll(async () =>
        (
          await server.api<{ list: { status: number | string }[] }>('/admin/auth.Admin/index?quickSearch=keeper1')
        ).data.list.map(({ status }) => String(status)),
      )
      .toEqual(['0'])
  })

  it('the rights of a group are ticked in a tree and hold at once', async () => {
    await signIn(page, server.address)
    const { data } = await server.api<{ list: { id: number; name: string }[] }>('/admin/auth.Group/index')
    const viewer = data.list.find(({ name }) => name === '只读人员')!.id
    const nodesOf = async () =>
      (await server.api<{ row: { rules: unknown[] } }>(`/admin/auth.Group/edit?id=${viewer}`)).data.row.rules.length
    const before = await nodesOf()
    await go(`/admin/auth/group?edit=${viewer}`)
    const brands = shownForm(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: 'Brands', exact: true }) })
      .last()
    await brands.getByRole('checkbox', { name: 'Brands: Add', exact: true }).check({ force: true })
    await press('Control+Enter')
    await shownForm(page).waitFor({ state: 'detached' })
    expect(await nodesOf()).toBe(before + 1)
  })
})

describe('site settings', () => {
  it('change the menu at once when a feature is switched, and stay on their tab', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    const tab = page.getByRole('tab', { name: 'Warehouse' })
    await tab.click()
    const entry = page.getByRole('link', { name: 'Stocktakes' })
    await entry.waitFor()
    const press = async () => {
      await page.locator('#setting-wms_stocktake').focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Save' }).click()
    }
    await press()
    await entry.waitFor({ state: 'detached' })
    expect(await tab.getAttribute('aria-selected')).toBe('true')
    await press()
    await entry.waitFor()
    expect(errors).toEqual([])
  })
})

describe('the dashboard', () => {
  it('each figure opens the list that it counts, by keyboard', async () => {
    await signIn(page, server.address)
    const names = ['Inbound orders to audit', 'Relocations to move', 'Products low in stock', 'Received today']
    for (const name of names) {
      await go('/admin/dashboard')
      const link = shownPage(page).getByRole('link', { name })
      await link.focus()
      const shown = /\d[\d,]*/.exec((await link.textContent()) ?? '')?.[0] ?? ''
      // What was received today may be nothing just after midnight.
      if (name !== 'Received today') expect(Number(shown), name).toBeGreaterThan(0)
      await press('Enter')
      // The first three count records; what was received is a quantity.
      const total = shownPage(page).getByText(name === 'Received today' ? /^\d[\d,]* records?$/ : `${shown} records`)
      await total.first().waitFor()
    }
    // What is shown again is loaded again.
    const unit = page.waitForResponse((response) => response.url().includes('wms.Dashboard/index'))
    await go('/admin/dashboard')
    await unit
    const chart = shownPage(page).getByRole('region', { name: 'Received and issued' })
    await chart.getByRole('radio', { name: 'Month' }).focus()
    await press('Space')
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(() => chart.getByRole('rowheader').count()).toBe(12)
    expect(errors).toEqual([])
  })
})

describe('languages', () => {
  const keys =
    /\b(?:shell|signIn|home|page|http|title|tabs|palette|keys|dash|layout|frame)\.[a-zA-Z]+|\{\{|undefined|\[object/

  it('a change keeps what is typed and words every screen anew, without a raw key', async () => {
    await signIn(page, server.address)
    for (const path of [
      '/admin/dashboard',
      '/admin/wms/product',
      '/admin/auth/rule',
      '/admin/auth/group',
      '/admin/notification/index',
      '/admin/routine/config',
      '/admin/routine/adminInfo',
    ]) {
      await go(path)
      await shownPage(page).locator('h1').waitFor({ state: 'attached' })
      await quiet(page)
      expect([path, keys.exec(await page.locator('body').innerText())?.[0]]).toEqual([path, undefined])
    }
    await shownPage(page).getByLabel('Motto').fill('half a thou')
    await page.getByRole('banner').getByRole('button', { name: '中文' }).click()
    const motto = shownPage(page).getByLabel('个性签名')
    await motto.waitFor()
    // Titles come with the menu in the new language.
    await page.waitForFunction(() => document.title === '个人资料 - Tablewright')
    expect([await motto.inputValue(), await page.evaluate(() => document.documentElement.lang)]).toEqual([
      'half a thou',
      'zh-CN',
    ])
    expect(keys.exec(await page.locator('body').innerText())?.[0]).toBeUndefined()
    await page.getByRole('button', { name: '通知，', exact: false }).waitFor()
  }, 90_000)

  it('come area by area: the words of the back office are not fetched to sign in', async () => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        void response.text().then(
          (text) => scripts.push(text),
          () => undefined,
        )
    })
    const isFetched = (words: string) => scripts.some((text) => text.includes(words))
    // The code of the back office loads after a while, which on a busy machine would be over by then.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await go('/admin/login')
    await page.locator('input[name=username]').waitFor()
    await page.waitForLoadState('networkidle')
    expect(isFetched('Keep me signed in')).toBe(true)
    for (const words of [
      'Tab actions',
      'Change avatar',
      'None of your groups',
      'Mark all as read',
      'Includes permissions added later',
    ])
      expect([words, isFetched(words)]).toEqual([words, false])
    await page.clock.runFor(10_000)
    await expect.poll(() => isFetched('Tab actions')).toBe(true)
  })
})

describe('the captcha at sign-in', () => {
  it.each(looksByLanguage)('has no fault as picture and as question, in $language', async ({ looks }) => {
    ;({ page, errors } = await openForLooks(site, looks))
    // As it answers where the setting asks for a captcha; the challenges are the server's own.
    await page.route('**/admin/Index/login', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { code: 1, msg: '', time: 1, data: { captcha: true } } })
        : route.continue(),
    )
    await page.goto(`${server.address}/#/admin/login`)
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(adminPassword)
    await quiet(page)
    await press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img').waitFor()
    await inspectLooks(page, looks, 'captcha as picture')
    await dialog.getByRole('button', { name: /question|问题|文字/i }).click()
    await dialog.getByRole('textbox').waitFor()
    await inspectLooks(page, looks, 'captcha as question')
    expect(errors).toEqual([])
  })
})
