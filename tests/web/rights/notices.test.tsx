// @vitest-environment jsdom
/**
 * Notices: asked for every 5 seconds while seen, each told once, heard, counted, listed and read, against a real
 * server.
 */
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notice } from '../../../runtime/protocol/index.ts'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { pollIntervalMs, toastDurationMs } from '../../../runtime/web/identity/notifications/poll.ts'
import { NotificationBell } from '../../../runtime/web/identity/notifications/NotificationBell.tsx'
import { NotificationsPage } from '../../../runtime/web/identity/notifications/NotificationsPage.tsx'
import { notifications, setSound, soundKey } from '../../../runtime/web/identity/notifications/store.ts'
import { Toaster } from '../../../runtime/web/core/Toaster.tsx'
import { progress } from '../../../runtime/web/core/loading/progress.ts'
import { envelope, serve, type Seen, type Serving } from '../shell/serving.ts'

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

let server: Serving
let all: Notice[]
let fresh: number[]
let played: string[]
let nextId = 100

function answer({ url, body }: Seen) {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const unread = () => all.filter(({ read }) => read === 0).length
  const given = body === '' ? {} : (JSON.parse(body) as { id?: number })
  if (pathname.endsWith('/push')) {
    const list = all.filter(({ id }) => fresh.includes(id))
    fresh = []
    return envelope(1, {
      sound: list[0]?.sound ?? '',
      msg: list[0]?.title ?? '',
      id: list[0]?.id ?? null,
      unread: unread(),
      list,
    })
  }
  if (pathname.endsWith('/index')) {
    const found = all.filter(({ read }) => searchParams.get('unread') !== '1' || read === 0).toReversed()
    const limit = Number(searchParams.get('limit'))
    return envelope(1, {
      list: found.slice((Number(searchParams.get('page')) - 1) * limit).slice(0, limit),
      total: found.length,
      unread: unread(),
    })
  }
  all = all.map((one) => (pathname.endsWith('/readall') || one.id === given.id ? { ...one, read: 1 as const } : one))
  return envelope(1, { unread: unread() })
}

/** Something happens that this admin is to know. */
function publish(title: string, content = '', sound = 'notice', path = ''): void {
  nextId += 1
  all.push({ id: nextId, title, content, sound, path, create_time: 1_732_000_000, read: 0 })
  fresh.push(nextId)
}

beforeEach(async () => {
  all = []
  fresh = []
  played = []
  server = await serve(answer)
  http.defaults.baseURL = server.address
  setLanguage('en')
  localStorage.clear()
  setSound(true)
  Object.assign(notifications, { unread: 0 })
  vi.stubGlobal(
    'Audio',
    class {
      constructor(url: string) {
        played.push(url)
      }
      play() {
        return Promise.reject(new Error('not allowed'))
      }
    },
  )
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  hide(false)
  await server.close()
})

/** Not faked: what the server does takes time of its own. */
const realTimeout = setTimeout
const polls = (): number => server.seen.filter(({ url }) => url.includes('/push')).length
const hide = (isHidden: boolean): void => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}
const open = () =>
  render(
    <MemoryRouter>
      <Toaster />
      <NotificationBell />
    </MemoryRouter>,
  )
/** Lets a request be sent, answered and drawn. */
const settle = async (): Promise<void> => {
  await act(() => new Promise((resolve) => realTimeout(resolve, 100)))
}
/** Lets answers of the server arrive and be drawn until the condition holds. */
const until = async (isThere: () => boolean): Promise<void> => {
  while (!isThere()) await act(() => new Promise((resolve) => realTimeout(resolve, 5)))
}
const bell = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('button', { name })

describe('news', () => {
  it('are polled at once, announced in the live region, played, counted, and shown once', async () => {
    publish('Stock is low', 'Blue paint: 2 left')
    open()
    await bell('Notifications, 1 unread')
    const toast = within(screen.getByRole('region', { name: 'Notifications' })).getByText(/Stock is low/)
    expect(toast.textContent).toBe('Stock is low\nBlue paint: 2 left')
    expect(toast.closest('[role=status]')).not.toBeNull()
    expect(played).toEqual(['/static/sounds/notice.mp3'])
    expect(progress.share).toBeNull()
    // The server tells it again (another process, another answer); the person is not told again.
    fresh = [nextId]
    await act(async () => {
      hide(true)
      hide(false)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(polls()).toBe(2)
    expect(screen.getAllByText(/Stock is low/)).toHaveLength(1)
    expect(played).toHaveLength(1)
  })

  it('is asked for again 5 seconds later, and not while the tab is hidden', async () => {
    expect([pollIntervalMs, toastDurationMs]).toEqual([5000, 20_000])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const waits = (): number => timers.mock.calls.filter(([, delay]) => delay === pollIntervalMs).length
    try {
      open()
      await until(() => waits() === 1)
      vi.advanceTimersByTime(pollIntervalMs - 1)
      await settle()
      expect(polls()).toBe(1)
      vi.advanceTimersByTime(1)
      await until(() => waits() === 2)
      expect(polls()).toBe(2)
      act(() => hide(true))
      vi.advanceTimersByTime(10 * pollIntervalMs)
      await settle()
      expect(polls()).toBe(2)
    } finally {
      timers.mockRestore()
      vi.useRealTimers()
    }
    publish('While away')
    act(() => hide(false))
    await bell('Notifications, 1 unread')
    expect(polls()).toBe(3)
  })

  it('stays 20 seconds, longer while the pointer is on it', async () => {
    publish('Look here')
    open()
    const text = await within(screen.getByRole('region', { name: 'Notifications' })).findByText('Look here')
    const card = text.parentElement!
    vi.useFakeTimers()
    try {
      fireEvent.mouseEnter(card)
      act(() => {
        vi.advanceTimersByTime(60_000)
      })
      expect(card.isConnected).toBe(true)
      fireEvent.mouseLeave(card)
      act(() => {
        vi.advanceTimersByTime(19_000)
      })
      expect(card.isConnected).toBe(true)
      act(() => {
        vi.advanceTimersByTime(1_500)
      })
      expect(card.isConnected).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is silent when its sound is off, names no file, or the switch is off; the switch is kept', async () => {
    setSound(false)
    expect(JSON.parse(localStorage.getItem(soundKey)!)).toBe(false)
    publish('Silent')
    open()
    await bell('Notifications, 1 unread')
    cleanup()
    setSound(true)
    publish('Odd', '', '../../evil')
    open()
    await bell('Notifications, 2 unread')
    expect(played).toEqual([])
  })

  it('continues after a failed answer', async () => {
    await server.close()
    open()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.getByRole('button', { name: 'Notifications, none unread' })).toBeTruthy()
    server = await serve(answer)
    http.defaults.baseURL = server.address
    publish('Back again')
    await act(async () => {
      hide(true)
      hide(false)
      await Promise.resolve()
    })
    await bell('Notifications, 1 unread')
  })
})

describe('the bell', () => {
  it('shows the latest ones and reads one or all', async () => {
    publish('First')
    publish('Second')
    open()
    const person = userEvent.setup()
    await person.click(await bell('Notifications, 2 unread'))
    await person.click(await screen.findByRole('button', { name: 'Mark as read: Second' }))
    await bell('Notifications, 1 unread')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as read: Second' })).toBeNull())
    expect(screen.getByRole('link', { name: 'All notifications' }).getAttribute('href')).toBe(
      '/admin/notification/index',
    )
    await person.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await bell('Notifications, none unread')
    expect(server.seen.filter(({ method }) => method === 'POST').map(({ url, body }) => [url, body])).toEqual([
      ['/admin/notification.Index/read', JSON.stringify({ id: nextId })],
      ['/admin/notification.Index/readall', '{}'],
    ])
  })
})

describe('a notice of a kind', () => {
  it('opens its page, which marks it as read and closes the bell', async () => {
    publish('Stock is low', '', 'notice', '/admin/shop/stock?quickSearch=7')
    open()
    const person = userEvent.setup()
    await person.click(await bell('Notifications, 1 unread'))
    const link = await screen.findByRole('link', { name: 'Stock is low' })
    expect(link.getAttribute('href')).toBe('#/admin/shop/stock?quickSearch=7')
    await person.click(link)
    await bell('Notifications, none unread')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Stock is low' })).toBeNull())
  })
})

describe('the page of notices', () => {
  it('shows all, page by page, and only the unread ones when wanted', async () => {
    for (let count = 1; count <= 23; count += 1) publish(`Notice ${count}.`)
    all[22] = { ...all[22]!, read: 1 }
    render(
      <MemoryRouter>
        <NotificationsPage />
      </MemoryRouter>,
    )
    const person = userEvent.setup()
    await screen.findByText('Notice 23.')
    expect(screen.getByText('Page 1 of 2, 23 in total')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('Notice 1.')
    await person.click(screen.getByRole('checkbox', { name: 'Unread only' }))
    await screen.findByText('Notice 22.')
    expect(screen.queryByText('Notice 23.')).toBeNull()
  })
})
