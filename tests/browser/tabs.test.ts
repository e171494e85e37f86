/** Open pages as tabs: each keeps what one did on it, and all of it can be worked with a mouse and without one. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { quiet, rows, shownForm, shownPage, signIn } from '../support/browser.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const site = useTestSite()
let server: Running
let page: Page
let errors: string[]
/** The page one lands on after signing in. */
let landing: string
beforeEach(async () => {
  ;({ server, page, errors } = site)
  await signIn(page, server.address)
  await shownPage(page).waitFor()
  landing = (await tabs())[0]!
  // Every test begins with the products as the one page that is open.
  await go('Products')
  await tab(landing).click({ button: 'middle' })
  await expect.poll(tabs).toEqual(['Products'])
})

const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true })
const tabs = () => page.getByRole('tab').allTextContents()
const shown = () => page.getByRole('tab', { selected: true }).textContent()
const entry = (name: string): Locator =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
const menuItem = (name: string): Locator => page.getByRole('menu').getByRole('menuitem', { name, exact: true })

async function go(name: string): Promise<void> {
  await entry(name).click()
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
  await rows(page).first().waitFor()
}

async function openMenu(name: string): Promise<void> {
  await tab(name).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
}

/** How far the list on the page shown is scrolled, after scrolling it when `to` is given. */
const scrolled = (to?: number): Promise<number> =>
  shownPage(page).evaluate((frame, top) => {
    const box = [frame, ...frame.querySelectorAll('*')].find(
      (element) =>
        element.scrollHeight > element.clientHeight + 60 && /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    if (box && top !== undefined) box.scrollTop = top
    return box?.scrollTop ?? -1
  }, to)

describe('a page keeps its state', () => {
  it('search, choice, scroll position and the place in the list', async () => {
    await page.goto(`${server.address}/#/admin/shop/product?quickSearch=P000&limit=50`)
    // The rows of the list before it stay until those that were searched for are there.
    await quiet(page)
    await rows(page).nth(12).waitFor()
    await rows(page).nth(1).getByRole('checkbox').check({ force: true })
    await rows(page).nth(2).getByRole('checkbox').check({ force: true })
    expect(await scrolled(140)).toBe(140)
    await go('Brands')
    await quiet(page)
    await tab('Products').click()
    await expect.poll(() => page.url()).toContain('quickSearch=P000')
    await expect.poll(() => rows(page).locator('input[type=checkbox]:checked').count()).toBe(2)
    await expect.poll(() => scrolled()).toBe(140)
    expect(await shownPage(page).locator('.list-quick input').inputValue()).toBe('P000')
    expect(errors).toEqual([])
  })

  it('an open form with what was typed, which covers no other page and takes no keys there', async () => {
    await page.goto(`${server.address}/#/admin/shop/product?edit=2`)
    const name = shownForm(page).getByLabel(/^Name/)
    await name.fill('Half a thought')
    let saves = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('shop.')) saves++
    })
    await go('Brands')
    expect(await shownForm(page).count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.type('a')
    const search = shownPage(page).locator('.list-quick input')
    await expect.poll(() => search.inputValue()).toBe('a')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await tab('Products').click()
    expect(await name.inputValue()).toBe('Half a thought')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    expect(page.url()).toContain('edit=2')
    expect(saves).toBe(0)
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(shown).not.toBe('Products')
    expect(await shownForm(page).count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('beside an open form the menu can be searched and the header be used', async () => {
    await page.goto(`${server.address}/#/admin/shop/product?edit=2`)
    await shownForm(page).getByLabel(/^Name/).waitFor()
    await page.getByPlaceholder('Search menu').click()
    await page.keyboard.type('shelv')
    await expect.poll(() => page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Admin', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  })

  it('a question gives the focus back to where it was asked, also with a form open on a hidden page', async () => {
    await page.goto(`${server.address}/#/admin/shop/product?edit=2`)
    await shownForm(page).getByLabel(/^Name/).waitFor()
    await go('Units')
    const remove = rows(page)
      .first()
      .getByRole('button', { name: /^Delete/ })
    await remove.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('open tabs come back after a reload, in their order, and load when they are shown', async () => {
    await go('Brands')
    await page.goto(`${server.address}/#/admin/shop/unit?limit=50`)
    await expect.poll(shown).toBe('Units')
    await page.reload()
    await rows(page).first().waitFor()
    expect([await tabs(), await shown()]).toEqual([['Products', 'Brands', 'Units'], 'Units'])
    expect(new URL(page.url()).hash).toBe('#/admin/shop/unit?limit=50')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await quiet(page)
    // The page that is shown compares its rows once the hub has told it what is new.
    expect(asked.filter((path) => /^\/admin\/shop\.(?!Unit)/.test(path))).toEqual([])
    await tab('Brands').click()
    await expect.poll(() => asked).toContain('/admin/shop.Brand/index')
    await expect.poll(shown).toBe('Brands')
  })

  it('a page that is hidden asks nothing of the server', async () => {
    await page.clock.install()
    await page.goto(`${server.address}/#/admin/dashboard`)
    await page.reload()
    await shownPage(page).getByRole('timer').waitFor()
    await go('Brands')
    await go('Products')
    await quiet(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const clock = page.locator('[role=timer]')
    const before = await clock.textContent()
    await page.clock.runFor(60_000)
    await quiet(page)
    const ofPage = /^\/admin\/(notification\.Index\/push|Live\/ticket|shop\.Product\/index)$/
    expect(asked.filter((path) => !ofPage.test(path))).toEqual([])
    expect(await clock.textContent()).toBe(before)
  })
})

describe('tabs with a mouse', () => {
  it('the menu of a tab reloads, closes, closes the others and all', async () => {
    for (const name of ['Brands', 'Units', 'Suppliers']) await go(name)
    await expect.poll(tabs).toEqual(['Products', 'Brands', 'Units', 'Suppliers'])
    // In a narrower window the tab of the page shown stays in sight.
    const wide = page.viewportSize()!
    await page.setViewportSize({ ...wide, width: 320 })
    await expect.poll(() => tab('Suppliers').evaluate((one) => one.getBoundingClientRect().right)).toBeLessThan(320)
    await page.setViewportSize(wide)
    await shownPage(page).evaluate((frame) => {
      frame.dataset['mark'] = 'old'
    })
    await openMenu('Suppliers')
    await menuItem('Reload').click()
    await expect.poll(() => shownPage(page).getAttribute('data-mark')).toBeNull()
    await rows(page).first().waitFor()
    await openMenu('Brands')
    await menuItem('Close').click()
    await expect.poll(tabs).toEqual(['Products', 'Units', 'Suppliers'])
    await expect.poll(shown).toBe('Suppliers')
    await openMenu('Units')
    await menuItem('Close others').click()
    await expect.poll(tabs).toEqual(['Units'])
    await expect.poll(shown).toBe('Units')
    await go('Brands')
    await openMenu('Brands')
    await menuItem('Close all').click()
    await expect.poll(tabs).toEqual([landing])
    expect(errors).toEqual([])
  })

  it('the middle button closes, and after the tab shown comes the last one', async () => {
    for (const name of ['Brands', 'Units', 'Suppliers']) await go(name)
    await tab('Brands').click()
    await tab('Brands').click({ button: 'middle' })
    await expect.poll(tabs).toEqual(['Products', 'Units', 'Suppliers'])
    await expect.poll(shown).toBe('Suppliers')
    await tab('Products').click({ button: 'middle' })
    await expect.poll(tabs).toEqual(['Units', 'Suppliers'])
    await expect.poll(shown).toBe('Suppliers')
  })

  it('asks before closing a tab with unsaved input', async () => {
    await go('Brands')
    await tab('Products').click()
    await page.goto(`${server.address}/#/admin/shop/product?edit=2`)
    await shownForm(page).getByLabel(/^Name/).fill('Half a thought')
    await tab('Products').click({ button: 'middle' })
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    expect(await shownForm(page).getByLabel(/^Name/).inputValue()).toBe('Half a thought')
    await tab('Products').click({ button: 'middle' })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(tabs).toEqual(['Brands'])
  })

  it('asks before a typed address or the back button leaves unsaved input, and stays where it was', async () => {
    const record = `${server.address}/#/admin/shop/product?edit=2`
    await page.goto(record)
    await shownForm(page).getByLabel(/^Name/).fill('Half a thought')
    const stay = page.getByRole('button', { name: 'Keep editing' })
    for (const leave of [
      () => page.goto(`${server.address}/#/admin/shop/product?edit=3`),
      () => page.goBack(),
      () => page.goto(`${server.address}/#/admin/shop/product`),
    ]) {
      await leave()
      await stay.click()
      await stay.waitFor({ state: 'hidden' })
      expect(page.url()).toBe(record)
      expect(await shownForm(page).getByLabel(/^Name/).inputValue()).toBe('Half a thought')
    }
    await page.goBack()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => page.url()).not.toContain('edit=')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('tabs without a mouse', () => {
  it('arrows move, Enter shows, Delete closes, Shift F10 and the menu key open the menu', async () => {
    for (const name of ['Brands', 'Units']) await go(name)
    await tab('Units').focus()
    await page.keyboard.press('ArrowLeft')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Brands')
    await expect.poll(shown).toBe('Units')
    await page.keyboard.press('Enter')
    await expect.poll(shown).toBe('Brands')
    await tab('Brands').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Brands')
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await expect.poll(tabs).toEqual(['Products', 'Units'])
    await expect.poll(shown).toBe('Units')
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  it('full screen is kept, seen and left by Escape', async () => {
    await openMenu('Products')
    await menuItem('Full screen').click()
    await page.getByRole('tablist').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => localStorage.getItem('storeTabViewConfig'))).toBe(
      '{"state":{"tabFullScreen":true}}',
    )
    await page.reload()
    await rows(page).nth(2).waitFor()
    expect(await page.getByRole('tablist').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Exit full screen' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('tablist').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('storeTabViewConfig'))).toBe(
      '{"state":{"tabFullScreen":false}}',
    )
    await page.keyboard.press('Alt+Shift+f')
    await page.getByRole('tablist').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Exit full screen' }).click()
    await page.getByRole('tablist').waitFor()
  })
})

describe('faster than the screen', () => {
  /** Does each once the address has followed the one before, and before anything could be drawn again. */
  const quickly = (
    ...steps: readonly {
      readonly on?: string
      readonly event: string
      readonly code?: string
      readonly button?: number
    }[]
  ): Promise<void> =>
    page.evaluate(async (wanted) => {
      for (const { on, event, code, button } of wanted) {
        const target =
          on === undefined
            ? document
            : [...document.querySelectorAll('[role=tab]')].find((one) => one.textContent === on)
        target?.dispatchEvent(
          code === undefined
            ? new MouseEvent(event, { button: button ?? 0, bubbles: true })
            : new KeyboardEvent(event, {
                code,
                key: code.replace('Key', ''),
                altKey: true,
                shiftKey: true,
                bubbles: true,
              }),
        )
        for (let turn = 0; turn < 50; turn++) await Promise.resolve()
      }
    }, steps)
  const key = (code: string) => ({ event: 'keydown', code })
  beforeEach(async () => {
    for (const name of ['Brands', 'Units', 'Suppliers']) await go(name)
  })

  it('keys walk from the tab the address is at', async () => {
    await quickly(key('ArrowLeft'), key('ArrowLeft'))
    await expect.poll(shown).toBe('Brands')
    await quickly(key('ArrowLeft'), key('ArrowRight'))
    await expect.poll(shown).toBe('Brands')
  })

  it('a key closes the page one went to, however late it is drawn', async () => {
    await quickly(key('ArrowLeft'), key('ArrowRight'), key('KeyX'))
    await expect.poll(tabs).toEqual(['Products', 'Brands', 'Units'])
    await expect.poll(shown).toBe('Units')
    await quickly(key('ArrowLeft'), key('KeyX'), key('KeyX'))
    await expect.poll(tabs).toEqual(['Products'])
    await expect.poll(shown).toBe('Products')
    expect(errors).toEqual([])
  })

  it('a tab closed while it opens stays closed', async () => {
    await quickly({ on: 'Brands', event: 'click' }, { on: 'Brands', event: 'auxclick', button: 1 })
    await expect.poll(() => page.url()).toContain('/shop/supplier')
    await expect.poll(tabs).toEqual(['Products', 'Units', 'Suppliers'])
    await expect.poll(shown).toBe('Suppliers')
  })

  it('a key in a form and the page of its tab again: the key is not lost', async () => {
    await go('Products')
    await page.goto(`${server.address}/#/admin/shop/product?edit=2`)
    const name = shownForm(page).getByLabel(/^Name/)
    await name.waitFor()
    await name.evaluate(async (field) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Half a thought')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
      document.querySelector<HTMLElement>('nav a[href="#/admin/shop/product"]')?.click()
    })
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await name.inputValue()).toBe('Half a thought')
    expect(page.url()).toContain('?edit=2')
  })
})
