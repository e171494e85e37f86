// @vitest-environment jsdom
/** Notices, the line on top, the theme of the page, and keys that are held. */
import { Button } from '@blueprintjs/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { Toaster, toastDurationMs } from '../../../runtime/web/core/Toaster.tsx'
import { notify, notifyError, notifySuccess } from '../../../runtime/web/core/notify.ts'
import { dropForeignReleases } from '../../../runtime/web/core/react/released-keys.ts'
import { beginProgress, endProgress, progress } from '../../../runtime/web/core/loading/progress.ts'
import { config } from '../../../runtime/web/core/preferences/store.ts'
import { followConfig } from '../../../runtime/web/core/theme/theme.ts'
import { partOf } from '../../support/part-of.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  setLanguage('en')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a key', () => {
  it('that opened something answers nothing by its release', () => {
    const end = dropForeignReleases()
    const pressed: string[] = []
    render(
      <>
        <Button text="Open" onClick={() => pressed.push('open')} />
        <Button text="Confirm" onClick={() => pressed.push('confirm')} />
      </>,
    )
    const [open, confirm] = [screen.getByText('Open').parentElement!, screen.getByText('Confirm').parentElement!]
    for (const key of ['Enter', ' ']) {
      fireEvent.keyDown(open, { key })
      fireEvent.keyUp(confirm, { key })
    }
    expect(pressed).toEqual([])
    fireEvent.keyDown(confirm, { key: 'Enter' })
    fireEvent.keyUp(confirm, { key: 'Enter' })
    expect(pressed).toEqual(['confirm'])
    end()
    fireEvent.keyDown(open, { key: 'Enter' })
    fireEvent.keyUp(confirm, { key: 'Enter' })
    // As long as Blueprint does this.
    expect(pressed).toEqual(['confirm', 'confirm'])
  })
})

describe('notices', () => {
  it('are read by the region their weight asks for, also those said before the page stood', () => {
    notifySuccess('Saved')
    render(<Toaster />)
    act(() => notifyError('Server exception!'))
    expect(screen.getByText('Saved').closest('[role]')?.getAttribute('role')).toBe('status')
    expect(screen.getByText('Server exception!').closest('[role]')?.getAttribute('role')).toBe('alert')
  })

  it('close automatically, errors later, and wait while hovered or focused', () => {
    render(<Toaster />)
    act(() => notifySuccess('Saved'))
    act(() => notifyError('Wrong'))
    act(() => screen.getAllByRole('button', { name: 'Dismiss notification' })[0]!.focus())
    act(() => {
      vi.advanceTimersByTime(toastDurationMs.success)
    })
    expect(screen.queryByText('Saved')).toBeNull()
    act(() => {
      vi.advanceTimersByTime(toastDurationMs.danger)
    })
    expect(screen.getByText('Wrong')).toBeTruthy()
    act(() => (document.activeElement as HTMLElement).blur())
    act(() => {
      vi.advanceTimersByTime(toastDurationMs.danger)
    })
    expect(screen.queryByText('Wrong')).toBeNull()
  })

  it('give the focus back where it was when the one that has it closes', () => {
    render(
      <main tabIndex={-1}>
        <button type="button">Work</button>
        <Toaster />
      </main>,
    )
    const work = screen.getByRole('button', { name: 'Work' })
    const undo = (): void => act(() => screen.getByRole('button', { name: 'Undo' }).click())
    const show = (): void => {
      act(() => notify({ tone: 'success', text: 'Deleted', action: { text: 'Undo', run: () => undefined } }))
      act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    }
    act(() => work.focus())
    show()
    undo()
    expect(document.activeElement).toBe(work)
    show()
    act(() => work.remove())
    undo()
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  it('do not pile up: the same message is shown once, at most four in all', () => {
    render(<Toaster />)
    act(() => {
      for (let count = 0; count < 5; count += 1) notifyError('Wrong')
    })
    expect(screen.getAllByText('Wrong')).toHaveLength(1)
    act(() => {
      for (const text of ['a', 'b', 'c', 'd']) notifyError(text)
    })
    expect(screen.queryByText('Wrong')).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Dismiss notification' })).toHaveLength(4)
  })

  it('offer what can be done, once', () => {
    const undo = vi.fn()
    render(<Toaster />)
    act(() => notify({ text: 'Deleted', tone: 'success', action: { text: 'Undo', run: undo } }))
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    expect(undo).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Deleted')).toBeNull()
  })
})

describe('the line on top', () => {
  it('starts at once, advances slowly, and completes only with the last request', () => {
    beginProgress()
    expect(progress.share).toBe(0.08)
    beginProgress()
    vi.advanceTimersByTime(799)
    expect(progress.share).toBe(0.08)
    vi.advanceTimersByTime(1)
    expect(progress.share).toBeGreaterThan(0.08)
    vi.advanceTimersByTime(800 * 100)
    expect(progress.share).toBeLessThan(1)
    endProgress()
    expect(progress.share).toBeLessThan(1)
    endProgress()
    expect(progress.share).toBe(1)
    vi.advanceTimersByTime(200)
    expect(progress.share).toBeNull()
  })
})

describe('the theme', () => {
  it('follows the choice, and the system only when that was chosen', () => {
    const system = Object.assign(new EventTarget(), { matches: true })
    window.matchMedia = () => partOf<MediaQueryList>(system)
    config.layout.theme = 'light'
    const stop = followConfig()
    const isDark = () =>
      document.body.classList.contains('bp6-dark') && document.documentElement.dataset['theme'] === 'dark'
    expect(isDark()).toBe(false)
    config.layout.theme = 'dark'
    expect(isDark()).toBe(true)
    config.layout.theme = 'system'
    expect(isDark()).toBe(true)
    system.matches = false
    system.dispatchEvent(new Event('change'))
    expect(isDark()).toBe(false)
    setLanguage('zh-cn')
    expect(document.documentElement.lang).toBe('zh-CN')
    stop()
  })
})
