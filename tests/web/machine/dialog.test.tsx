import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { dialog, expectNoDialog, inRow, openMenu, openOrders, useMachineServer } from './open.tsx'

const server = useMachineServer()
const press = (box: HTMLElement, name: string) => within(box).getByRole('button', { name })

/** Opens the dialog that ships CK2. */
async function openShip() {
  const user = await openOrders()
  const opener = inRow('CK2').getByRole('button', { name: 'Ship “CK2”' })
  await user.click(opener)
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: /Courier number/ })
  return { user, opener, input, box: await dialog() }
}

describe('a dialog with input', () => {
  it('shows the action’s inputs with the record’s values, marks required ones and focuses the first', async () => {
    const { input, box } = await openShip()
    expect(input.value).toBe('SF-1')
    expect(within(box).getByText('Courier number').textContent).toBe('Courier number *')
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(within(box).getAllByRole('textbox')).toEqual([input])
  })

  it('shows what fields will be as the inputs are typed, and nothing while they say nothing', async () => {
    const { user, input, box } = await openShip()
    await user.type(input, '5')
    const preview = await within(box).findByLabelText('Preview')
    expect(preview.textContent).toMatch(/^Courier numberSF-1.*SF-15$/)
    expect(preview.closest('[role=status]')).not.toBeNull()
    await user.clear(input)
    await waitFor(() => expect(within(box).queryByLabelText('Preview')).toBeNull())
  })

  it('sends nothing while a value is missing, and names it', async () => {
    const { user, input, box } = await openShip()
    await user.clear(input)
    await user.click(press(box, 'Ship'))
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)?.textContent).not.toBe('')
    expect(server().acts('ship')).toHaveLength(0)
  })

  it('keeps nothing after cancel or Escape, and gives the focus back', async () => {
    const { user, opener, input } = await openShip()
    await user.type(input, '-changed')
    await user.keyboard('{Escape}')
    await expectNoDialog()
    await waitFor(() => expect(document.activeElement).toBe(opener))
    await user.click(opener)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Courier number/ })).value).toBe('SF-1')
    await user.click(press(await dialog(), 'Cancel'))
    await expectNoDialog()
    expect(server().acts('ship')).toHaveLength(0)
  })

  it("shows the server's message at the field", async () => {
    const { user, input, box } = await openShip()
    server().answerOnce('ship', {
      code: 0,
      msg: 'Correct the marked fields',
      data: { reason: 'invalid', errors: { courier_number: 'No such parcel' } },
    })
    await user.click(press(box, 'Ship'))
    await waitFor(() => expect(document.getElementById(`${input.id}-error`)?.textContent).toBe('No such parcel'))
    await user.type(input, '7{Enter}')
    await expectNoDialog()
    expect(
      server()
        .acts('ship')
        .map(({ body }) => body['courier_number']),
    ).toEqual(['SF-1', 'SF-17'])
  })

  it('follows a change of the language and keeps what was typed', async () => {
    const { user, input } = await openShip()
    await user.type(input, '2')
    setLanguage('zh-cn')
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /快递单号/ })).value).toBe('SF-12')
    expect((await dialog()).textContent).toContain('发货“CK2”')
  })
})

describe('one attempt has one effect', () => {
  it('shows progress while it runs and takes no second press', async () => {
    const { user, box } = await openShip()
    const open = server().hold()
    await user.click(press(box, 'Ship'))
    const button = box.querySelector<HTMLButtonElement>('button.bp6-intent-primary')!
    await waitFor(() => expect(button.className).toContain('bp6-loading'))
    await user.click(button)
    await user.keyboard('{Escape}')
    expect(document.querySelector('.action-dialog')).not.toBeNull()
    open()
    await expectNoDialog()
    expect(server().acts('ship')).toHaveLength(1)
  })

  it('sends the same key again after no answer, and a new one when the content or the answer is another', async () => {
    const { user, input, box } = await openShip()
    server().answerOnce('ship', 'do and hang up')
    await user.click(press(box, 'Ship'))
    expect((await within(box).findByRole('alert')).textContent).toContain('Trying again will not run it twice')
    await user.click(await within(box).findByRole('button', { name: 'Try again' }))
    await expectNoDialog()
    const [first, second] = server().acts('ship')
    expect(first!.key).toMatch(/^[\w-]{16,}$/)
    expect(second!.key).toBe(first!.key)
    expect(server().rows[1]!.version).toBe(2)
    expect(input.isConnected).toBe(false)
  })

  it('sends another key after a refusal', async () => {
    const { user, box } = await openShip()
    server().answerOnce('ship', { code: 0, msg: 'No carrier works today', data: { reason: 'bad_state' } })
    await user.click(press(box, 'Ship'))
    expect((await within(box).findByRole('alert')).textContent).toContain('No carrier works today')
    await user.click(press(box, 'Ship'))
    await expectNoDialog()
    const [first, second] = server().acts('ship')
    expect(second!.key).not.toBe(first!.key)
  })
})

describe('refusals', () => {
  it('shows what is short as a table with its numbers', async () => {
    const user = await openOrders({ language: 'zh-cn' })
    const short = [
      {
        table: 'shop/stock',
        key: { product_id: 1, warehouse_shelf_id: 2 },
        labels: { product_id: '苹果', warehouse_shelf_id: 'A-01' },
        on_hand: '3.000',
        available: '2.000',
        wanted: '5.000',
      },
    ]
    server().answerOnce('audit', { code: 0, msg: '“苹果 A-01”库存不足', data: { reason: 'stock_short', short } })
    await user.click(inRow('CK1').getByRole('button', { name: '审核“CK1”' }))
    const box = await dialog()
    await user.click(press(box, '审核'))
    const table = await within(box).findByRole('table', { name: '缺货明细' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['商品与货位', '现有', '可用', '需要'])
    expect([...table.querySelectorAll('tbody th, tbody td')].map((cell) => cell.textContent)).toEqual([
      '苹果 · A-01',
      '3',
      '2',
      '5',
    ])
    expect(within(box).getByRole('alert').textContent).toContain('库存不足。')
    // The server says the same in a sentence, for those who see no table.
    expect(within(box).getByRole('alert').textContent).not.toContain('“苹果 A-01”')
  })

  it('explains that another user was first, reloads the record and continues from there', async () => {
    const { user, input, box } = await openShip()
    Object.assign(server().rows[1]!, { version: 5, note: 'by somebody else' })
    await user.type(input, '3')
    await user.click(press(box, 'Ship'))
    const alert = await within(box).findByRole('alert')
    expect(alert.textContent).toContain('Someone else changed this record first')
    expect(alert.textContent).toContain('Audited · Not shipped')
    expect(input.value).toBe('SF-13')
    await user.click(press(box, 'Continue with the latest version'))
    await expectNoDialog()
    expect(
      server()
        .acts('ship')
        .map(({ body }) => body['version']),
    ).toEqual([1, 5])
  })

  it('offers only to close what can no longer be done, and shows the list anew', async () => {
    const user = await openOrders()
    await user.click(inRow('CK1').getByRole('button', { name: 'Audit “CK1”' }))
    Object.assign(server().rows[0]!, { version: 2, audit_status: 1 })
    const box = await dialog()
    await user.click(press(box, 'Audit'))
    const alert = await within(box).findByRole('alert')
    expect(alert.textContent).toContain('CK1 is in another state')
    expect(alert.textContent).toContain('Current state: Audited · Not shipped')
    expect(
      within(box)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Close'])
    await user.click(press(box, 'Close'))
    await expectNoDialog()
    expect(inRow('CK1').getByText('Audited')).toBeTruthy()
  })

  it('opens a dialog with the words of a refusal where nothing was asked before', async () => {
    const user = await openOrders({ lacks: ['audit'] })
    server().answerOnce('hold', { code: 0, msg: 'The customer waits already', data: { reason: 'bad_state' } })
    await user.click(inRow('CK1').getByRole('button', { name: 'Postpone “CK1”' }))
    const box = await dialog()
    expect((await within(box).findByRole('alert')).textContent).toContain('The customer waits already')
  })
})

it('asks for a reason before something is taken back, in the tone of the action', async () => {
  const user = await openOrders({ language: 'zh-cn' })
  const items = await openMenu(user, '“CK2”的更多操作')
  await user.click(items.find((item) => item.textContent === '反审核')!)
  const box = await dialog()
  await screen.findByRole('textbox', { name: /原因/ })
  expect(box.textContent).toContain('已过账的库存变动将被冲销。')
  expect(press(box, '反审核').className).toContain('bp6-intent-danger')
})
