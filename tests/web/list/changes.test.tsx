import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { callListener, setCallListener } from '../../../runtime/web/core/api/listener.ts'
import { notifySaved } from '../../../runtime/web/form/notify-saved.ts'
import { setToastRenderer, type Toast } from '../../../runtime/web/core/notify.ts'
import { expectNames, inRow, openList, rowOf, shownNames, useListServer } from './open-list.tsx'
import { shop } from '../../support/shop.ts'

const brand = shop.model('brand')
const category = shop.model('category')
const product = shop.model('product')
const unit = shop.model('unit')

const names = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm']
const server = useListServer(
  () => ({
    'shop.Brand': names.map((name, at) => ({ id: at + 1, version: 1, name, weigh: 10 - at, image: '' })),
    'shop.Product': Array.from({ length: 30 }, (_, at) => ({
      id: at + 1,
      name: `Product ${at + 1}`,
      weigh: 100 - at,
      images: [],
    })),
    'shop.Unit': [{ id: 1, version: 3, name: 'Box', status: 1, weigh: 1 }],
    'shop.Category': [
      { id: 1, name: 'Food', pid: null, weigh: 9, status: 1 },
      { id: 2, name: 'Tools', pid: null, weigh: 8, status: 1 },
      { id: 3, name: 'Fruit', pid: 1, weigh: 7, status: 1 },
      { id: 4, name: 'Bread', pid: 1, weigh: 6, status: 0 },
      { id: 5, name: 'Apple', pid: 3, weigh: 5, status: 1 },
    ],
  }),
  { 'shop.Category': 'pid' },
)
const asked = (path: string) => server().asked.filter((one) => one.path === path)

describe('deleting', () => {
  it('asks first with the number, and deletes the selection of several pages', async () => {
    const { user } = await openList(product)
    await user.click(inRow('Product 1$').getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(shownNames()).toContain('Product 21'))
    await user.click(inRow('Product 21').getByRole('checkbox'))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await user.click(
      within(screen.getByRole('group', { name: 'List actions' })).getByRole('button', { name: 'Delete' }),
    )
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('The 2 selected records will be deleted')
    expect(asked('shop.Product/del')).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Delete 2 records' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked('shop.Product/del').map(({ method, raw }) => [method, decodeURIComponent(raw)])).toEqual([
      ['DELETE', 'ids[]=1&ids[]=21'],
    ])
    expect(screen.queryByText(/selected$/)).toBeNull()
    await waitFor(() => expect(shownNames()).not.toContain('Product 21'))
  })

  it('offers to take it back where deleted records are kept and may be restored', async () => {
    const toasts: Toast[] = []
    const stop = setToastRenderer((toast) => toasts.push(toast))
    // Those of the tests before.
    toasts.length = 0
    const remove = async (name: string) => {
      await user.click(inRow(`${name}$`).getByRole('button', { name: `Delete “${name}”` }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Delete/ }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    const { user } = await openList(product)
    await remove('Product 3')
    await waitFor(() => expect(toasts.map(({ action }) => action?.text)).toEqual(['Undo']))
    toasts[0]!.action!.run()
    await waitFor(() => expect(asked('shop.Product/restore').map(({ body }) => body)).toEqual([{ ids: [3] }]))
    stop()
  })

  it('shows the records that still refer to it, with links', async () => {
    const references = [
      { table: 'shop/warehouse_area', label: 'Warehouse areas', id: 12, title: 'A-01' },
      { table: 'system/admin', page: 'auth/admin', label: 'Administrators', id: 3, title: 'Li' },
    ]
    const { user, router } = await openList(brand)
    const refused = { code: 0, msg: '“Ash” is still used', data: { reason: 'in_use', references } }
    server().answer('shop.Brand/del', refused)
    await user.click(screen.getByRole('button', { name: 'Delete “Ash”' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 1 record' }))
    expect((await within(screen.getByRole('alertdialog')).findByRole('alert')).textContent).toContain(
      '“Ash” is still used',
    )
    // Escape reaches the dialog: its button has the focus again.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })))
    expect(screen.getByRole('link', { name: 'Open “Li” (Administrators)' }).getAttribute('href')).toBe(
      '/admin/auth/admin?edit=3',
    )
    await user.click(screen.getByRole('link', { name: 'Open “A-01” (Warehouse areas)' }))
    expect(router.location).toMatchObject({ pathname: '/admin/shop/warehouseArea', search: '?edit=12' })
  })

  it('moves the focus to the row in the place of the deleted one', async () => {
    const { user } = await openList(brand)
    rowOf('Birch').focus()
    await user.click(screen.getByRole('button', { name: 'Delete “Birch”' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 1 record' }))
    await expectNames(['Ash', 'Cedar', 'Date', 'Elm'])
    await waitFor(() => expect(document.activeElement).toBe(rowOf('Cedar')))
  })

  it('keeps everything when one thinks better of it', async () => {
    const { user } = await openList(brand)
    await user.click(screen.getByRole('button', { name: 'Delete “Ash”' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked('shop.Brand/del')).toHaveLength(0)
    expect(shownNames()).toEqual(names)
  })
})

describe('reordering', () => {
  it('moves a record by buttons, also to a place by number', async () => {
    const { user } = await openList(brand)
    await user.click(screen.getByRole('button', { name: 'Reorder' }))
    await user.click(await screen.findByRole('button', { name: 'Move “Cedar” up' }))
    await expectNames(['Ash', 'Cedar', 'Birch', 'Date', 'Elm'])
    expect(asked('shop.Brand/sortable').at(-1)?.body).toEqual({
      move: 3,
      target: 2,
      order: 'weigh,desc',
      direction: 'up',
    })
    await user.click(screen.getByRole('button', { name: 'Move “Ash” to position' }))
    const place = await screen.findByRole('textbox', { name: /Position/ })
    await user.clear(place)
    await user.type(place, '9{Enter}')
    expect(screen.getByText('Enter a whole number from 1 to 5.')).toBeTruthy()
    await user.clear(place)
    await user.type(place, '4{Enter}')
    await expectNames(['Cedar', 'Birch', 'Date', 'Ash', 'Elm'])
    expect(asked('shop.Brand/sortable').at(-1)?.body).toMatchObject({ move: 1, target: 4, direction: 'down' })
    expect(screen.getByText('“Ash” moved to position 4')).toBeTruthy()
  })

  it('requests the neighbour when it is on another page', async () => {
    const { user } = await openList(product, '?page=2&limit=10')
    await user.click(screen.getByRole('button', { name: 'Reorder' }))
    await user.click(await screen.findByRole('button', { name: 'Move “Product 11” up' }))
    await waitFor(() => expect(shownNames()[0]).toBe('Product 10'))
    expect(asked('shop.Product/sortable').at(-1)?.body).toMatchObject({ move: 11, target: 10, direction: 'up' })
  })

  it('explains why it is impossible in another order, and how to enable it', async () => {
    const { user } = await openList(brand, '?order=name,desc')
    await user.click(screen.getByRole('button', { name: 'Reorder' }))
    expect(screen.getByText(/sort the list by rank/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sort by rank' }))
    expect(await screen.findByRole('button', { name: 'Move “Ash” down' })).toBeTruthy()
  })

  it("keeps a tree's records below their parent", async () => {
    const { user } = await openList(category)
    await user.click(screen.getByRole('button', { name: 'Reorder' }))
    const toasts: string[] = []
    const forget = setToastRenderer(({ text }) => void toasts.push(text))
    await user.click(await screen.findByRole('button', { name: 'Move “Fruit” up' }))
    expect(toasts.at(-1)).toEqual(
      expect.stringMatching(/^“Fruit” cannot move beyond the list: it is at position 1 of \d+\.$/),
    )
    expect(asked('shop.Category/sortable')).toEqual([])
    forget()
    await user.click(screen.getByRole('button', { name: 'Move “Fruit” down' }))
    await waitFor(() =>
      expect(asked('shop.Category/sortable').at(-1)?.body).toMatchObject({ move: 3, target: 4, direction: 'down' }),
    )
  })
})

describe('a tree', () => {
  it('announces levels and collapses one branch or all', async () => {
    const { user } = await openList(category)
    await expectNames(['Food', 'Fruit', 'Apple', 'Bread', 'Tools'])
    expect(
      [rowOf('Food'), rowOf('Apple')].map((row) => [row.getAttribute('aria-level'), row.getAttribute('aria-expanded')]),
    ).toEqual([
      ['1', 'true'],
      ['3', null],
    ])
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    await expectNames(['Food', 'Tools'])
    await user.click(screen.getByRole('button', { name: 'Expand “Food”' }))
    await expectNames(['Food', 'Fruit', 'Bread', 'Tools'])
    rowOf('Fruit').focus()
    await user.keyboard('{ArrowRight}')
    await expectNames(['Food', 'Fruit', 'Apple', 'Bread', 'Tools'])
    await user.keyboard('{ArrowLeft}')
    await expectNames(['Food', 'Fruit', 'Bread', 'Tools'])
    await user.click(screen.getByRole('button', { name: 'Expand all' }))
    await expectNames(['Food', 'Fruit', 'Apple', 'Bread', 'Tools'])
  })
})

describe('a switch in a row', () => {
  it('switches at once and saves the field with the version it saw', async () => {
    const { user } = await openList(unit)
    const open = server().hold('shop.Unit/edit')
    await user.click(screen.getByRole('switch', { name: 'Status: Box' }))
    expect(screen.getByRole('switch', { name: 'Status: Box' })).toHaveProperty('checked', false)
    open()
    await waitFor(() => expect(asked('shop.Unit/edit').at(-1)?.body).toEqual({ id: 1, status: 0, version: 3 }))
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Status: Box' }).getAttribute('aria-busy')).toBeNull(),
    )
    expect(screen.getByRole('switch', { name: 'Status: Box' })).toHaveProperty('checked', false)
  })

  it('reverts when the server refuses, and the reason is shown', async () => {
    const told = vi.fn()
    const stop = setCallListener({ onError: told })
    const { user } = await openList(unit)
    server().answer('shop.Unit/edit', { code: 0, msg: 'changed by someone else', data: { reason: 'conflict' } })
    await user.click(screen.getByRole('switch', { name: 'Status: Box' }))
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Status: Box' })).toHaveProperty('checked', true))
    expect(told).toHaveBeenCalledOnce()
    expect(told.mock.calls[0]?.[0]).toMatchObject({ message: 'changed by someone else' })
    stop()
    expect(callListener()).toBeTruthy()
  })
})

describe('states of the list', () => {
  it('offers to add the first record where there is none', async () => {
    server().tables['shop.Brand'] = []
    const { user, address } = await openList(brand)
    const box = screen.getByRole('heading', { name: 'No brands yet' }).parentElement!
    await user.click(within(box).getByRole('button', { name: 'Add' }))
    expect(address()).toBe('?add=1')
  })

  it('offers to clear the conditions where nothing matches', async () => {
    const { user, address } = await openList(brand, '?quickSearch=zzz')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expectNames(names)
    expect(address()).toBe('?limit=20')
  })

  it("keeps the older rows when a refresh fails, shows the request's number, and retries", async () => {
    const { user } = await openList(brand)
    server().answer('shop.Brand/index', { status: 500, headers: { 'x-request-id': 'req-77' } })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('Request number: req-77')).toBeTruthy()
    expect(shownNames()).toEqual(names)
    server().answer('shop.Brand/index', null)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Request number: req-77')).toBeNull())
  })

  it('shows all records with a notice when the address cannot be parsed', async () => {
    await openList(brand, '?page=0&search=what')
    expect(screen.getByText(/could not be read/)).toBeTruthy()
    expect(shownNames()).toEqual(names)
  })

  it("shows no skeleton for a short wait, and one of the rows' height for a long one", async () => {
    const open = server().hold('shop.Brand/index')
    const opened = openList(brand)
    // At once: looking for a role takes jsdom longer than the wait itself.
    expect(document.querySelector('table')).not.toBeNull()
    expect(document.querySelector('.bp6-skeleton')).toBeNull()
    expect(document.querySelectorAll('tbody tr')).toHaveLength(20)
    await waitFor(() => expect(document.querySelector('.bp6-skeleton')).not.toBeNull())
    open()
    await opened
    expect(document.querySelector('.bp6-skeleton')).toBeNull()
  })

  it('keeps the rows in sight while newer ones are on their way', async () => {
    const { user } = await openList(brand)
    const open = server().hold('shop.Brand/index')
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    expect(shownNames()).toEqual(names)
    server().tables['shop.Brand']!.pop()
    open()
    await expectNames(names.slice(0, 4))
  })

  it('announces the result to screen readers', async () => {
    await openList(brand)
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Page 1 loaded, 5 records')
  })
})

describe('export', () => {
  it('asks for the list as it is filtered and sorted, with the token, and saves the file', async () => {
    const saved: string[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const notifications: string[] = []
    const stop = setToastRenderer(({ text }) => notifications.push(text))
    const { user } = await openList(brand, '?quickSearch=e&order=name,desc&limit=10')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByLabelText('CSV (.csv)'))
    await user.click(within(dialog).getByLabelText(/^All columns/))
    await user.selectOptions(within(dialog).getByLabelText(/^Language of the headers/), 'zh-cn')
    await user.click(within(dialog).getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatch(/^Brands \d{4}-\d\d-\d\d \d\d\.\d\d\.csv$/)
    expect(decodeURIComponent(asked('shop.Brand/export')[0]!.raw)).toBe(
      'format=csv&lang=zh-cn&order=name,desc&quickSearch=e',
    )
    expect(notifications.at(-1)).toContain('Exported')
    click.mockRestore()
    stop()
  })

  it('reports a refusal', async () => {
    const notifications: string[] = []
    const stop = setToastRenderer(({ text }) => notifications.push(text))
    const { user } = await openList(brand)
    server().answer('shop.Brand/export', { code: 401, msg: 'no right' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(notifications).toEqual(['Export failed: no right']))
    stop()
  })
})

describe('editing', () => {
  it('offers to take a saved edit back, and shows the list as it is then', async () => {
    const toasts: Toast[] = []
    const stop = setToastRenderer((toast) => toasts.push(toast))
    // Those of the tests before.
    toasts.length = 0
    notifySaved('shop.Brand', 'Saved', undefined)
    await openList(brand)
    expect([toasts.length, toasts[0]?.action]).toEqual([1, undefined])
    notifySaved('shop.Brand', 'Saved', 41)
    const before = asked('shop.Brand/index').length
    toasts[1]!.action!.run()
    await waitFor(() => expect(asked('ajax/undo').map(({ body }) => body)).toEqual([{ entry: 41 }]))
    await waitFor(() => expect(asked('shop.Brand/index').length).toBe(before + 1))
    stop()
  })

  it('opens by a double press on the row, and by the button', async () => {
    const { user, address, router } = await openList(brand)
    fireEvent.doubleClick(rowOf('Cedar'))
    await waitFor(() => expect(address()).toBe('?edit=3'))
    router.navigate(-1)
    await user.click(screen.getByRole('button', { name: 'Edit “Date”' }))
    await waitFor(() => expect(address()).toBe('?edit=4'))
  })

  it('opens another record while the one before leaves the screen, and keeps it open', async () => {
    const { address, router } = await openList(brand)
    fireEvent.doubleClick(rowOf('Cedar'))
    const first = await screen.findByRole('dialog')
    fireEvent.click(within(first).getByRole('button', { name: 'Close' }))
    await act(async () => {})
    expect(address()).toBe('')
    fireEvent.doubleClick(rowOf('Date'))
    await waitFor(() => expect(address()).toBe('?edit=4'))
    await waitFor(() => expect(first.isConnected).toBe(false))
    expect(address()).toBe('?edit=4')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    router.navigate(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('')
  })

  it('closed twice, it stays on its list', async () => {
    const { address, router } = await openList(brand)
    fireEvent.doubleClick(rowOf('Cedar'))
    const close = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' })
    fireEvent.click(close)
    fireEvent.click(close)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.location.pathname).toBe('/admin/shop/brand')
    expect(address()).toBe('')
  })
})
