// @vitest-environment jsdom
/**
 * The captcha of the sign-in page, by mouse and by keyboard, and the wait after too many failures, against a real
 * server.
 */
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { clockText } from '../../../runtime/web/identity/session/countdown.ts'
import { clearAdmin, session } from '../../../runtime/web/core/auth/session.ts'
import { routes } from '../../../runtime/web/shell/routes.tsx'
import { openAddresses, RoutedPages } from '../memory-router.tsx'
import { envelope, serve, type Reply, type Seen, type Serving } from '../shell/serving.ts'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 90_000 })
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
// jsdom lays nothing out: the picture is shown at half its size.
window.HTMLImageElement.prototype.getBoundingClientRect = () =>
  ({ left: 10, top: 20, width: 175, height: 100 }) as DOMRect

const right = { username: 'admin', password: 'Admin-2026' }
const texts = {
  right: 'Verification is successful!',
  wrong: 'The correct area is not clicked, please try again!',
  failed: 'Captcha loading failed, please click refresh button',
}
const solution = '30,40-300,160;350;200'

let server: Serving
let asks: 'from the start' | 'later' | 'never'
let isPictureThere: boolean
let signInAnswer: (body: Record<string, unknown>) => Reply | null
/** Ids of challenges given out and not burnt. */
let open: Map<string, string>

function answer({ url, method, body }: Seen): Reply {
  const given = method === 'POST' ? (JSON.parse(body) as Record<string, unknown>) : {}
  const { pathname, searchParams } = new URL(url, 'http://x')
  if (pathname === '/admin/Index/login' && method === 'GET') return envelope(1, { captcha: asks === 'from the start' })
  if (pathname === '/api/common/clickCaptcha')
    return challenge(searchParams.get('id')!, searchParams.get('mode') === 'text')
  if (pathname === '/api/common/checkClickCaptcha') {
    if (open.get(String(given['id'])) === given['info']) return envelope(1, null, texts.right)
    open.delete(String(given['id']))
    return envelope(0, null, texts.wrong)
  }
  if (pathname === '/admin/Index/login') return signInAnswer(given) ?? signedIn(given)
  return envelope(0, null, 'no')
}

function challenge(id: string, isText: boolean): Reply {
  if (isText) {
    open.set(id, '12')
    return envelope(1, { id, mode: 'text', question: 'What is seven plus five?', wait: 0 })
  }
  if (!isPictureThere) return { status: 500, body: '{}' }
  open.set(id, solution)
  return envelope(1, { id, text: ['<apple>', 'K'], base64: 'data:image/png;base64,AAAA', width: 350, height: 200 })
}

function signedIn({ captchaId, captchaInfo }: Record<string, unknown>): Reply {
  if (asks !== 'never' && (captchaInfo === undefined || open.get(String(captchaId)) !== captchaInfo)) {
    return envelope(
      0,
      { reason: 'invalid', errors: { captchaInfo: 'Complete the verification first.' }, captcha: true },
      'Complete the verification first.',
    )
  }
  return envelope(1, { userInfo: { id: 1, username: 'admin', token: 't1', refresh_token: '' }, routePath: '/admin' })
}

beforeEach(async () => {
  asks = 'from the start'
  isPictureThere = true
  signInAnswer = () => null
  open = new Map()
  server = await serve(answer)
  http.defaults.baseURL = server.address
  setLanguage('en')
  clearAdmin()
})

afterEach(async () => {
  cleanup()
  await server.close()
})

async function fillIn(): Promise<ReturnType<typeof userEvent.setup>> {
  render(<RoutedPages router={openAddresses('/admin/login')} routes={routes} />)
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText('Username'), right.username)
  await person.type(screen.getByLabelText('Password'), right.password)
  await waitFor(() => expect(server.seen.some((seen) => seen.url === '/admin/Index/login')).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  return person
}

const posted = (): Record<string, unknown>[] =>
  server.seen
    .filter((seen) => seen.method === 'POST' && seen.url === '/admin/Index/login')
    .map((seen) => JSON.parse(seen.body) as Record<string, unknown>)
const picture = (): Promise<HTMLElement> => screen.findByRole('img', { name: /Verification image/ })
const clickAt = (image: HTMLElement, x: number, y: number): boolean =>
  fireEvent.click(image, { clientX: 10 + x / 2, clientY: 20 + y / 2 })

describe('the captcha', () => {
  it('appears before sign-in when the server requires it, and its solution is sent', async () => {
    const person = await fillIn()
    const image = await picture()
    expect(screen.getByRole('dialog', { name: 'Verification' })).toBeTruthy()
    expect(screen.getByText('1. apple')).toBeTruthy()
    expect(posted()).toEqual([])
    clickAt(image, 30, 40)
    expect(screen.getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(true)
    clickAt(image, 300, 160)
    // A third point is one too many.
    clickAt(image, 5, 5)
    expect(screen.queryByRole('button', { name: 'Point 3' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText(texts.right)
    await waitFor(() => expect(session.admin.token).toBe('t1'))
    expect(posted()).toEqual([
      { ...right, keep: false, captchaId: expect.stringMatching(/^[0-9a-f]{32}$/) as string, captchaInfo: solution },
    ])
  })

  it('takes points back: the last one, or a mark with those after it', async () => {
    const person = await fillIn()
    const image = await picture()
    clickAt(image, 200, 20)
    clickAt(image, 220, 20)
    await person.click(screen.getByRole('button', { name: 'Undo last point' }))
    expect(screen.queryByRole('button', { name: 'Point 2' })).toBeNull()
    clickAt(image, 220, 20)
    await person.click(screen.getByRole('button', { name: 'Point 1' }))
    expect(screen.queryByRole('button', { name: /Point/ })).toBeNull()
  })

  it('reports a wrong click and shows a new picture, without points', async () => {
    const person = await fillIn()
    const image = await picture()
    clickAt(image, 1, 1)
    clickAt(image, 2, 2)
    await person.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText(texts.wrong)
    await waitFor(() =>
      expect(server.seen.filter((seen) => seen.url.startsWith('/api/common/clickCaptcha')).length).toBeGreaterThan(1),
    )
    await picture()
    expect(screen.queryByRole('button', { name: /Point/ })).toBeNull()
    expect(posted()).toEqual([])
  })

  it('reports that the picture could not be loaded, and loads one on refresh', async () => {
    isPictureThere = false
    const person = await fillIn()
    await screen.findByText(texts.failed)
    isPictureThere = true
    await person.click(screen.getByRole('button', { name: 'Refresh' }))
    await picture()
    expect(screen.queryByText(texts.failed)).toBeNull()
  })

  it('is solved by keyboard alone through a question in words', async () => {
    const person = await fillIn()
    await picture()
    screen.getByRole('button', { name: /Answer a question/ }).focus()
    await person.keyboard('{Enter}')
    const input = await screen.findByLabelText('Answer in digits')
    expect(screen.getByText('What is seven plus five?').id).toBe(input.getAttribute('aria-describedby'))
    await waitFor(() => expect(document.activeElement).toBe(input))
    await person.keyboard('12{Enter}')
    await waitFor(() => expect(session.admin.token).toBe('t1'))
    expect(posted()[0]).toMatchObject({ captchaInfo: '12' })
  })

  it('opens when the server asks for it only after the password was sent', async () => {
    asks = 'later'
    const person = await fillIn()
    const image = await picture()
    expect(posted()).toHaveLength(1)
    clickAt(image, 30, 40)
    clickAt(image, 300, 160)
    await person.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(session.admin.token).toBe('t1'))
    expect(posted()).toHaveLength(2)
  })

  it('can be cancelled; nothing is sent and the input is kept', async () => {
    const person = await fillIn()
    await picture()
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(posted()).toEqual([])
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe(right.password)
  })
})

describe('the wait after too many failures', () => {
  it('counts down on the button, sends nothing meanwhile, and ends automatically', async () => {
    asks = 'never'
    signInAnswer = () => envelope(0, { reason: 'invalid', wait: 2 }, 'Too many failed attempts. Try again in 1 min.')
    const person = await fillIn()
    const button = await screen.findByRole('button', { name: /Try again in 0:0[12]/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await person.type(screen.getByLabelText('Password'), '{Enter}')
    expect(posted()).toHaveLength(1)
    signInAnswer = () => null
    await screen.findByText('You can try again now.')
    await person.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(session.admin.token).toBe('t1'))
  })

  it('belongs to the account entered: another account may be tried', async () => {
    asks = 'never'
    signInAnswer = ({ username }) =>
      username === 'admin' ? envelope(0, { reason: 'invalid', wait: 900 }, 'Too many failed attempts.') : null
    const person = await fillIn()
    await screen.findByRole('button', { name: /Try again in 1[45]:\d\d/ })
    await person.type(screen.getByLabelText('Username'), '2')
    await person.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(session.admin.token).toBe('t1'))
  })

  it('is written as clocks write it', () => {
    expect([9, 870, 3600].map(clockText)).toEqual(['0:09', '14:30', '1:00:00'])
  })
})
