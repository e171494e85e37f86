/** The shell around the pages: layouts and their settings, narrow windows, what moves and what is said. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyLook, looksByLanguage, quiet, rows, shownPage, signIn, startSession } from '../support/browser.ts'
import { inspect, inspectLooks, openForLooks } from '../support/inspect.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const site = useTestSite()
let server: Running
let page: Page
let errors: string[]
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const widthOf = (selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width))
const topOf = (selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)
const kept = async (): Promise<{ layout: Record<string, unknown>; lang: Record<string, unknown> }> =>
  JSON.parse(await page.evaluate(() => localStorage.getItem('storeConfig_v2') ?? 'null'))

async function enter(path = 'shop/brand'): Promise<void> {
  await startSession(page, server.address)
  await page.goto(`${server.address}/#/admin/${path}`)
  await shownPage(page).waitFor()
}

describe('layout settings', () => {
  it('every choice applies at once and on the next visit', async () => {
    await enter()
    expect(await topOf('.tw-side')).toBe(0)
    expect(await widthOf('.tw-side')).toBe(260)
    await page.getByRole('button', { name: 'Layout settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Layout settings' })
    await settings.getByRole('radio', { name: 'Classic' }).check({ force: true })
    expect(await topOf('.tw-side')).toBeGreaterThan(40)
    await settings.getByRole('slider', { name: 'Menu width' }).fill('300')
    await expect.poll(() => widthOf('.tw-side')).toBe(300)
    await settings.getByRole('checkbox', { name: 'Collapse the menu' }).check({ force: true })
    await expect.poll(() => widthOf('.tw-side')).toBe(64)
    await settings.getByRole('button', { name: 'Dark', exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await settings.getByLabel('Page animation').selectOption('Fade')
    await settings.getByRole('checkbox', { name: 'Show open pages as tabs' }).uncheck({ force: true })
    await page.getByRole('tablist').waitFor({ state: 'hidden' })
    expect(await kept()).toMatchObject({
      layout: { layoutMode: 'Classic', menuWidth: 300, menuCollapse: true, mainAnimation: 'fade', showTabs: false },
      lang: { defaultLang: 'en', fallbackLang: 'zh-cn' },
    })
    expect(Object.keys(await kept())).toEqual(['layout', 'lang'])
    expect(await page.evaluate(() => localStorage.getItem('vueuse-color-scheme'))).toBe('dark')
    await page.reload()
    await rows(page).first().waitFor()
    expect([
      await widthOf('.tw-side'),
      await page.getByRole('tablist').count(),
      await page.evaluate(() => document.body.classList.contains('bp6-dark')),
    ]).toEqual([64, 0, true])
    await page.getByRole('button', { name: 'Layout settings' }).click()
    await settings.getByRole('button', { name: 'Reset to defaults' }).click()
    await page
      .getByRole('dialog', { name: 'Reset the layout?' })
      .getByRole('button', { name: 'Reset to defaults' })
      .click()
    await expect.poll(() => widthOf('.tw-side')).toBe(260)
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
    expect(errors).toEqual([])
  }, 90_000)

  it('one folder at a time, when one wants it so', async () => {
    await enter('shop/brand')
    const folder = (name: string) =>
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name, exact: true })
    expect(await folder('Permissions').getAttribute('aria-expanded')).toBe('true')
    await page.evaluate(() =>
      localStorage.setItem(
        'storeConfig_v2',
        localStorage.getItem('storeConfig_v2')!.replace('"menuCollapse"', '"menuUniqueOpened":true,"menuCollapse"'),
      ),
    )
    await page.reload()
    await folder('Shop').waitFor()
    const open = async () => [
      await folder('Shop').getAttribute('aria-expanded'),
      await folder('Permissions').getAttribute('aria-expanded'),
    ]
    await expect.poll(open).toEqual(['true', 'false'])
    await folder('Permissions').click()
    await expect.poll(open).toEqual(['false', 'true'])
  })

  it('the system decides between light and dark when the user chose to follow it', async () => {
    await page.addInitScript(() => localStorage.setItem('vueuse-color-scheme', 'auto'))
    await page.goto(`${server.address}/#/admin/login`)
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    expect(await theme()).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(theme).toBe('dark')
    await enter()
    await page.getByRole('button', { name: 'Columns' }).click()
    const ground = () =>
      page.locator('.bp6-popover-content').evaluate((panel) => getComputedStyle(panel).backgroundColor.match(/\d+/g)!)
    await expect.poll(async () => Number((await ground())[0])).toBeLessThan(100)
    // A panel that is open when the system changes follows as well.
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(async () => Number((await ground())[0])).toBeGreaterThan(200)
  })
})

describe('a narrow window', () => {
  it('has the Classic layout with the menu away, and gives back what was chosen', async () => {
    await enter()
    await page.setViewportSize({ width: 900, height: 800 })
    await page.locator('.tw-side').waitFor({ state: 'detached' })
    expect(JSON.parse(await page.evaluate(() => sessionStorage.getItem('beforeResizeLayout') ?? 'null'))).toEqual({
      layoutMode: 'Default',
      menuCollapse: false,
    })
    expect((await kept()).layout).toMatchObject({ layoutMode: 'Default', menuCollapse: false, shrink: false })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Main menu' }).getByRole('link', { name: 'Units' }).click()
    await rows(page).first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => widthOf('.tw-side')).toBe(260)
    expect(await page.evaluate(() => sessionStorage.getItem('beforeResizeLayout'))).toBeNull()
    expect(
      await page.getByRole('navigation', { name: 'You are here' }).getByRole('listitem').allTextContents(),
    ).toEqual(['Shop', 'Units'])
  })
})

describe('what moves', () => {
  it('pages slide in from the left, but not where the system asks for less motion', async () => {
    await enter()
    const motion = () => shownPage(page).evaluate((element) => getComputedStyle(element).animationName)
    expect(await motion()).toBe('none')
    // However short: a transition of every element, value by value, made a change of theme last seconds.
    const moving = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('*')].filter((one) => /[1-9]/.test(getComputedStyle(one).transitionDuration))
            .length,
      )
    expect(await moving()).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await motion()).toBe('tw-from-left')
    expect(await moving()).toBeGreaterThan(0)
  })

  it('the line on top begins at 0.08, advances while a call takes long, and has no spinner', async () => {
    await enter()
    let answer = (): void => {}
    const isAwaited = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/shop.Unit/index**', async (route) => {
      await isAwaited
      await route.continue()
    })
    await quiet(page)
    const bar = page.locator('.tw-progress-bar')
    await bar.waitFor({ state: 'detached' })
    const shares = await page.evaluateHandle(() => {
      const seen: number[] = []
      new MutationObserver(() => {
        const shown = document.querySelector<HTMLElement>('.tw-progress-bar')
        const share = Number(/scaleX\((.+)\)/.exec(shown?.style.transform ?? '')?.[1] ?? -1)
        if (share !== -1 && share !== seen.at(-1)) seen.push(share)
      }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
      return seen
    })
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Units', exact: true }).click()
    await page.waitForFunction((seen) => seen.filter((share) => share > 0.08 && share < 1).length >= 2, shares)
    answer()
    await bar.waitFor({ state: 'detached' })
    const seen = await shares.jsonValue()
    expect([seen[0], seen.at(-1)]).toEqual([0.08, 1])
    expect(await page.locator('.bp6-spinner').count()).toBe(0)
  })

  it('the splash screen over the first page ends after about a second and does not appear again', async () => {
    await page.addInitScript(() => {
      const seen: boolean[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const isVeiled = document.querySelector('.tw-block') !== null
        if (isVeiled !== (seen.at(-1) ?? false)) seen.push(isVeiled)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${server.address}/#/admin/login`)
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).toEqual([true, false])
    await page.goto(`${server.address}/#/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('.tw-block').count()).toBe(0)
  })
})

describe('the first page', () => {
  const rowCalls: string[] = []
  const openBrands = async (): Promise<void> => {
    rowCalls.length = 0
    page.on('request', (request) => {
      if (request.url().includes('shop.Brand/index')) rowCalls.push(new URL(request.url()).search)
    })
    // With a query, so that it is another document than the one that is open.
    await page.goto(`${server.address}/?again#/admin/shop/brand?limit=50`)
  }

  it('asks for the menu and for the rows at once, and for the rows only once', async () => {
    await signIn(page, server.address)
    let letGo = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/Index/index', async (route) => {
      await gate
      await route.continue()
    })
    await openBrands()
    await expect.poll(() => rowCalls).toEqual(['?limit=50'])
    letGo()
    await rows(page).first().locator('th').waitFor()
    await quiet(page)
    expect(rowCalls).toEqual(['?limit=50'])
    expect(errors).toEqual([])
  })

  it('shows no rows and no error of a list that the menu does not contain', async () => {
    await signIn(page, server.address)
    await page.route('**/Index/index', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: { menus: unknown } }
      await route.fulfill({ json: { ...answer, data: { ...answer.data, menus: [] } } })
    })
    await page.route('**/shop.Brand/index**', (route) =>
      route.fulfill({ json: { code: 401, msg: 'no permission for this list', time: 0, data: null } }),
    )
    await openBrands()
    await page.waitForURL((url) => url.hash === '#/401')
    await quiet(page)
    expect(await page.getByText('no permission for this list').count()).toBe(0)
    expect(await page.locator('.tw-toast').count()).toBe(0)
  })
})

describe('what is said', () => {
  it('titles are "page - site"', async () => {
    await page.goto(`${server.address}/#/`)
    await expect.poll(() => page.title()).toBe('Home - Tablewright')
    await page.goto(`${server.address}/#/admin/login`)
    await expect.poll(() => page.title()).toBe('Login - Tablewright')
    await signIn(page, server.address)
    let letGo = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/Index/index', async (route) => {
      await gate
      await route.continue()
    })
    await page.goto(`${server.address}/#/admin/shop/brand`)
    await page.reload()
    await expect.poll(() => page.title()).toBe('Loading - Tablewright')
    letGo()
    await expect.poll(() => page.title()).toBe('Brands - Tablewright')
    await page.goto(`${server.address}/#/admin/nowhere`)
    await expect.poll(() => page.title()).toBe('Page not found - Tablewright')
    await page.goto(`${server.address}/#/admin/iframe/${encodeURIComponent('javascript:alert(1)')}`)
    await expect.poll(() => page.title()).toBe('No title - Tablewright')
  })

  it('a visitor sees the name of the site and its links', async () => {
    const change = (site_name: string, head_nav: string) =>
      server.api('/admin/routine.Config/edit', { site_name, head_nav })
    expect(
      await change('North depot', 'Docs | https://docs.example.org/ | _blank\nSign in | /admin/login'),
    ).toMatchObject({ code: 1 })
    try {
      await page.goto(`${server.address}/#/`)
      await expect.poll(() => page.title()).toBe('Home - North depot')
      const links = await page
        .getByRole('navigation')
        .getByRole('link')
        .evaluateAll((all) =>
          all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
        )
      expect(links).toEqual([
        ['Docs', 'https://docs.example.org/', '_blank'],
        ['Sign in', '#/admin/login', '_self'],
      ])
      await page.getByRole('link', { name: 'Sign in' }).click()
      await expect.poll(() => page.title()).toBe('Login - North depot')
      expect(errors).toEqual([])
    } finally {
      await change('Tablewright', '')
    }
  })

  it('the start page greets by the hour and counts the milliseconds of the day', async () => {
    await page.clock.install({ time: new Date('2026-03-02T10:30:00') })
    await enter('dashboard')
    await shownPage(page).getByRole('heading', { name: 'Good morning, Admin' }).waitFor()
    const stored = JSON.parse(await page.evaluate(() => localStorage.getItem('workingTime') ?? 'null')) as {
      date: string
      startTime: number
    }
    expect(stored).toMatchObject({ date: '2026-03-02', pauseTime: 0, startPauseTime: 0 })
    expect(stored.startTime).toBeGreaterThan(new Date('2026-03-02T10:29:59').getTime())
    await page.clock.fastForward('02:00:00')
    await expect.poll(() => shownPage(page).getByRole('timer').textContent()).toMatch(/^2:00:/)
    await page.goto(`${server.address}/#/admin/shop/brand`)
    await page.goto(`${server.address}/#/admin/dashboard`)
    await shownPage(page).getByRole('heading', { name: 'Good afternoon, Admin' }).waitFor()
  })

  it('the header shows the picture one has, and a letter where there is none', async () => {
    await enter()
    expect(await page.locator('.tw-header img.tw-avatar').count()).toBe(0)
    expect(await page.locator('.tw-header .tw-avatar').getAttribute('data-letter')).toBe('A')
    const form = new FormData()
    form.set(
      'file',
      new Blob([
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ]),
      'me.png',
    )
    const sent = (await (
      await fetch(`${server.address}/admin/ajax/upload`, {
        method: 'POST',
        headers: { batoken: server.token },
        body: form,
      })
    ).json()) as { data: { file: { url: string } } }
    expect(await server.api('/admin/routine.AdminInfo/edit', { avatar: sent.data.file.url })).toMatchObject({ code: 1 })
    await page.reload()
    const picture = page.locator('.tw-header img.tw-avatar')
    await picture.waitFor()
    const isShown = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    await expect.poll(isShown).toBe(true)
    expect(errors).toEqual([])
  })
})

describe('the terminal', () => {
  const drawer = () => page.locator('.terminal')
  const task = (line: string) => drawer().locator('.terminal-task', { hasText: line })
  const run = async (line: string): Promise<void> => {
    await drawer().locator('.terminal-head .bp6-intent-primary').click()
    await page.locator('.terminal-menu .bp6-menu-item', { hasText: line }).click()
    // Escape closes the menu, not the terminal, for as long as the menu is there.
    await page.locator('.terminal-menu').waitFor({ state: 'detached' })
  }
  /** A command that fails: that package manager is not installed where tests run. */
  const openWithFailure = async (): Promise<void> => {
    const button = page.locator('.tw-header-terminal')
    // In narrow windows it is in the own menu.
    if (await button.isVisible()) await button.click()
    else {
      await page.locator('.tw-user').click()
      await page
        .locator('.tw-user-panel')
        .getByRole('button', { name: /^(终端|Terminal)$/ })
        .click()
    }
    await run('cnpm -v')
    await task('cnpm -v').locator('.terminal-failed').waitFor()
  }

  const useMissingManager = () => server.api('/admin/ajax/changeTerminalConfig', { manager: 'cnpm', port: 8000 })

  it('runs commands one after the other, says what blocks, and is used with the keyboard alone', async () => {
    await useMissingManager()
    await enter()
    await page.getByRole('button', { name: 'Terminal', exact: true }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Terminal', exact: true })
    await dialog.getByRole('button', { name: 'Run a command' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^Check the schemas/ }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /tablewright check Success/ }).waitFor()
    await expect.poll(() => drawer().locator('.terminal-line').first().textContent()).toBe('> tablewright check')
    expect(await drawer().locator('.terminal-line').last().textContent()).toBe('exitCode: 0')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await openWithFailure()
    await run('node -v')
    await dialog.getByText('“cnpm -v” did not succeed, so the tasks after it do not run.').waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Newly added tasks will never start because they are blocked by failed tasks' })
      .waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Terminal', exact: true }).click()
    await task('node -v').locator('.terminal-waiting').waitFor()
    await dialog.getByRole('button', { name: 'Run the tasks after it' }).click()
    await dialog.getByRole('button', { name: /node -v Success/ }).click()
    await dialog.getByLabel('Search in the output').fill('v')
    await dialog.getByText('1 of 2').waitFor()
    await dialog.getByRole('button', { name: 'Remove the task' }).click()
    await task('node -v').waitFor({ state: 'detached' })
    await run('tablewright apply')
    const question = page.getByRole('dialog', { name: 'Apply database changes' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await task('tablewright apply').count()).toBe(0)
    expect(errors).toEqual([])
  }, 90_000)

  it('is for super administrators only, as clearing the cache is', async () => {
    await enter()
    await page.getByRole('button', { name: 'Terminal', exact: true }).waitFor()
    await page.locator('.tw-user').click()
    await page.getByRole('button', { name: 'Clear cache' }).click()
    await page.getByText('Cache cleared').waitFor()
    await page.evaluate(() => {
      const admin = JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as object
      localStorage.setItem('adminInfo', JSON.stringify({ ...admin, super: true }))
    })
    await page.route('**/admin/Index/index*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"super":true', '"super":false') })
    })
    await page.reload()
    await rows(page).first().waitFor()
    expect(await page.locator('.tw-header-terminal').count()).toBe(0)
    await page.locator('.tw-user').click()
    await page.getByRole('button', { name: 'My profile' }).waitFor()
    expect(await page.getByRole('button', { name: 'Clear cache' }).count()).toBe(0)
  })

  it.each(looksByLanguage)('has no fault in $language', async ({ looks }) => {
    ;({ page } = await openForLooks(site, looks))
    await useMissingManager()
    // Here the menu of the commands lies over nothing that could be pressed beside it.
    await enter('notification/index')
    await openWithFailure()
    await inspectLooks(page, looks, 'terminal')
    for (const look of looks) {
      await applyLook(page, look)
      await drawer().locator('.terminal-head .bp6-intent-primary').click()
      await page.locator('.terminal-menu').waitFor()
      await inspect(page, look, 'commands of the terminal')
      await page.keyboard.press('Escape')
      await page.locator('.terminal-menu').waitFor({ state: 'detached' })
    }
  })
})
