// @vitest-environment jsdom
/** Pages that need camera or microphone say why there is none. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { MediaNotice } from '../../../runtime/web/core/MediaNotice.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that https is missing, or the browser too old, and nothing where both are there', async () => {
  await setLanguage('en')
  vi.stubGlobal('isSecureContext', false)
  const { rerender } = render(<MediaNotice />)
  expect((await screen.findByRole('alert')).textContent).toContain('Browsers allow camera and microphone on https')
  vi.stubGlobal('isSecureContext', true)
  rerender(<MediaNotice key="unsupported" />)
  expect((await screen.findByRole('alert')).textContent).toContain('Use a current Chrome')
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: {} }))
  rerender(<MediaNotice key="there" />)
  expect(screen.queryByRole('alert')).toBeNull()
})
