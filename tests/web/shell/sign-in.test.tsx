// @vitest-environment jsdom
/** Signing in as a person does it, against a real server; the gate of the admin area; the way back. */
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { clearAdmin, saveAdmin, session } from '../../../runtime/web/core/auth/session.ts'
import { registerModules } from '../../../runtime/web/core/module-registry.ts'
import { routes } from '../../../runtime/web/shell/routes.tsx'
import { config } from '../../../runtime/web/core/preferences/store.ts'
import { openAddresses, RoutedPages } from '../memory-router.tsx'
import { envelope, serve, type Reply, type Seen, type Serving } from './serving.ts'
import { shop } from '../../support/shop.ts'

// The machine may be busy; what is waited for comes, only later.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 90_000 })

// jsdom knows no media queries: a wide window in light colours.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
window.HTMLElement.prototype.scrollTo = () => undefined

const page = (name: string, title: string): MenuNode => ({
  id: 2,
  pid: 1,
  type: 'menu',
  title,
  name,
  path: name,
  icon: 'tag',
  menu_type: 'tab',
  url: '',
  component: '',
  keepalive: name,
  extend: 'none',
  children: [
    {
      id: 3,
      pid: 2,
      type: 'button',
      title: 'List',
      name: `${name}/index`,
      path: '',
      icon: '',
      menu_type: null,
      url: '',
      component: '',
      keepalive: 0,
      extend: 'none',
    },
  ],
})
const menus = (language: unknown): MenuNode[] => [
  {
    ...page('shop', language === 'en' ? 'Warehouse' : '仓库'),
    type: 'menu_dir',
    menu_type: null,
    children: [
      page('shop/brand', language === 'en' ? 'Brands' : '品牌'),
      page('shop/unit', language === 'en' ? 'Units' : '单位'),
    ],
  },
]

const right = { username: 'admin', password: 'Admin-2026' }

function answerAs({ url, method, body, headers }: Seen): Reply {
  if (url === '/admin/Index/login' && method === 'POST') {
    const given = JSON.parse(body) as typeof right
    if (given.password !== right.password) return envelope(0, { reason: 'invalid' }, 'Incorrect username or password.')
    return envelope(1, {
      userInfo: {
        id: 1,
        username: given.username,
        nickname: 'Root',
        token: 't1',
        refresh_token: '',
        last_login_time: '',
      },
      routePath: '/admin',
    })
  }
  if (url === '/admin/Index/login') return envelope(1, { captcha: false })
  if (headers['batoken'] !== 't1') return envelope(302, { routePath: '/admin/login', type: 'need login' })
  if (url === '/admin/Index/index')
    return envelope(1, {
      adminInfo: { id: 1, nickname: 'Root', super: true },
      menus: menus(headers['think-lang']),
      siteConfig: { siteName: 'Depot', version: '1' },
    })
  return envelope(1, { list: [], total: 0, remark: '' })
}

let server: Serving
let answer: (seen: Seen) => Reply | Promise<Reply>

beforeEach(async () => {
  answer = answerAs
  server = await serve((seen) => answer(seen))
  http.defaults.baseURL = server.address
  registerModules({ modules: { shop: { manifest: () => Promise.resolve(shop.manifest) } }, validators: {} })
  setLanguage('en')
  clearAdmin()
})

afterEach(async () => {
  cleanup()
  await server.close()
})

function open(path: string) {
  const router = openAddresses(path)
  render(<RoutedPages router={router} routes={routes} />)
  const at = (): string => router.location.pathname + router.location.search
  return { router, at, person: userEvent.setup() }
}

const posts = (): Seen[] => server.seen.filter((seen) => seen.url === '/admin/Index/login' && seen.method === 'POST')

describe('the sign-in page', () => {
  it('begins in the first field, has names for all it holds and lets password managers work', async () => {
    open('/admin/login')
    const username = await screen.findByLabelText('Username')
    expect(document.activeElement).toBe(username)
    expect(username.getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in to the back office')
    expect(document.title).toBe('Login - Tablewright')
  })

  it('signs in by Enter and opens the first page of the menu', async () => {
    const { at, person } = open('/admin/login')
    await person.type(await screen.findByLabelText('Username'), right.username)
    await person.type(screen.getByLabelText('Password'), `${right.password}{Enter}`)
    await waitFor(() => expect(at()).toBe('/admin/dashboard'))
    expect(JSON.parse(posts()[0]!.body)).toEqual({ ...right, keep: false })
    expect(session.admin).toMatchObject({ token: 't1', nickname: 'Root', super: true })
    await waitFor(() => expect(document.title).toBe('Dashboard - Depot'))
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    expect(menu.textContent).toBe('DepotDashboardWarehouseBrandsUnits')
  })

  it('reports an invalid field on blur, and removes the error once it is valid', async () => {
    const { person } = open('/admin/login')
    const username = await screen.findByLabelText('Username')
    await person.type(username, '1a')
    await person.tab()
    const told = 'Enter 3–15 letters, digits or underscores, starting with a letter'
    expect((await screen.findByText(told)).id).toBe(username.getAttribute('aria-describedby')!.split(' ')[0])
    expect(username.getAttribute('aria-invalid')).toBe('true')
    await person.clear(username)
    await person.type(username, 'a1_')
    expect(screen.queryByText(told)).toBeNull()
  })

  it('asks for what is missing, focuses it, and sends nothing', async () => {
    const { person } = open('/admin/login')
    await person.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(screen.getByText('Enter your username')).toBeTruthy()
    expect(screen.getByText('Enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
    expect(posts()).toEqual([])
  })

  it('reads the refusal aloud, keeps what was typed and puts the focus into the password', async () => {
    const { person, at } = open('/admin/login')
    await person.type(await screen.findByLabelText('Username'), 'admin')
    await person.type(screen.getByLabelText('Password'), 'wrong-one{Enter}')
    const alert = await screen.findByText('Incorrect username or password.')
    expect(alert.closest('[role=alert]')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('admin')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(at()).toBe('/admin/login')
  })

  it('sends once, however often one presses', async () => {
    let release = (): void => {}
    const pressed = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = async (seen) => {
      await pressed
      return answerAs(seen)
    }
    const { person } = open('/admin/login')
    await person.type(await screen.findByLabelText('Username'), 'admin')
    await person.type(screen.getByLabelText('Password'), 'wrong-one{Enter}{Enter}{Enter}')
    await person.click(screen.getByRole('button', { name: /Sign(ing)? in/ }))
    release()
    await screen.findByText('Incorrect username or password.')
    expect(posts()).toHaveLength(1)
  })

  it('keeps Enter for the word that is being composed', async () => {
    open('/admin/login')
    const username = await screen.findByLabelText('Username')
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true })
    expect(username.dispatchEvent(enter)).toBe(false)
    expect(
      username.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    ).toBe(true)
  })

  it('shows the password on demand and reports that Caps Lock is on', async () => {
    const { person } = open('/admin/login')
    const password = await screen.findByLabelText<HTMLInputElement>('Password')
    await person.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.type).toBe('text')
    await person.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.type).toBe('password')
    await person.click(password)
    await person.keyboard('{CapsLock}a')
    expect(screen.getByText('Caps Lock is on')).toBeTruthy()
  })

  it('changes the language and keeps what was typed; errors appear in the new language', async () => {
    const { person } = open('/admin/login')
    await person.type(await screen.findByLabelText('Username'), '1a')
    await person.tab()
    await person.click(screen.getByRole('button', { name: '中文' }))
    expect(screen.getByLabelText<HTMLInputElement>('用户名').value).toBe('1a')
    expect(screen.getByText('用户名为 3 到 15 个字符，以字母开头，只能含字母、数字和下划线')).toBeTruthy()
    expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
    expect(config.lang.defaultLang).toBe('zh-cn')
  })

  it('is passed by those signed in already', async () => {
    saveAdmin({ id: 1, token: 't1' })
    const { at } = open('/admin/login?to=%2Fadmin%2Fshop%2Funit')
    await waitFor(() => expect(at()).toBe('/admin/shop/unit'))
  })
})

describe('the gate', () => {
  it('asks to sign in first and then opens the requested page', async () => {
    const { at, person } = open('/admin/shop/unit?page=2&quickSearch=kg')
    await waitFor(() => expect(at()).toBe('/admin/login?to=%2Fadmin%2Fshop%2Funit%3Fpage%3D2%26quickSearch%3Dkg'))
    await person.type(await screen.findByLabelText('Username'), right.username)
    await person.type(screen.getByLabelText('Password'), `${right.password}{Enter}`)
    await waitFor(() => expect(at()).toBe('/admin/shop/unit?page=2&quickSearch=kg'))
  })

  it('closes when the server ends the session, with a notice', async () => {
    saveAdmin({ id: 1, token: 'stale' })
    const { at } = open('/admin/shop/unit')
    await waitFor(() => expect(at()).toBe('/admin/login?to=%2Fadmin%2Fshop%2Funit'))
    expect(
      await screen.findByText('Your session has ended. Sign in again to return to the page you were on.'),
    ).toBeTruthy()
  })

  it('redirects the home page to the admin area, and unknown paths to the not-found page', async () => {
    const front = open('/')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(session.site.siteName)
    await waitFor(() => expect(document.title).toBe(`Home - ${session.site.siteName}`))
    await front.person.click(screen.getByRole('link', { name: 'Go to the back office' }))
    await waitFor(() => expect(front.at()).toBe('/admin/login'))
    cleanup()
    const lost = open('/nowhere/at/all')
    await waitFor(() => expect(lost.at()).toBe('/404'))
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
    await lost.person.click(screen.getByRole('button', { name: 'Stay on this page' }))
    expect(screen.getByText('This page does not exist.')).toBeTruthy()
  })
})

describe('the admin area', () => {
  it('offers to try again when the server does not answer, and then appears', async () => {
    saveAdmin({ id: 1, token: 't1' })
    answer = () => ({ status: 503, body: '{}' })
    const { at, person } = open('/admin')
    expect(await screen.findByText('Service unavailable!')).toBeTruthy()
    answer = answerAs
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(at()).toBe('/admin/dashboard'))
  })

  it('shows 404 for unknown pages and 401 for tables without a menu entry', async () => {
    saveAdmin({ id: 1, token: 't1' })
    const { router, at } = open('/admin/shop/nothing')
    await waitFor(() => expect(at()).toBe('/404'))
    router.navigate('/admin/shop/product')
    await waitFor(() => expect(at()).toBe('/401'))
    expect(await screen.findByRole('heading', { name: 'No access permission' })).toBeTruthy()
  })

  it('has the menu in the language one changes to, without leaving the page', async () => {
    saveAdmin({ id: 1, token: 't1' })
    const { at, person } = open('/admin/shop/unit')
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    await person.click(screen.getByRole('button', { name: '中文' }))
    await waitFor(() => expect(menu.textContent).toBe('Depot控制台仓库品牌单位'))
    expect(menu.isConnected).toBe(true)
    expect(at()).toBe('/admin/shop/unit')
    await waitFor(() => expect(document.title).toBe('单位 - Depot'))
  })

  it('finds menu entries by their title', async () => {
    saveAdmin({ id: 1, token: 't1' })
    const { person } = open('/admin/shop/unit')
    await person.type(await screen.findByRole('searchbox', { name: 'Search menu' }), 'bra')
    expect(screen.getByRole('navigation', { name: 'Main menu' }).textContent).toBe('DepotWarehouseBrands')
    await person.type(screen.getByRole('searchbox', { name: 'Search menu' }), 'zz')
    expect(screen.getByText('No matching menu items')).toBeTruthy()
    await person.keyboard('{Escape}')
    expect(screen.getByRole('navigation', { name: 'Main menu' }).textContent).toBe('DepotDashboardWarehouseBrandsUnits')
  })

  it('moves the focus to the opened page and announces its name', async () => {
    saveAdmin({ id: 1, token: 't1' })
    const { person } = open('/admin/shop/unit')
    await person.click(await screen.findByRole('link', { name: 'Brands' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
    expect((await screen.findByText('Opened: Brands')).getAttribute('role')).toBe('status')
    expect(screen.getByRole('link', { name: 'Brands' }).getAttribute('aria-current')).toBe('page')
  })

  it('signs out on the server, clears the session and starts again', async () => {
    saveAdmin({ id: 1, token: 't1', refresh_token: 'r1', username: 'root1' })
    const { person } = open('/admin/shop/unit')
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await person.click(await screen.findByRole('button', { name: 'Root' }))
    await person.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(session.admin.token).toBe(''))
    const logout = server.seen.find((seen) => seen.url === '/admin/Index/logout')
    expect(logout).toMatchObject({ method: 'POST', body: '{"refreshToken":"r1"}' })
    expect(location.hash).toBe('#/admin/login')
    // jsdom cannot reload a page and complains.
    complaint.mockRestore()
  })
})

describe('the second factor at sign-in', () => {
  let isVerified = false
  const pending = (step: string): Reply => envelope(0, { reason: 'pending', step }, 'Enter the code first.')
  beforeEach(() => {
    isVerified = false
    answer = (seen) => {
      if (seen.url === '/admin/Index/index' && !isVerified) return pending('code')
      if (seen.url !== '/admin/Index/code') return answerAs(seen)
      const { totp_code: code } = JSON.parse(seen.body) as { totp_code: string }
      if (code === '000000') return envelope(0, { reason: 'invalid' }, 'Too many attempts. Try again in 5 minutes.')
      isVerified = code === '123456' || code === 'k3f7-aaaa-bbbb-cccc'
      return isVerified
        ? envelope(1, { recovery_left: code === '123456' ? null : 9 }, 'Signed in')
        : envelope(0, { reason: 'invalid', errors: { totp_code: 'Incorrect code.' } }, 'Correct the marked fields.')
    }
  })
  const codes = (): unknown[] =>
    server.seen.filter(({ url }) => url === '/admin/Index/code').map(({ body }) => JSON.parse(body) as unknown)
  const enter = async () => {
    const opened = open('/admin/login?to=%2Fadmin%2Fshop%2Funit')
    await opened.person.type(await screen.findByLabelText('Username'), right.username)
    await opened.person.type(screen.getByLabelText('Password'), `${right.password}{Enter}`)
    return { ...opened, code: await screen.findByLabelText<HTMLInputElement>('Code') }
  }

  it('sends six digits by itself, again after a wrong code, and goes on to where the person wanted', async () => {
    const { code, person, at } = await enter()
    expect(document.activeElement).toBe(code)
    expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric'])
    await person.keyboard('{Enter}')
    expect(screen.getByText('Enter a code or a recovery code')).toBeTruthy()
    await person.paste('654 321')
    await screen.findByText('Incorrect code.')
    await waitFor(() => expect([code.selectionStart, code.selectionEnd]).toEqual([0, 7]))
    await person.keyboard('000000')
    await screen.findByText('Too many attempts. Try again in 5 minutes.')
    expect(screen.queryByText('Incorrect code.')).toBeNull()
    await waitFor(() => expect(code.selectionEnd).toBe(6))
    await person.keyboard('123456')
    await waitFor(() => expect(at()).toBe('/admin/shop/unit'))
    expect(codes()).toEqual([{ totp_code: '654321' }, { totp_code: '000000' }, { totp_code: '123456' }])
  })

  it('takes a recovery code in the same field, with all keys of a phone', async () => {
    const { code, person, at } = await enter()
    await person.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(code)
    expect(code.inputMode).toBe('text')
    await person.keyboard('k3f7-aaaa-bbbb-cccc{Enter}')
    await waitFor(() => expect(at()).toBe('/admin/shop/unit'))
  })

  it('leads back to the sign-in page', async () => {
    const { person, at } = await enter()
    await person.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    await screen.findByLabelText('Password')
    expect(at()).toMatch(/^\/admin\/login/)
    expect(session.admin.token).toBe('')
  })

  it('is set up first where the site requires one', async () => {
    answer = (seen) => (seen.url === '/admin/Index/index' ? pending('enrolment') : answerAs(seen))
    saveAdmin({ id: 1, token: 't1' })
    open('/admin/shop/unit')
    await screen.findByRole('heading', { name: 'Set up a second factor' })
    expect(await screen.findByLabelText('Current password')).toBe(document.activeElement)
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  })
})
