/** The text of buttons, tags and menu items: what is cut off has a title once somebody points at it. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Text } from '../../../runtime/web/react/text.tsx'

afterEach(cleanup)

/** The element of a text that needs so many pixels of 100. */
function shown(width: number, more: Partial<Parameters<typeof Text>[0]> = {}): HTMLElement {
  render(
    <Text ellipsize {...more}>
      A long name
    </Text>,
  )
  const text = screen.getByText('A long name')
  Object.defineProperties(text, { scrollWidth: { value: width, configurable: true }, clientWidth: { value: 100 } })
  return text
}

it('has its content as title only while it is cut off', () => {
  const text = shown(180)
  expect(text.title).toBe('')
  fireEvent.pointerEnter(text)
  expect(text.title).toBe('A long name')
  Object.defineProperty(text, 'scrollWidth', { value: 90 })
  fireEvent.pointerEnter(text)
  expect(text.hasAttribute('title')).toBe(false)
})

it('keeps the title it is given, and adds none where nothing is cut off', () => {
  const titled = shown(180, { title: 'Name' })
  fireEvent.pointerEnter(titled)
  expect(titled.title).toBe('Name')
  cleanup()
  const plain = shown(180, { ellipsize: false, tagName: 'span' })
  fireEvent.pointerEnter(plain)
  expect([plain.tagName, plain.title]).toEqual(['SPAN', ''])
})
