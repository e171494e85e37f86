import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useRegisteredCommands } from '../../../runtime/web/core/page/commands.ts'
import { rightAfterKey } from '../right-after-key.ts'
import { dialog, expectNoDialog, inRow, openMenu, openOrders, reasonOf, useMachineServer } from './open.tsx'

const server = useMachineServer()

const bar = () => screen.findByRole('group', { name: /^(Actions|操作)$/ })
const head = () => document.querySelector<HTMLElement>('.action-states')!.textContent

describe('the open record', () => {
  it('shows its states, the next step in front and dangerous ones in a menu', async () => {
    const user = await openOrders({ search: '?edit=2' })
    expect(
      within(await bar())
        .getAllByRole('button')
        .map((button) => button.textContent || button.getAttribute('aria-label')),
    ).toEqual(['Ship', 'More actions'])
    expect(head()).toBe('AuditAuditedShipmentNot shipped')
    const items = await openMenu(user, 'More actions')
    expect(items.at(-1)!.textContent).toBe('Unaudit')
    expect([items[0]!.textContent, reasonOf(items[0]!)]).toEqual([
      'Audit',
      'Available only in the state “Not audited · Not shipped”',
    ])
  })

  it('shows an action refused by a guard as a disabled button with the reason', async () => {
    await openOrders({ search: '?edit=4' })
    const button = within(await bar()).getByRole('button', { name: 'Audit' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe(
      'The amount must be above zero, not 0',
    )
    button.click()
    expect(document.querySelector('.action-dialog')).toBeNull()
  })

  it('is locked in a state that forbids changes, with the reason', async () => {
    await openOrders({ search: '?edit=3', language: 'zh-cn' })
    expect(await screen.findByText('当前状态为“已审核 · 已发货”，不能编辑。')).toBeTruthy()
    const drawer = document.querySelector<HTMLElement>('.record-dialog')!
    expect(drawer.querySelectorAll('input, textarea, select')).toHaveLength(0)
    expect(drawer.querySelector('.record-shown')?.textContent).toBe('CK3')
    expect(
      within(drawer.querySelector<HTMLElement>('.record-footer')!)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['关闭'])
    expect(within(drawer).getByRole('heading', { name: /查看出库单/ })).toBeTruthy()
  })

  it('opens without the right to edit: readable by the right to list, locked, with its actions', async () => {
    const user = await openOrders({ lacks: ['edit'] })
    await user.click(inRow('CK2').getByRole('button', { name: 'View “CK2”' }))
    expect(await screen.findByText('You can view this record but not edit it.')).toBeTruthy()
    expect(
      document.querySelector('.record-dialog')!.querySelectorAll('.record-control input:not(:disabled)'),
    ).toHaveLength(0)
    await user.click(within(await bar()).getByRole('button', { name: 'Ship' }))
    await user.type(await within(await dialog()).findByRole('textbox', { name: /Courier/ }), 'SF1')
    await user.click(within(await dialog()).getByRole('button', { name: 'Ship' }))
    await waitFor(() => expect(head()).toBe('AuditAuditedShipmentShipped'))
    expect(server().asked.filter(({ path }) => path === 'demo.Order/edit')).toEqual([])
  })

  it('shows who did what and why, with the states, newest first', async () => {
    const entry = (id: number, action: string, more: object) => ({
      id,
      time: 1_790_000_000 + id,
      who: 'Li',
      action,
      was: null,
      input: {},
      names: {},
      fields: [],
      changes: [],
      undo: false,
      ...more,
    })
    server().answerOnce('history', {
      data: {
        more: false,
        list: [
          entry(4, 'audit', { was: { audit_status: 0, shipment_status: 0 } }),
          entry(3, 'unaudit', { was: { audit_status: 1, shipment_status: 0 }, input: { reason: 'wrong shelf' } }),
          entry(2, 'edit', {
            who: '',
            fields: ['note', 'gone'],
            changes: [
              { field: 'note', before: 'fragile', after: 'B' },
              { field: 'amount', before: '1.50', after: null },
              { field: 'gone', before: 1, after: 2 },
            ],
          }),
          entry(1, 'add', {}),
        ],
      },
    })
    await openOrders({ search: '?edit=2' })
    const story = within(await screen.findByRole('region', { name: 'History' }))
    const told = story
      .getAllByRole('listitem')
      .filter((item) => item.className === 'history-entry')
      .map((item) => item.textContent)
    expect(told).toEqual([
      expect.stringMatching(/^AuditNot audited · Not shippedbecomesAudited · Not shippedLi2026-/),
      expect.stringMatching(
        /^UnauditAudited · Not shippedbecomesNot audited · Not shippedLi2026-.*Reason: wrong shelf$/,
      ),
      expect.stringMatching(/^EditedSystem2026-.*Note: fragilebecomesB.*Amount: 1.50becomes\(empty\)/),
      expect.stringMatching(/^AddedLi2026-/),
    ])
  })

  it('puts a former value back into the form, which saves it like any other', async () => {
    server().answerOnce('history', {
      data: {
        more: false,
        list: [
          {
            id: 1,
            time: 1_790_000_000,
            who: 'Li',
            action: 'edit',
            was: null,
            input: {},
            names: {},
            fields: ['note'],
            changes: [{ field: 'note', before: 'fragile', after: 'B' }],
          },
        ],
      },
    })
    const user = await openOrders({ search: '?edit=1' })
    await user.click(await screen.findByRole('button', { name: 'Put back “Note”: fragile' }))
    const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' })
    await waitFor(() => expect([note.value, document.activeElement]).toEqual(['fragile', note]))
  })

  it('shows the record as it was after an entry or at a time, and puts a value back into the form', async () => {
    const entry = { who: 'Li', was: null, input: {}, names: {}, fields: [], changes: [], undo: false }
    const list = [
      { ...entry, id: 8, time: 1_790_000_060, action: 'edit' },
      { ...entry, id: 7, time: 1_790_000_000, action: 'add' },
    ]
    server().answerOnce('history', { data: { more: false, list } })
    const user = await openOrders({ search: '?edit=1' })
    const [, older] = await screen.findAllByRole('button', { name: /^View the record as of/ })
    const values = [
      { field: 'note', before: 'then', after: 'now' },
      { field: 'shipment_status', before: 0, after: 0 },
      { field: 'audit_status', before: 0, after: 1 },
    ]
    server().answerOnce('history', {
      data: { time: list[1]!.time, is: 'there', values, unknown: ['amount', 'gone'] },
    })
    await user.click(older!)
    const dialogs = within(await screen.findByRole('dialog', { name: 'The record as it was' }))
    expect((await dialogs.findByRole('status')).textContent).toBe('2 fields differ from now.')
    expect(dialogs.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'FieldThenNow',
      'Notethennow Put back',
      'ShipmentNot shippedSame ',
      'AuditNot auditedAudited ',
    ])
    expect(dialogs.getByText(/^Not known for that time: /)).toBeTruthy()
    server().answerOnce('history', { data: { time: 1, is: 'missing', values: [], unknown: [] } })
    const input = dialogs.getByLabelText('or at a time')
    fireEvent.change(input, { target: { value: '2020-01-02T03:04' } })
    fireEvent.blur(input)
    expect(await dialogs.findByText('The record had not been added yet.')).toBeTruthy()
    server().answerOnce('history', { data: { time: list[1]!.time, is: 'there', values, unknown: [] } })
    await user.click(dialogs.getByRole('button', { name: 'Newer change' }))
    await user.click(await dialogs.findByRole('button', { name: 'Put back “Note”: then' }))
    const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note', hidden: true })
    await waitFor(() => expect([note.value, document.activeElement]).toEqual(['then', note]))
  })

  it('undoes the last change from its history, and keeps the focus in the drawer', async () => {
    const entry = { id: 7, time: 1_790_000_000, who: 'Li', action: 'edit', was: null, input: {}, names: {}, fields: [] }
    const changes = [{ field: 'note', before: 'then', after: 'now' }]
    server().answerOnce('history', { data: { more: false, list: [{ ...entry, changes, undo: true }] } })
    server().answerOnce('undo', { msg: 'Undone', data: null })
    const user = await openOrders({ search: '?edit=1' })
    const story = within(await screen.findByRole('region', { name: 'History' }))
    server().answerOnce('history', { data: { more: false, list: [] } })
    server().rows.find(({ id }) => id === 1)!.version += 1
    await user.click(story.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
    expect(server().asked.find(({ path }) => path === 'ajax/undo')?.body).toEqual({ entry: 7 })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('never has its states among the inputs', async () => {
    await openOrders({ search: '?edit=1' })
    await screen.findByRole('textbox', { name: 'Note' })
    expect(screen.queryByRole('combobox', { name: 'Audit' })).toBeNull()
    expect(
      document
        .querySelector('.record-dialog')!
        .querySelectorAll('.record-control [name*="audit_status"], [id$="_audit_status"]'),
    ).toHaveLength(0)
  })

  it('acts, shows the record and the list anew and keeps the focus in the drawer', async () => {
    const user = await openOrders({ search: '?edit=1' })
    await user.click(within(await bar()).getByRole('button', { name: 'Audit' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Audit' }))
    await expectNoDialog()
    await waitFor(() => expect(head()).toBe('AuditAuditedShipmentNot shipped'))
    expect(await screen.findByText('This record is “Audited · Not shipped” and cannot be edited.')).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole('rowheader', { name: 'CK1', hidden: true }).closest('tr')!.textContent).toContain(
        'Audited',
      ),
    )
    await waitFor(() => expect(document.activeElement?.closest('.record-drawer')).not.toBeNull())
  })

  it('registers the available actions in the palette', async () => {
    // Read while rendering, as by a palette that is open before the record is there.
    const Titles = () =>
      useRegisteredCommands('zh-cn').map(({ key, title, hint, group, run }) => (
        <button key={key} onClick={run}>{`${title} ${hint} ${group}`}</button>
      ))
    const { container } = render(<Titles />)
    await openOrders({ search: '?edit=2' })
    await bar()
    expect([...container.children].map(({ textContent }) => textContent)).toEqual([
      '发货 CK2 record',
      '反审核 CK2 record',
    ])
    fireEvent.click(container.querySelector('button')!)
    expect((await dialog()).textContent).toContain('Ship “CK2”')
  })
})

describe('unsaved changes', () => {
  const change = async () => {
    const user = await openOrders({ search: '?edit=1' })
    const note = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' })
    await user.clear(note)
    await user.type(note, 'second')
    await user.click(within(await bar()).getByRole('button', { name: 'Audit' }))
    expect(server().acts('audit')).toHaveLength(0)
    return { user, note, box: await dialog() }
  }

  it('are asked about also when the action comes right after the key', async () => {
    await openOrders({ search: '?edit=1' })
    const note = await screen.findByRole('textbox', { name: 'Note' })
    const button = within(await bar()).getByRole('button', { name: 'Audit' })
    await rightAfterKey(note, 'second', () => button.click())
    expect((await dialog()).textContent).toContain('Unsaved changes')
    expect(note).toHaveProperty('value', 'second')
  })

  it('are saved first when the person wants that', async () => {
    const { user, box } = await change()
    expect(box.textContent).toContain('Unsaved changes')
    await user.click(within(box).getByRole('button', { name: /^Save, then / }))
    await waitFor(() => expect(document.querySelector('.action-dialog')?.textContent).toContain('Audit “CK1”'))
    await user.click(within(await dialog()).getByRole('button', { name: 'Audit' }))
    await expectNoDialog()
    expect(server().rows[0]).toMatchObject({ note: 'second', audit_status: 1, version: 3 })
    expect(
      server()
        .acts('audit')
        .map(({ body }) => body),
    ).toEqual([{ id: 1, version: 2 }])
  })

  it('are given up when the person wants that', async () => {
    const { user, box } = await change()
    await user.click(within(box).getByRole('button', { name: /^Discard, then / }))
    await waitFor(() => expect(document.querySelector('.action-dialog')?.textContent).toContain('Audit “CK1”'))
    await user.click(within(await dialog()).getByRole('button', { name: 'Audit' }))
    await expectNoDialog()
    expect(server().rows[0]).toMatchObject({ note: 'first', audit_status: 1 })
  })

  it('stay when the person thinks better of it', async () => {
    const { user, note, box } = await change()
    await user.click(within(box).getByRole('button', { name: 'Keep editing' }))
    await expectNoDialog()
    expect(note.value).toBe('second')
    expect(server().acts('audit')).toHaveLength(0)
  })

  it('stop the action when they cannot be saved', async () => {
    const { user, box } = await change()
    server().answerOnce('edit', {
      code: 0,
      msg: 'The note is not allowed',
      data: { reason: 'invalid', errors: { note: 'Not allowed' } },
    })
    await user.click(within(box).getByRole('button', { name: /^Save, then / }))
    expect((await screen.findAllByText(/Not allowed/)).length).toBeGreaterThan(0)
    await expectNoDialog()
    expect(server().acts('audit')).toHaveLength(0)
  })
})
