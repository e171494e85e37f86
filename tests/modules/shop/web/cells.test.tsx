/** Goods that are changed in their list. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { goods } from '#generated/shop/goods/table.ts'
import { InlinePrice, SaleSwitch } from '../../../../runtime/modules/shop/web/admin/cells.tsx'

const locale = { language: 'en', timeZone: 'UTC' } as const
const cell = (name: string, value: unknown, change: ((value: unknown) => Promise<void>) | null) => ({
  field: goods.fields.find((field) => field.name === name)!,
  value,
  row: { id: 1 },
  locale,
  recordName: 'Drill',
  change,
})
const person = userEvent.setup()
afterEach(cleanup)

it('changes a price in place: Enter saves, Escape does not, and what is no price is not sent', async () => {
  const change = vi.fn(async () => {})
  render(<InlinePrice {...cell('price', '12.50', change)} />)
  const open = () => person.click(screen.getByRole('button', { name: /Price of Drill|Drill的售价/ }))
  const type = (text: string) => person.keyboard(`{Control>}a{/Control}${text}`)
  await open()
  await type('13{Escape}')
  expect(change).not.toHaveBeenCalled()
  for (const wrong of ['0', '1.234', 'ten', '']) {
    await open()
    await person.clear(screen.getByRole('textbox'))
    await person.keyboard(`${wrong}{Enter}`)
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    await person.keyboard('{Escape}')
  }
  expect(change).not.toHaveBeenCalled()
  await open()
  await person.clear(screen.getByRole('textbox'))
  await person.keyboard('13.5{Enter}')
  expect(change.mock.calls).toEqual([['13.5']])
})

it('keeps a price that was refused, and shows text to those who may not change it', async () => {
  const { unmount } = render(<InlinePrice {...cell('price', '12.50', () => Promise.reject(new Error('no')))} />)
  await person.click(screen.getByRole('button'))
  await person.clear(screen.getByRole('textbox'))
  await person.keyboard('13{Enter}')
  await expect.poll(() => screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('13')
  unmount()
  render(<InlinePrice {...cell('price', '12.50', null)} />)
  expect([screen.queryByRole('button'), document.body.textContent]).toEqual([null, '12.50'])
})

it('puts goods on sale and off again by one press', async () => {
  const change = vi.fn(async () => {})
  const { unmount } = render(<SaleSwitch {...cell('status', '20', change)} />)
  await person.click(screen.getByRole('switch'))
  expect(change.mock.calls).toEqual([[10]])
  unmount()
  render(<SaleSwitch {...cell('status', '10', null)} />)
  expect(screen.queryByRole('switch')).toBe(null)
})
