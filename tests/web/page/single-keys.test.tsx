/** Keys of the whole page: they act for who means the page, and for nobody who writes. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSingleKeys } from '../../../runtime/web/core/page/single-keys.ts'
import { config } from '../../../runtime/web/core/preferences/store.ts'

const [resolve, talk, hush] = [vi.fn(), vi.fn(), vi.fn()]

function Page() {
  useSingleKeys({ e: resolve, ' ': { press: talk, release: hush } })
  return (
    <>
      <textarea aria-label="text" onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} />
      <input aria-label="line" />
      <button>elsewhere</button>
      <div role="dialog">
        <button>in a dialog</button>
      </div>
    </>
  )
}

let person: ReturnType<typeof userEvent.setup>
beforeEach(() => {
  person = userEvent.setup()
  render(<Page />)
})
afterEach(() => {
  cleanup()
  for (const mock of [resolve, talk, hush]) mock.mockClear()
  config.layout.singleKeys = true
})
const press = (key: string) => person.keyboard(key)
const lose = () => (document.activeElement as HTMLElement).blur()

it('acts on the page, not in texts or dialogs, for no shortcut or held key, and can be switched off', async () => {
  await press('e')
  await press('E')
  expect(resolve).toHaveBeenCalledTimes(2)
  for (const name of ['text', 'line']) {
    await person.click(screen.getByLabelText(name))
    await press('e')
  }
  await person.click(screen.getByText('in a dialog'))
  await press('e')
  await person.click(screen.getByText('elsewhere'))
  await press('{Control>}e{/Control}')
  fireEvent.keyDown(document.body, { key: 'e', repeat: true })
  fireEvent.keyDown(document.body, { key: 'e', isComposing: true })
  config.layout.singleKeys = false
  await press('e')
  expect(resolve).toHaveBeenCalledTimes(2)
})

it('holds a key until it is let go, whatever has the focus then, and leaves buttons their space', async () => {
  const counts = () => [talk.mock.calls.length, hush.mock.calls.length]
  await press('[Space>]')
  // The browser repeats a key that is held, and scrolls.
  expect(fireEvent.keyDown(document.body, { key: ' ', repeat: true })).toBe(false)
  expect(counts()).toEqual([1, 0])
  screen.getByText('elsewhere').focus()
  await press('[/Space]')
  expect(counts()).toEqual([1, 1])
  await press('[Space]')
  await person.click(screen.getByLabelText('text'))
  await press('[Space]')
  expect(counts()).toEqual([1, 1])
  screen.getByText('elsewhere').focus()
  lose()
  fireEvent.pointerDown(document.body)
  await press('[Space>]')
  fireEvent.blur(window)
  expect(counts()).toEqual([2, 2])
  await press('[/Space][Space>]')
  cleanup()
  expect(counts()).toEqual([3, 3])
})

it('does nothing for keys whose text has just gone away, as long as they go on', async () => {
  await person.click(screen.getByLabelText('text'))
  await press('s')
  lose()
  await press('e')
  await press('eten')
  expect(resolve).not.toHaveBeenCalled()
  // A press of the mouse shows that the page is meant.
  await person.click(screen.getByText('elsewhere'))
  await press('e')
  expect(resolve).toHaveBeenCalledTimes(1)
})

it.each([
  ['text', '{Escape}'],
  ['text', '{Tab}'],
  ['text', '{Enter}'],
  ['line', '{Enter}'],
])('acts again after a text (%s) that was left by %s', async (name, key) => {
  await person.click(screen.getByLabelText(name))
  await press('s')
  await press(key)
  lose()
  await press('e')
  expect(resolve).toHaveBeenCalledTimes(1)
})
