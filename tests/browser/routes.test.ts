/**
 * Addresses in a real browser: where each leads, what it carries along, what it refuses, and what a missing right looks
 * like.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyLook, looksByLanguage, rows, shownForm, shownPage, signIn, startSession } from '../support/browser.ts'
import { inspect, inspectLooks, inspectNow, openForLooks } from '../support/inspect.ts'
import { adminPassword, type Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

/** Another site, whose page may stand inside ours. */
let docs: Server
let origin: string
let server: Running
let page: Page
let errors: string[]

const site = useTestSite({}, prepare)
beforeEach(() => {
  ;({ server, page, errors } = site)
})
afterAll(() => void docs?.close())

async function prepare(server: Running): Promise<void> {
  docs = createServer(
    (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Docs</title><h1>Docs</h1><script>try { top.location.href = "/taken" } catch {}</script>'),
  )
  await new Promise<void>((resolve) => docs.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(docs.address() as AddressInfo).port}`
  await server.api('/admin/routine.Config/edit', { iframe_origins: origin })
  const groups = await server.api<{ list: { id: number; name: string }[] }>('/admin/auth.Group/index')
  const viewer = groups.data.list.find(({ name }) => name === 'viewer')!
  expect(
    await server.api('/admin/auth.Admin/add', {
      username: 'viewer1',
      nickname: 'Vic',
      password: adminPassword,
      group_arr: [viewer.id],
    }),
  ).toMatchObject({ code: 1 })
}

const go = (path: string) => page.goto(`${server.address}/#${path}`)
const place = () => decodeURIComponent(new URL(page.url()).hash.slice(1))
const waiting = (area: string, path: unknown, query?: object) =>
  `/${area}/loading/${encodeURIComponent(JSON.stringify({ path, ...(query && { query }) }))}`

const enterAsViewer = (): Promise<void> =>
  signIn(page, server.address, { username: 'viewer1', password: adminPassword })

describe('a visitor', () => {
  it.each([
    ['/', 'Home', 'Tablewright'],
    ['/admin/login', 'Login', 'Sign in to the back office'],
    ['/user/login', 'Member Login', 'The member center is not open yet'],
    ['/404', 'Page not found', 'Page not found'],
    ['/401', 'No access permission', 'No access permission'],
  ])('finds %s, titled "%s"', async (path, title, heading) => {
    await go(path)
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    expect(await page.title()).toBe(`${title} - Tablewright`)
    expect(errors).toEqual([])
  })

  it.each([
    ['/nowhere', '/404'],
    ['/nowhere/at/all?x=1', '/404'],
    ['/admin', '/admin/login'],
    ['/user', '/user/login'],
    ['/user/account?tab=2', '/user/login?to=/user/account?tab=2'],
    ['/admin/shop/brand?page=2', '/admin/login?to=/admin/shop/brand?page=2'],
  ])('is led from %s to %s', async (from, to) => {
    await go(from)
    await expect.poll(place).toBe(to)
  })

  it('signing in leads to the requested page, with its query', async () => {
    await go('/admin/shop/brand?quickSearch=a&limit=10')
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(adminPassword)
    await page.keyboard.press('Enter')
    await expect.poll(place).toBe('/admin/shop/brand?quickSearch=a&limit=10')
  })

  it('a signed-in member stays in the member area', async () => {
    await go('/')
    await page.evaluate(() => localStorage.setItem('userInfo', JSON.stringify({ id: 3, username: 'mei', token: 'm' })))
    await page.reload()
    await go('/user')
    await expect.poll(place).toBe('/user/loading')
    expect(await page.title()).toBe('Member Center - Tablewright')
    await go('/user/login?to=%2F%2Fevil.test')
    await expect.poll(place).toBe('/user/loading')
    await go('/user/account?tab=2')
    await expect.poll(place).toBe('/404')
  })

  it('the 404 page goes back automatically unless the visitor chooses to stay', async () => {
    await page.clock.install()
    await go('/user/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await go('/nowhere')
    await page.getByText('You will return to the previous page in 15 seconds.', { exact: false }).waitFor()
    for (let second = 0; second < 16; second++) await page.clock.runFor(1000)
    await expect.poll(place).toBe('/user/login')
    await go('/nowhere')
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await page.clock.runFor(20_000)
    expect(place()).toBe('/404')
  })
})

describe('an address that carries another', () => {
  beforeEach(() => signIn(page, server.address))

  it('redirects with path and query, also on the first load', async () => {
    await go(waiting('admin', '/admin/shop/brand', { quickSearch: 'a b', limit: '10' }))
    await expect.poll(place).toBe('/admin/shop/brand?quickSearch=a+b&limit=10')
    await page.reload()
    await go(waiting('admin', '/admin/routine/adminInfo'))
    await expect.poll(place).toBe('/admin/routine/adminInfo')
  })

  it('T58: never redirects out of the back office or back to the sign-in page', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const to of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test/admin',
      'javascript:alert(1)',
      '/%5cevil.test',
      'data:text/html,x',
      '/user/x',
      '/admin/login',
      7,
    ]) {
      await go(waiting('admin', to))
      await expect.poll(() => [to, place()]).toEqual([to, expect.stringMatching(/^\/admin\/(dashboard|shop\/)/)])
      await shownPage(page).waitFor()
    }
    expect(asked.filter((url) => !url.startsWith(server.address))).toEqual([])
  })

  it('redirects when addresses follow each other quickly', async () => {
    for (let delay = 0; delay < 24; delay += 2) {
      const path = waiting('admin', `//evil.test/${delay}`)
      await page.evaluate(
        async ([second, pause]) => {
          location.hash = '/admin'
          await new Promise((resolve) => setTimeout(resolve, pause))
          location.hash = second
        },
        [path, delay] as const,
      )
      await expect.poll(place).toBe('/admin/dashboard')
    }
  })

  it('requests account and rights once, while the back-office code loads', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/admin/Index/index') asked.push(request.url())
    })
    let send = (): void => undefined
    const isHeld = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/AdminShell-*.js', async (route) => {
      await isHeld
      await route.continue()
    })
    await page.reload()
    await expect.poll(() => asked.length).toBe(1)
    expect(await shownPage(page).count()).toBe(0)
    send()
    await shownPage(page).waitFor()
    expect(asked).toHaveLength(1)
  })

  it('is 404 where no page exists', async () => {
    await go('/admin/no/such/page')
    await expect.poll(place).toBe('/404')
    expect(errors).toEqual([])
  })
})

describe('a page of another site', () => {
  beforeEach(() => signIn(page, server.address))
  const inside = (url: string) => `/admin/iframe/${encodeURIComponent(url)}`

  it('is embedded when the site allows its origin, in a sandbox', async () => {
    await go(inside(`${origin}/guide?a=1`))
    await page.frameLocator('.tw-page:not([hidden]) iframe').getByRole('heading', { name: 'Docs' }).waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(new URL(page.url()).host).toBe(new URL(server.address).host)
  })

  it('T58: another origin, code in an address and our own pages are refused with the reason', async () => {
    const refused = [
      ['https://other.test/', 'https://other.test is not on the list of sites'],
      ['javascript:alert(1)', 'not a valid http or https address'],
      ['data:text/html,x', 'not a valid http or https address'],
      [`${server.address}/`, `${server.address} is not on the list of sites`],
    ] as const
    for (const [url, reason] of refused) {
      await go(inside(url))
      await shownPage(page).getByText(reason).waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
    }
  })

  it('is reached by a menu entry, and an entry of type link leaves by a window of its own', async () => {
    const add = (body: object) =>
      server.api<{ id: number }>('/admin/auth.Rule/add', {
        type: 'menu',
        status: 1,
        extend: 'none',
        keepalive: 0,
        icon: 'link',
        ...body,
      })
    const rules = [
      await add({ title: 'Guide', name: 'guide', path: 'guide', menu_type: 'iframe', url: `${origin}/guide` }),
      await add({ title: 'Market', name: 'market', path: 'market', menu_type: 'link', url: 'https://market.example/' }),
    ]
    expect(rules.map(({ code, msg }) => [code, msg])).toEqual([
      [1, expect.anything()],
      [1, expect.anything()],
    ])
    await page.reload()
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Guide' }).click()
    await page.frameLocator('.tw-page:not([hidden]) iframe').getByRole('heading', { name: 'Docs' }).waitFor()
    await page.getByRole('tab', { name: /Guide/ }).waitFor()
    const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Market' })
    expect([
      await link.getAttribute('href'),
      await link.getAttribute('target'),
      await link.getAttribute('rel'),
    ]).toEqual(['https://market.example/', '_blank', 'noreferrer noopener'])
  })
})

describe('when the session is over', () => {
  it.each([302, 303])('business code %i leads to the sign-in page and back to the previous page', async (code) => {
    await startSession(page, server.address)
    await go('/admin/shop/brand?limit=10')
    await shownPage(page).locator('table tbody tr').first().waitFor()
    await page.route('**/shop.Unit/index*', (route) =>
      route.fulfill({
        json: {
          code,
          msg: 'Sign in first.',
          time: 1,
          data: code === 302 ? { routePath: '/admin/login', type: 'need login' } : { type: 'need login' },
        },
      }),
    )
    await go('/admin/shop/unit')
    await expect.poll(place).toBe('/admin/login?to=/admin/shop/unit')
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    expect(await page.evaluate(() => (JSON.parse(localStorage.getItem('adminInfo')!) as { token: string }).token)).toBe(
      '',
    )
  })

  it('the anti-forgery cookie is sent as a header', async () => {
    await signIn(page, server.address)
    const asked = page.waitForRequest(/routine\.AdminInfo\/index/)
    await go('/admin/routine/adminInfo')
    const headers = (await asked).headers()
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')
    expect(cookie?.value).toBeTruthy()
    expect([headers['x-xsrf-token'], headers['think-lang'], headers['server']]).toEqual([cookie?.value, 'en', 'true'])
  })
})

describe('an account with few rights', () => {
  beforeEach(enterAsViewer)

  it('sees no buttons, menu entries or palette actions without the right', async () => {
    await go('/admin/shop/brand')
    await shownPage(page).locator('table tbody tr').nth(1).waitFor()
    for (const name of ['Add', 'Delete', 'Reorder'])
      expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0])
    expect(
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Administrators' }).count(),
    ).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('brand')
    await page
      .getByRole('option', { name: /^Brands/ })
      .first()
      .waitFor()
    // Commands to add records appear when the modules have been loaded.
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('option', { name: 'New brand' }).count()).toBe(0)
  })

  it('sees which rights a page needs and who can grant them', async () => {
    await go('/admin/shop/brand')
    await page.getByRole('button', { name: 'Why are actions missing?' }).focus()
    await page.keyboard.press('Enter')
    const told = page.getByRole('region', { name: 'Permissions you lack on this page' })
    await told.getByText('Contact: Admin').waitFor()
    expect(await told.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining(['Brands: add', 'Brands: delete']),
    )
    expect(await told.textContent()).toContain('None of your groups (viewer) has these permissions.')
    await page.keyboard.press('Escape')
    await told.waitFor({ state: 'detached' })
  })

  it.each([
    ['auth/admin', 'Administrators: view'],
    ['routine/config', 'Site settings: view'],
  ])('learns on the 401 page of %s that "%s" is missing', async (path, right) => {
    await go(`/admin/${path}`)
    await expect.poll(place).toBe('/401')
    await page.getByText(`Missing permission: ${right}.`).waitFor()
    await page.getByText('You can ask: Admin.').waitFor()
    expect(errors).toEqual([])
  })
})

const messages = {
  en: {
    brands: 'Brands',
    unknown: '“Kiosk” cannot be opened: its menu type “window” is not known.',
    already: '“Brands” is open already.',
    reorder: 'Reorder',
    up: /^Move “.+” up$/,
    beyond: /^“.+” cannot move beyond the list: it is at position 1 of \d+\.$/,
    name: /^Name/,
    stay: 'Keep editing',
    notLeft: 'You are still on this page: it has unsaved changes.',
    noPage: 'The address “/admin/no/such/page” leads to no page.',
    openMenu: 'Open menu',
  },
  'zh-cn': {
    brands: '品牌',
    unknown: '无法打开“Kiosk”：无法识别菜单类型“window”。',
    already: '“品牌”已经打开。',
    reorder: '调整顺序',
    up: /^上移“.+”$/,
    beyond: /^移动位置超出了可移动范围：“.+”在第 1 位，共 \d+ 位。$/,
    name: /^品牌名称/,
    stay: '继续编辑',
    notLeft: '没有离开此页：有未保存的修改。',
    noPage: '地址“/admin/no/such/page”没有对应的页面。',
    openMenu: '打开菜单',
  },
} as const

describe.each(looksByLanguage)('what cannot be opened, left or moved, in $language', ({ language, looks: views }) => {
  it('says so: an unknown menu type, the open page, the end of a list, a page with changes, no page', async () => {
    const texts = messages[language]
    ;({ page, errors } = await openForLooks(site, views))
    await page.route('**/admin/Index/index', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: { menus: object[] } }
      const entry = { id: 9999, pid: 0, type: 'menu', title: 'Kiosk', name: 'kiosk', path: 'kiosk', icon: 'box' }
      answer.data.menus.push({ ...entry, menu_type: 'window', url: '', component: '', keepalive: 0, extend: 'none' })
      await route.fulfill({ response, json: answer })
    })
    await startSession(page, server.address)
    for (const view of views) {
      await applyLook(page, view)
      await go('/admin/shop/brand')
      await rows(page).first().waitFor()
      const choose = async (name: string): Promise<void> => {
        if (view.width < 1024) await page.getByRole('button', { name: texts.openMenu }).click()
        await page.locator('.tw-menu-entry').getByText(name, { exact: true }).click()
        if (view.width < 1024) await page.keyboard.press('Escape')
      }
      await choose('Kiosk')
      await page.getByText(texts.unknown).first().waitFor()
      await choose(texts.brands)
      await page.getByText(texts.already).first().waitFor()
      await inspectNow(page, view, 'opened already')
      await page.getByRole('button', { name: texts.reorder, exact: true }).click()
      const up = page.getByRole('button', { name: texts.up }).first()
      await up.click()
      await page.getByText(texts.beyond).first().waitFor()
      expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
      await inspectNow(page, view, 'no position beyond')
      await go('/admin/shop/brand?edit=1')
      await shownForm(page).getByLabel(texts.name).fill('Half a thought')
      await go('/admin/shop/brand')
      await page.getByRole('button', { name: texts.stay }).click()
      await page.getByText(texts.notLeft).first().waitFor()
      expect(place()).toBe('/admin/shop/brand?edit=1')
      await inspectNow(page, view, 'not left')
      await page.reload()
    }
    await go('/admin/no/such/page')
    await page.getByText(texts.noPage).waitFor()
    await inspectLooks(page, views, 'no page')
    expect(errors).toEqual([])
  }, 90_000)
})

describe('a first visit', () => {
  /** The language of the first page in a browser of that language that was never here. */
  const languageFor = async (locale: string, heading: string): Promise<void> => {
    const profile = await site.browser.newContext({ locale })
    const visit = await profile.newPage()
    await visit.goto(`${server.address}/#/admin/login`)
    await visit.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect
      .poll(() => visit.evaluate(() => document.documentElement.lang))
      .toBe(/[a-z]/.test(heading) ? 'en' : 'zh-CN')
    await profile.close()
  }
  const [english, chinese] = ['Sign in to the back office', '登录管理后台']

  it('is in the language of the browser, or in the one that the site sets', async () => {
    await languageFor('en-GB', english)
    await languageFor('zh-TW', chinese)
    await languageFor('fr-FR', chinese)
    await server.api('/admin/routine.Config/edit', { first_language: 'en' })
    await languageFor('fr-FR', english)
    await languageFor('zh-CN', english)
    await server.api('/admin/routine.Config/edit', { first_language: 'browser' })
  })
})

describe.each(looksByLanguage)('in $language', ({ looks }) => {
  it('home, member sign-in, 404, 401 and missing rights have no fault', async () => {
    ;({ page, errors } = await openForLooks(site, looks))
    for (const path of ['/', '/user/login', '/404', '/401']) {
      await go(path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await inspectLooks(page, looks, path)
    }
    await enterAsViewer()
    await go('/admin/shop/brand')
    for (const look of looks) {
      await applyLook(page, look)
      await page.getByRole('button', { name: /^Why are actions|^为什么不能/ }).click()
      await page.locator('.why-group').first().waitFor()
      await inspect(page, look, 'missing rights')
      await page.keyboard.press('Escape')
      await page.locator('.why-group').waitFor({ state: 'detached' })
    }
    expect(errors).toEqual([])
  }, 90_000)
})
