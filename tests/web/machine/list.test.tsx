import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dialog, expectNoDialog, inRow, openMenu, openOrders, reasonOf, useMachineServer } from './open.tsx'
import { order } from './order.ts'

const server = useMachineServer()

describe('actions of a row', () => {
  it('offers the next step in words and the rest in a menu, each that cannot be taken with its reason', async () => {
    const user = await openOrders()
    expect(inRow('CK1').getByRole('button', { name: 'Audit “CK1”' })).toBeTruthy()
    expect(inRow('CK2').getByRole('button', { name: 'Ship “CK2”' })).toBeTruthy()
    const items = await openMenu(user, 'More actions on “CK2”')
    const open = 'Available only in the state “Not audited · Not shipped”'
    expect(items.map((item) => [item.textContent, reasonOf(item)])).toEqual([
      ['Audit', open],
      ['Postpone', open],
      ['Resume', open],
      ['Unship', 'Available only in the state “Audited · Shipped”'],
      ['Unaudit', null],
      ['Delete', 'Can be deleted only in the state “Not audited · Not shipped”'],
    ])
    const off = items[0]!
    expect(off.getAttribute('aria-disabled')).toBe('true')
    await user.click(off)
    expect(document.querySelector('.action-dialog')).toBeNull()
  })

  it('gives the focus back to the button of the menu when a deletion is thought better of', async () => {
    const user = await openOrders()
    const items = await openMenu(user, 'More actions on “CK1”')
    await user.click(items.find((item) => item.textContent === 'Delete')!)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const more = inRow('CK1').getByRole('button', { name: 'More actions on “CK1”' })
    await waitFor(() => expect(document.activeElement).toBe(more))
  })

  it('shows the message of a guard that fails', async () => {
    const user = await openOrders({ language: 'zh-cn' })
    expect(inRow('CK4').queryByRole('button', { name: '审核“CK4”' })).toBeNull()
    const items = await openMenu(user, '“CK4”的更多操作')
    expect(items.map((item) => [item.textContent, reasonOf(item)])).toContainEqual(['审核', '数量必须大于零，现为 0'])
  })

  it('offers the actions of records without states in the menu, and opens them by Enter as well', async () => {
    const user = await openOrders({ model: { ...order, machine: { ...order.machine!, fields: [] } }, lacks: ['edit'] })
    expect(inRow('CK1').queryByRole('button', { name: 'Audit “CK1”' })).toBeNull()
    const items = await openMenu(user, 'More actions on “CK1”')
    expect(items.map((item) => item.textContent)).toContain('Audit')
    await user.keyboard('{Escape}')
    inRow('CK1').getByRole('rowheader').closest('tr')!.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: /CK1/ })).toBeTruthy()
  })

  it('hides what the right is missing for', async () => {
    const user = await openOrders({ lacks: ['audit', 'unaudit', 'del'] })
    expect(inRow('CK1').queryByRole('button', { name: 'Audit “CK1”' })).toBeNull()
    const items = await openMenu(user, 'More actions on “CK2”')
    expect(items.map((item) => item.textContent)).toEqual(['Postpone', 'Resume', 'Unship'])
  })

  it('shows a switch that a rule locks as off, with the reason', async () => {
    const user = await openOrders()
    await waitFor(() => expect(inRow('CK4').getByRole('switch').getAttribute('aria-disabled')).toBe('true'))
    expect(inRow('CK4').getByRole('switch').getAttribute('aria-description')).toBe(
      '“Urgent” cannot be edited in this record.',
    )
    await user.click(inRow('CK4').getByRole('switch'))
    expect(inRow('CK4').getByRole('switch')).toHaveProperty('checked', false)
    expect(server().acts('edit')).toHaveLength(0)
    expect(inRow('CK1').getByRole('switch').getAttribute('aria-disabled')).toBeNull()
  })

  it('lets nothing be switched or edited in a state that forbids it', async () => {
    await openOrders()
    expect(inRow('CK1').getByRole('switch')).toBeTruthy()
    expect(inRow('CK2').queryByRole('switch')).toBeNull()
    expect(inRow('CK1').getByRole('button', { name: 'Edit “CK1”' })).toBeTruthy()
    expect(inRow('CK2').getByRole('button', { name: 'View “CK2”' })).toBeTruthy()
  })

  it('shows the effect before stock moves, runs once, reports the count and returns focus to the row', async () => {
    const user = await openOrders()
    await user.click(inRow('CK1').getByRole('button', { name: 'Audit “CK1”' }))
    const box = await dialog()
    expect(box.textContent).toContain('Audit “CK1”')
    expect(within(box).getByText('Not audited').closest('li')!.textContent).toContain('Audited')
    expect(box.textContent).toContain('Stock will be updated.')
    // What it concerns: the columns of the list with figures and references, not its states.
    const facts = [...box.querySelectorAll('.action-facts > div')].map((fact) => fact.textContent)
    expect(facts).toEqual(['Amount5.00'])
    expect(server().acts('audit')).toHaveLength(0)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Audit'))
    await user.keyboard('{Enter}')
    await expectNoDialog()
    expect(
      server()
        .acts('audit')
        .map(({ body }) => body),
    ).toEqual([{ id: 1, version: 1 }])
    expect(await screen.findByText('Audit “CK1”: completed')).toBeTruthy()
    await waitFor(() => expect(inRow('CK1').getByText('Audited')).toBeTruthy())
    expect(inRow('CK1').getByRole('button', { name: 'Ship “CK1”' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.closest('tr')?.dataset['id']).toBeDefined())
  })

  it('acts at once where nothing has to be asked, and takes it back by the notice', async () => {
    const user = await openOrders({ language: 'zh-cn', lacks: ['audit'] })
    await user.click(inRow('CK1').getByRole('button', { name: '暂缓“CK1”' }))
    expect(await screen.findByText('“CK1”已暂缓')).toBeTruthy()
    expect(document.querySelector('.action-dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('“CK1”已恢复')).toBeTruthy()
    expect(
      server()
        .acts('unhold')
        .map(({ body }) => body),
    ).toEqual([{ id: 1, version: 2 }])
  })

  it('names the record an action created, and links to it', async () => {
    const user = await openOrders()
    server().answerOnce('hold', {
      data: { id: 1, version: 2, made: { table: 'demo/rest_order', label: 'Rest', id: 77, title: 'CK77' } },
    })
    await openMenu(user, 'More actions on “CK1”')
    await user.click(await screen.findByRole('menuitem', { name: 'Postpone' }))
    expect(await screen.findByText('Postpone “CK1”: completed. Created: CK77')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(location.hash).toBe('#/admin/demo/restOrder?edit=77')
    location.hash = ''
  })

  it('opens the dialog of an undo that asks for something', async () => {
    const user = await openOrders()
    await user.click(inRow('CK1').getByRole('button', { name: 'Audit “CK1”' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Audit' }))
    await expectNoDialog()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const reason = await screen.findByRole('textbox', { name: /Reason/ })
    await user.type(reason, 'wrong customer{Enter}')
    await expectNoDialog()
    expect(
      server()
        .acts('unaudit')
        .map(({ body }) => body),
    ).toEqual([{ id: 1, version: 2, reason: 'wrong customer' }])
    await waitFor(() => expect(inRow('CK1').getByText('Not audited')).toBeTruthy())
  })
})

describe('actions of several records', () => {
  const choose = async (user: Awaited<ReturnType<typeof openOrders>>, ...names: string[]) => {
    for (const name of names) await user.click(inRow(name).getByRole('checkbox'))
    return screen.findByRole('group', { name: 'Actions on the selected records' })
  }

  it('runs on all of them, lists the failed ones with reasons, and keeps those selected', async () => {
    const user = await openOrders()
    const bar = await choose(user, 'CK1', 'CK2')
    await user.click(within(bar).getByRole('button', { name: 'Audit' }))
    const box = await dialog()
    expect(box.textContent).toContain('Audit: 2 records')
    await user.click(within(box).getByRole('button', { name: 'Audit' }))
    await waitFor(() => expect(box.textContent).toContain('1 succeeded, 1 failed'))
    expect(box.textContent).toContain('CK2 CK2 is in another state')
    expect(
      server()
        .acts('audit')
        .map(({ body }) => body),
    ).toEqual([{ ids: [1, 2] }])
    await user.click(within(box).getByRole('button', { name: 'Close' }))
    await expectNoDialog()
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(inRow('CK2').getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(inRow('CK1').getByText('Audited')).toBeTruthy()
  })

  it('reports the count when all succeeded', async () => {
    const user = await openOrders()
    const bar = await choose(user, 'CK1', 'CK4')
    await user.click(within(bar).getByRole('button', { name: 'Audit' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Audit' }))
    await expectNoDialog()
    expect(await screen.findByText('Audit: 2 records completed')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
  })

  it('asks once for what each of them needs', async () => {
    const user = await openOrders()
    const bar = await choose(user, 'CK2')
    await user.click(within(bar).getByRole('button', { name: 'Ship' }))
    const input = await screen.findByRole('textbox', { name: /Courier number/ })
    expect((input as HTMLInputElement).value).toBe('')
    await user.type(input, 'SF-9{Enter}')
    await expectNoDialog()
    expect(
      server()
        .acts('ship')
        .map(({ body }) => body),
    ).toEqual([{ ids: [2], courier_number: 'SF-9' }])
  })
})
