// @vitest-environment jsdom
/** The own profile: what is sent, what is refused, and sessions that are ended, against a real server. */
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { deviceName } from '../../../runtime/web/identity/profile/device.ts'
import type { NoticeMail } from '../../../runtime/web/identity/profile/calls.ts'
import { ProfilePage } from '../../../runtime/web/identity/profile/ProfilePage.tsx'
import { SessionsDialog } from '../../../runtime/web/identity/profile/SessionsDialog.tsx'
import { strengthOf } from '../../../runtime/web/identity/profile/strength.ts'
import type { OwnOperation } from 'tablewright/protocol'
import { session } from '../../../runtime/web/core/auth/session.ts'
import { setToastRenderer, type Toast } from '../../../runtime/web/core/notify.ts'
import { envelope, serve, type Reply, type Seen, type Serving } from '../shell/serving.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 90_000 })
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
let server: Serving
let operations: OwnOperation[]
let sessions: { id: number; current: 0 | 1 }[]
let save: () => Reply | Promise<Reply>
let noticeMail: NoticeMail
const kinds = [
  { name: 'shop/low', label: 'Low stock', mail: 0 },
  { name: 'shop/late', label: 'Late orders', mail: 1 },
] as const
let factor: { enabled: boolean; time: number | null; recovery_left: number; required: boolean }
const codes = ['k3f7-aaaa-bbbb-cccc', 'k3f7-dddd-eeee-ffff']

/** The changes of a second factor: the password is "pw", the code 123456. */
function change(action: string, input: { readonly current_password?: string; readonly totp_code?: string }): Reply {
  const refuse = (field: string): Reply =>
    envelope(0, { reason: 'invalid', errors: { [field]: 'Incorrect' } }, 'Correct the marked fields.')
  if (input.current_password !== undefined && input.current_password !== 'pw') return refuse('current_password')
  if (input.totp_code !== undefined && input.totp_code !== '123456') return refuse('totp_code')
  if (action === 'enrolFactor') return envelope(1, { secret: 'ABCDEFGH234567ABCDEFGH234567ABCD', address: otpauth })
  factor = action === 'disableFactor' ? { ...factor, enabled: false, time: null } : enabled
  return envelope(1, action === 'disableFactor' ? null : { recovery_codes: codes }, 'Done')
}
const otpauth = 'otpauth://totp/Depot:admin?secret=ABCDEFGH234567ABCDEFGH234567ABCD&issuer=Depot'
const enabled = { enabled: true, time: 1_732_000_000, recovery_left: 10, required: false }

/** The import is undone in two requests; a record of the first one stays. */
function undoNext({ before }: { readonly before: number | null }): Reply {
  const reasons = [{ id: 7, msg: 'The record was changed again.' }]
  if (before === null) return envelope(1, { done: 40, kept: 1, reasons, left: 9, next: 10 }, 'Undone for 40 records.')
  operations = []
  return envelope(1, { done: 9, kept: 0, reasons: [], left: 0, next: null }, 'Undone')
}

function answer({ url, body }: Seen): Reply | Promise<Reply> {
  const { pathname } = new URL(url, 'http://x')
  if (pathname.endsWith('AdminInfo/index'))
    return envelope(1, {
      info: {
        id: 1,
        username: 'admin',
        nickname: 'Root',
        avatar: '',
        email: '',
        mobile: '',
        motto: '',
        last_login_time: '2026-01-02 03:04:05',
        last_login_ip: '10.0.0.1',
      },
    })
  if (pathname.endsWith('ajax/undoable')) return envelope(1, { list: operations })
  if (pathname.endsWith('ajax/undo')) return undoNext(JSON.parse(body) as { readonly before: number | null })
  if (pathname.endsWith('AdminInfo/noticeMail')) return envelope(1, noticeMail)
  if (pathname.endsWith('AdminInfo/saveNoticeMail')) return save()
  if (pathname.endsWith('AdminInfo/factor')) return envelope(1, factor)
  if (/Factor$|recoveryCodes$/.test(pathname)) return change(pathname.split('/').at(-1) ?? '', JSON.parse(body))
  if (pathname.endsWith('AdminInfo/edit') || pathname.endsWith('AdminInfo/password')) return save()
  if (pathname.endsWith('/sessions'))
    return envelope(1, {
      list: sessions.map((one) => ({
        device: agent,
        ip: `10.0.0.${one.id}`,
        create_time: 1_732_000_000,
        seen_time: 1_732_000_060,
        keep: 0,
        ...one,
      })),
      total: sessions.length,
    })
  if (pathname.endsWith('/endSession')) {
    sessions = sessions.filter(({ id }) => id !== (JSON.parse(body) as { id: number }).id)
    return envelope(1, null, 'Session ended.')
  }
  return envelope(
    401,
    { node: 'auth/adminlog/index', title: 'Admin log: list', ask: ['Root'] },
    'You need the permission “Admin log: list”. Ask Root.',
  )
}

beforeEach(async () => {
  sessions = [
    { id: 5, current: 1 },
    { id: 6, current: 0 },
  ]
  operations = []
  save = () => envelope(1, null, 'Saved')
  noticeMail = { mailer: 'on', has_address: 1, has_links: 1, language: 'en', kinds }
  factor = { enabled: false, time: null, recovery_left: 0, required: false }
  server = await serve(answer)
  http.defaults.baseURL = server.address
  setLanguage('en')
  session.admin.id = 1
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const sent = (action: string): unknown[] =>
  server.seen
    .filter(({ url, method }) => method === 'POST' && url.endsWith(action))
    .map(({ body }) => JSON.parse(body) as unknown)

describe('the own profile', () => {
  it('sends only what changed', async () => {
    render(<ProfilePage />)
    const person = userEvent.setup()
    const nickname = await screen.findByLabelText('Nickname')
    await person.clear(nickname)
    await person.type(nickname, 'Ann')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(session.admin.nickname).toBe('Ann'))
    expect(sent('/edit')).toEqual([{ nickname: 'Ann' }])
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('saves what was typed during a save after it, when Enter asked for that, and keeps the focus', async () => {
    render(<ProfilePage />)
    const person = userEvent.setup()
    let finish: () => void = () => undefined
    save = () => new Promise((resolve) => (finish = () => resolve(envelope(1, null, 'Saved'))))
    await person.type(await screen.findByLabelText('Motto'), 'One{Enter}')
    await waitFor(() => expect(sent('/edit')).toEqual([{ motto: 'One' }]))
    await person.keyboard(' two')
    expect((screen.getByLabelText('Motto') as HTMLInputElement).value).toBe('One two')
    await person.keyboard('{Enter}')
    expect(sent('/edit')).toHaveLength(1)
    finish()
    await waitFor(() => expect(sent('/edit')).toEqual([{ motto: 'One' }, { motto: 'One two' }]))
    // Enter alone asks for nothing new.
    await person.keyboard('{Enter}')
    const button = screen.getByRole('button', { name: 'Save' })
    await person.click(button)
    finish()
    await screen.findByRole('button', { name: 'Save', busy: false })
    expect(document.activeElement).toBe(button)
    expect(sent('/edit')).toHaveLength(2)
  })

  it("reports errors before anything is sent, and the server's refusal at its field", async () => {
    render(<ProfilePage />)
    const person = userEvent.setup()
    await person.clear(await screen.findByLabelText('Nickname'))
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent('/edit')).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('Nickname'))
    await person.type(screen.getByLabelText('Nickname'), 'Ann')
    save = () =>
      envelope(0, { reason: 'invalid', errors: { email: 'Not an email address' } }, 'Please correct the marked fields.')
    await person.type(screen.getByLabelText('Email'), 'x')
    // Codes that set a new password are sent there.
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent('/edit')).toEqual([])
    expect(document.activeElement).toBe(screen.getAllByLabelText('Current password')[0])
    await person.keyboard('Old-paint-2026')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const change = { nickname: 'Ann', email: 'x', current_password: 'Old-paint-2026' }
    await waitFor(() => expect(sent('/edit')).toEqual([change]))
    const told = await screen.findByText('Not an email address')
    expect(screen.getByLabelText('Email').getAttribute('aria-describedby')).toContain(told.id)
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('x')
  })

  it('changes the password with the current one, and forgets both afterwards', async () => {
    render(<ProfilePage />)
    const person = userEvent.setup()
    const submit = () => person.keyboard('{Enter}')
    await person.type(await screen.findByLabelText('New password'), 'a<b>c')
    await submit()
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
    await person.keyboard('Old-paint-2026')
    await submit()
    expect(document.activeElement).toBe(screen.getByLabelText('New password'))
    expect(sent('/password')).toEqual([])
    await person.clear(screen.getByLabelText('New password'))
    await person.keyboard('Blue-paint-2027')
    expect(screen.getByText('Strength: strong')).toBeTruthy()
    save = () => envelope(0, { reason: 'invalid', errors: { current_password: 'Incorrect' } }, 'Correct the fields.')
    await submit()
    const problem = await screen.findByText('Incorrect')
    expect(screen.getByLabelText('Current password').getAttribute('aria-describedby')).toContain(problem.id)
    save = () => envelope(1, null, 'Password changed')
    await submit()
    await waitFor(() => expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe(''))
    expect((screen.getByLabelText('Current password') as HTMLInputElement).value).toBe('')
    expect(sent('/password').at(-1)).toEqual({ current_password: 'Old-paint-2026', password: 'Blue-paint-2027' })
  })

  it('undoes an import in as many requests as it takes, and says what stays', async () => {
    const facts = { time: 1_732_000_000, controller: 'shop.Product' }
    operations = [
      { ...facts, entries: [9], title: 'Products: import', count: 50, names: [] },
      { ...facts, entries: [7, 8], title: 'Products: delete', count: 2, names: ['Rice', 'Tea'] },
    ]
    const toasts: Toast[] = []
    const forget = setToastRenderer((toast) => void toasts.push(toast))
    render(<ProfilePage />)
    const person = userEvent.setup()
    expect(await screen.findByRole('button', { name: 'Undo: Products: delete, Rice, Tea' })).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Undo: Products: import, 50 records' }))
    await screen.findByText('Nothing to undo')
    expect(sent('ajax/undo')).toEqual([
      { entry: 9, before: null },
      { entry: 9, before: 10 },
    ])
    const text = '49 undone, 1 record stays as it is. The first reason: The record was changed again.'
    await waitFor(() => expect(toasts).toContainEqual({ tone: 'warning', text }))
    // The button is gone; the keyboard goes on in its section.
    expect(document.activeElement?.textContent).toMatch(/^Your edits, deletions and imports/)
    forget()
  })

  it('ends another session, never the current one, and explains a missing right to read the log', async () => {
    render(<ProfilePage />)
    const person = userEvent.setup()
    const end = await screen.findByRole('button', { name: 'End this session: Chrome · Windows' })
    expect(screen.getAllByRole('button', { name: /End this session/ })).toHaveLength(1)
    await screen.findByText(/You need the permission “Admin log: list”/)
    await person.click(end)
    await waitFor(() => expect(screen.queryByRole('button', { name: /End this session/ })).toBeNull())
    expect(sent('/endSession')).toEqual([{ id: 6 }])
  })
})

describe('the own second factor', () => {
  it('is set up by password, key and code, and shows the recovery codes once', async () => {
    render(<ProfilePage />)
    const person = userEvent.setup()
    await person.click(await screen.findByRole('button', { name: 'Set up a second factor' }))
    const form = screen.getByRole('button', { name: 'Continue' }).closest('form') as HTMLElement
    const password = within(form).getByLabelText('Current password')
    expect(document.activeElement).toBe(password)
    await person.keyboard('{Enter}')
    expect(within(form).getByText('Enter your current password')).toBeTruthy()
    await person.keyboard('no{Enter}')
    await within(form).findByText('Incorrect')
    await person.clear(password)
    await person.keyboard('pw{Enter}')
    expect((await screen.findByLabelText('Key')).textContent).toBe('ABCD EFGH 2345 67AB CDEF GH23 4567 ABCD')
    const picture = await screen.findByRole('img', { name: 'QR code with the key' })
    expect(picture.getAttribute('viewBox')).toBe('0 0 45 45')
    expect(screen.getByRole('link', { name: /Open in an authenticator app/ }).getAttribute('href')).toBe(otpauth)
    await person.click(screen.getByRole('button', { name: 'Copy key' }))
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGH234567ABCDEFGH234567ABCD')
    const code = screen.getByLabelText('Code')
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    await person.type(code, '654321')
    await screen.findByText('Incorrect')
    await waitFor(() => expect((code as HTMLInputElement).selectionEnd).toBe(6))
    await person.keyboard('１２３ ４５６')
    await screen.findByRole('heading', { name: 'Recovery codes' })
    expect(sent('/confirmFactor')).toEqual([{ totp_code: '654321' }, { totp_code: '123456' }])
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(expect.arrayContaining(codes))
    await person.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
    await person.click(screen.getByRole('button', { name: 'I have saved these codes' }))
    await screen.findByText('10 unused recovery codes left.')
    expect(screen.queryByText(codes[0]!)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create new recovery codes' }))
  })

  it('warns when few recovery codes are left, and makes new ones with password and code', async () => {
    factor = { ...enabled, recovery_left: 1 }
    render(<ProfilePage />)
    const person = userEvent.setup()
    await screen.findByText('Only 1 recovery code left. Create new ones.')
    await person.click(screen.getByRole('button', { name: 'Create new recovery codes' }))
    await person.keyboard('pw{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
    expect(sent('/recoveryCodes')).toEqual([])
    await person.keyboard('123456{Enter}')
    await screen.findByText(codes[0]!)
    expect(sent('/recoveryCodes')).toEqual([{ current_password: 'pw', totp_code: '123456' }])
  })

  it('is disabled with password and code; where the site requires one, the page says what follows', async () => {
    factor = { ...enabled, required: true }
    render(<ProfilePage />)
    const person = userEvent.setup()
    await person.click(await screen.findByRole('button', { name: 'Disable second factor' }))
    expect(screen.getByText(/This site requires a second factor/)).toBeTruthy()
    await person.keyboard('pw')
    await person.type(screen.getByLabelText('Code'), '123456{Enter}')
    await screen.findByRole('button', { name: 'Set up a second factor' })
    expect(sent('/disableFactor')).toEqual([{ current_password: 'pw', totp_code: '123456' }])
  })
})

describe('sessions of another account', () => {
  it('are asked for by the account', async () => {
    render(<SessionsDialog adminId={9} name="Ann" onClose={() => undefined} />)
    await screen.findByRole('dialog', { name: 'Sessions of Ann' })
    await screen.findByText('Chrome · Windows, 10.0.0.6')
    expect(server.seen.some(({ url }) => url.endsWith('/sessions?admin_id=9'))).toBe(true)
  })
})

describe('words for devices and passwords', () => {
  it('name browser and system, or nothing', () => {
    expect(
      [
        agent,
        `${agent} Edg/131.0`,
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
        'curl/8',
      ].map(deviceName),
    ).toEqual(['Chrome · Windows', 'Edge · Windows', 'Safari · iOS', ''])
  })

  it('rate what is short or repeats as weak', () => {
    expect(
      ['aaaaaaaaaaaa1A-', '123456', 'abcdefgh', 'abcdef12', 'Blue-paint-2027', 'correct horse battery staple'].map(
        strengthOf,
      ),
    ).toEqual(['weak', 'weak', 'weak', 'fair', 'strong', 'strong'])
  })
})

describe('notifications by mail', () => {
  const section = async () =>
    within((await screen.findByRole('heading', { name: 'Notifications by mail' })).closest('section')!)

  it('are chosen by kind, with the language of the mail, and stay chosen when saving fails', async () => {
    const user = userEvent.setup()
    render(<ProfilePage />)
    const mail = await section()
    await user.click(await mail.findByLabelText('Low stock'))
    await user.click(mail.getByLabelText('Late orders'))
    await user.selectOptions(mail.getByLabelText('Language of the mail'), 'zh-cn')
    save = () => envelope(0, null, 'Not now')
    await user.click(mail.getByRole('button', { name: 'Save choices' }))
    await mail.findByText('Not now')
    expect(mail.getByText('Unsaved changes')).toBeTruthy()
    save = () => envelope(1, null, 'Saved')
    await user.click(mail.getByRole('button', { name: 'Save choices' }))
    await waitFor(() => expect(mail.queryByText('Unsaved changes')).toBeNull())
    const choice = { kinds: ['shop/low'], language: 'zh-cn' }
    expect(sent('saveNoticeMail')).toEqual([choice, choice])
  })

  it.each([
    [{ has_address: 0 }, 'Your account has no valid email address'],
    [{ mailer: 'stored' }, 'No mail server is set up yet'],
    [{ has_links: 0 }, 'Links in the mail are incomplete'],
    [{ mailer: 'off' }, 'No mail module is installed'],
  ] as const)('say why nothing arrives: %j', async (state, reason) => {
    noticeMail = { ...noticeMail, ...state }
    render(<ProfilePage />)
    await (await section()).findByText(new RegExp(reason))
  })
})
