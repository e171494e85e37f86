import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minColumnWidth, readPreferences } from '../../../runtime/web/records/list/columns/preferences.ts'
import { expectNames, openList, rowOf, shownNames, useListServer } from './open-list.tsx'
import { shop } from '../../support/shop.ts'

const product = shop.model('product')

const rows = () =>
  Array.from({ length: 45 }, (_, at) => ({
    id: at + 1,
    version: 1,
    product_no: `P${at + 1}`,
    name: `Product ${at + 1}`,
    price: `${at + 1}.0000`,
    status: at % 2 ? 20 : 10,
    weigh: 1000 - at,
    brand_id: 3,
    brand: { id: 3, name: 'Acme' },
    images: [],
  }))
const server = useListServer(() => ({
  'shop.Product': rows(),
  'shop.Brand': [
    { id: 3, name: 'Acme' },
    { id: 4, name: 'Umbra' },
  ],
}))
const asked = (path = 'shop.Product/index') => server().asked.filter((one) => one.path === path)
/** What is written into an input from now on, in that order. */
function watchValue(input: HTMLInputElement): readonly string[] {
  const { get, set } = Object.getOwnPropertyDescriptor(input, 'value')!
  const written: string[] = []
  Object.defineProperty(input, 'value', {
    configurable: true,
    get,
    set(this: HTMLInputElement, value: string) {
      written.push(value)
      set!.call(this, value)
    },
  })
  return written
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `Product ${from + at}`)

describe('deleted records', () => {
  const gone = () => {
    for (const id of [2, 4, 6]) server().tables['shop.Product']![id - 1]!['deletetime'] = 1_767_225_600 + id
  }

  it('are shown with the time of their deletion, and come back one by one or several at once', async () => {
    gone()
    const { user, address } = await openList(product, '?limit=5&order=price,asc')
    await expectNames([1, 3, 5, 7, 8].map((at) => `Product ${at}`))
    await user.click(screen.getByRole('button', { name: 'Deleted' }))
    await expectNames(['Product 2', 'Product 4', 'Product 6'])
    expect([address(), asked().at(-1)?.query.deleted]).toEqual(['?limit=5&deleted=1', true])
    expect(document.querySelector('thead')!.textContent).toContain('Deleted')
    expect(rowOf('Product 2').textContent).toContain('2026-01-01')
    for (const name of ['Add', 'Delete', 'Reorder', 'Export']) expect(screen.queryByText(name)).toBeNull()
    expect(within(rowOf('Product 2')).queryByRole('button', { name: /Edit|Delete/ })).toBeNull()
    await user.click(within(rowOf('Product 4')).getByRole('button', { name: 'Restore “Product 4”' }))
    await expectNames(['Product 2', 'Product 6'])
    await user.click(screen.getByRole('checkbox', { name: 'Select all records on this page' }))
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.getByText('No deleted records')).toBeTruthy())
    expect(asked('shop.Product/restore').map(({ body }) => body)).toEqual([{ ids: [4] }, { ids: [2, 6] }])
    await user.click(screen.getAllByRole('button', { name: 'Back to the list' })[0]!)
    await expectNames(numbers(1, 5))
    expect(screen.queryByText('selected', { exact: false })).toBeNull()
  })

  it('are shown to accounts that may restore them', async () => {
    await openList(product, '', ['restore'])
    expect(screen.queryByRole('button', { name: 'Deleted' })).toBeNull()
  })
})

describe('pages', () => {
  it('asks the server for one page at a time and keeps the page in the address', async () => {
    const { user, address, router } = await openList(product)
    await expectNames(numbers(1, 20))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await expectNames(numbers(21, 40))
    expect(address()).toBe('?page=2&limit=20')
    expect(asked().at(-1)?.query).toMatchObject({ page: 2, limit: 20 })
    router.navigate(-1)
    await expectNames(numbers(1, 20))
  })

  it('opens the page typed in, or the nearest that exists', async () => {
    const { user, address } = await openList(product)
    const page = screen.getByRole('textbox', { name: 'Page' })
    await user.clear(page)
    await user.type(page, '99{Enter}')
    await expectNames(numbers(41, 45))
    expect(address()).toContain('page=3')
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  })

  it('remembers the page size of this admin and table', async () => {
    const { user } = await openList(product)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
    await expectNames(numbers(1, 45))
    expect(readPreferences(7, product).limit).toBe(50)
    expect(readPreferences(8, product).limit).toBeNull()
  })

  it("shows the same rows for a copied link, whatever the reader's own page size", async () => {
    localStorage.setItem('tablewright:list:7:shop/product', '{"limit":50,"columns":{}}')
    await openList(product, '?page=5&limit=10')
    await expectNames(numbers(41, 45))
  })

  it('shows that there are more than it counted', async () => {
    server().answer('shop.Product/index', {
      data: { list: rows().slice(0, 20), total: 10_000, more: true, remark: '' },
    })
    await openList(product)
    expect(screen.getByRole('navigation', { name: 'Pagination' }).textContent).toContain('More than 10,000 records')
  })

  it('leaves a page that became empty for the last one with rows', async () => {
    const { address } = await openList(product, '?page=9&limit=20')
    await expectNames(numbers(41, 45))
    expect(address()).toContain('page=3')
  })
})

describe('sorting', () => {
  it('sorts by a header ascending, descending, then by default, and announces it', async () => {
    const { user, address } = await openList(product)
    const header = () => screen.getByRole('columnheader', { name: 'Name' })
    await user.click(within(header()).getByRole('button'))
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'))
    expect(address()).toContain('order=name,asc')
    await user.click(within(header()).getByRole('button'))
    await waitFor(() => expect(asked().at(-1)?.query.order).toEqual({ field: 'name', direction: 'desc' }))
    expect(header().getAttribute('aria-sort')).toBe('descending')
    await user.click(within(header()).getByRole('button'))
    await expectNames(numbers(1, 20))
    expect(address()).not.toContain('order')
  })
})

describe('the edge of a heading', () => {
  const edge = () => screen.getByRole('separator', { name: 'Width of “Name”' })
  const width = () => edge().getAttribute('aria-valuenow')
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 40))
    // jsdom knows no capture of a pointer.
    Element.prototype.setPointerCapture = () => undefined
  })
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(Element.prototype, 'setPointerCapture')
  })

  it('counts every one of the keys that arrive before the list is rendered again', async () => {
    await openList(product)
    act(() => {
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight']) fireEvent.keyDown(edge(), { key })
    })
    expect(width()).toBe('220')
    act(() => {
      fireEvent.keyDown(edge(), { key: 'Home' })
      fireEvent.keyDown(edge(), { key: 'ArrowLeft' })
      fireEvent.keyDown(edge(), { key: 'ArrowRight' })
    })
    expect(width()).toBe(String(minColumnWidth + 10))
  })

  it('sorts once by a double tap of a finger, and again by a later tap', async () => {
    const { address } = await openList(product)
    // The time of a tap, in milliseconds, is its own and not that of a busy machine.
    const tap = async (time: number) => {
      for (const type of ['pointerDown', 'pointerUp'] as const) {
        const event = createEvent[type](edge(), { pointerType: 'touch', button: 0, pointerId: 1 })
        Object.defineProperty(event, 'timeStamp', { value: time })
        fireEvent(edge(), event)
      }
      await act(async () => {})
    }
    await tap(1000)
    expect(address()).toContain('order=name,asc')
    await tap(1400)
    expect(address()).toContain('order=name,asc')
    await tap(2000)
    expect(address()).toContain('order=name,desc')
  })
})

describe('quick search', () => {
  it('searches after a pause, from the first page on, and is one step for the back button', async () => {
    const { address, router } = await openList(product, '?page=2&limit=20')
    // Without a wait between the keys, which on a busy machine may be longer than the pause.
    const quick = userEvent.setup({ delay: null })
    await quick.type(screen.getByRole('textbox', { name: /Quick search/ }), 'ct 44')
    await expectNames(['Product 44'])
    expect(address()).toBe('?limit=20&quickSearch=ct 44')
    expect(asked().length).toBeLessThanOrEqual(3)
    router.navigate(-1)
    await expectNames(numbers(21, 40))
  })

  it('shows what is typed as it is typed, also while the address is on its way and after a space', async () => {
    const { user, address, router } = await openList(product, '?limit=20')
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: /Quick search/ })
    const shown = watchValue(input)
    await user.type(input, 'Product ')
    await waitFor(() => expect(address()).toContain('quickSearch=Product'))
    await user.type(input, '44')
    await expectNames(['Product 44'])
    expect(input.value).toBe('Product 44')
    expect(shown.filter((value) => !'Product 44'.startsWith(value) || value === '')).toEqual([])
    await act(() => router.navigate(-1))
    expect(input.value).toBe('')
    await act(() => router.navigate(1))
    expect(input.value).toBe('Product 44')
    await user.clear(input)
    await expectNames(numbers(1, 20))
    expect(input.value).toBe('')
  })

  it('gives way to an address that comes before the pause is over', async () => {
    const { user, address, router } = await openList(product, '?limit=20')
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: /Quick search/ })
    await user.type(input, 'x')
    await act(() => router.navigate('?limit=20&quickSearch=Product+44'))
    expect(input.value).toBe('Product 44')
    await expectNames(['Product 44'])
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([address().replace('+', ' '), input.value]).toEqual(['?limit=20&quickSearch=Product 44', 'Product 44'])
  })

  it('is reached by / and cleared by Escape', async () => {
    const { user } = await openList(product, '?quickSearch=Product+44')
    await expectNames(['Product 44'])
    await user.click(document.body)
    await user.keyboard('/')
    const input = screen.getByRole('textbox', { name: /Quick search/ })
    expect(document.activeElement).toBe(input)
    expect(input).toHaveProperty('value', 'Product 44')
    await user.keyboard('{Escape}')
    await expectNames(numbers(1, 20))
  })
})

describe('the common search', () => {
  it('puts conditions of every kind into force together, shows them as pills, and removes one', async () => {
    const { user, address } = await openList(product)
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    // By keys: into the panel, out of it and in again.
    await waitFor(() => expect(document.activeElement?.closest('form')?.ariaLabel).toBe('Filters'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' })))
    await user.keyboard('{Enter}')
    const panel = await screen.findByRole('form', { name: 'Filters' })
    await user.type(within(panel).getByRole('textbox', { name: 'Unit price From' }), '３０')
    await user.type(within(panel).getByRole('textbox', { name: 'Unit price To' }), '40')
    await user.click(within(panel).getByRole('button', { name: 'More filters' }))
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Status' }), 'Off shelf')
    const brand = await within(panel).findByRole('combobox', { name: 'Brand' })
    await user.click(brand)
    // A text that means no record stays as it was typed, and is marked.
    await user.keyboard('Nobody{Tab}')
    expect((await within(panel).findByRole('alert')).textContent).toContain('“Nobody”')
    expect((brand as HTMLInputElement).value).toBe('Nobody')
    expect(brand.getAttribute('aria-invalid')).toBe('true')
    await user.clear(brand)
    await user.click(await screen.findByRole('option', { name: 'Acme' }))
    expect(within(panel).queryByRole('alert')).toBeNull()
    await user.click(within(panel).getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(address()).toContain('[operator]=RANGE'))
    await waitFor(() =>
      expect(asked().at(-1)?.query.search).toEqual([
        { field: 'brand_id', operator: 'eq', val: '3' },
        { field: 'price', operator: 'RANGE', val: '３０,40' },
        { field: 'status', operator: 'eq', val: '20' },
      ]),
    )
    const pills = screen.getByRole('list', { name: 'Active filters' })
    expect(
      within(pills)
        .getAllByRole('listitem')
        .map((pill) => pill.textContent),
    ).toEqual(['Brand is Acme', 'Unit price is between ３０ and 40', 'Status is Off shelf'])
    await user.click(within(pills).getByRole('button', { name: /Remove filter: Status/ }))
    await waitFor(() => expect(address()).not.toContain('status'))
  })

  it('opens no on-screen keyboard where one would cover the page', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(pointer: coarse)',
      media,
      addEventListener() {},
      removeEventListener() {},
    }))
    try {
      const { user } = await openList(product)
      await user.click(screen.getByRole('button', { name: 'Filters' }))
      const panel = await screen.findByRole('form', { name: 'Filters' })
      expect(panel.contains(document.activeElement)).toBe(false)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('does not search for what is no number', async () => {
    const { user, address } = await openList(product)
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const from = await screen.findByRole('textbox', { name: 'Unit price From' })
    await user.type(from, 'cheap{Enter}')
    expect(from.getAttribute('aria-invalid')).toBe('true')
    expect(address()).toBe('')
  })

  it("names the record of a link's reference, asked from the server", async () => {
    await openList(product, '?search[0][field]=brand_id&search[0][operator]=eq&search[0][val]=4')
    expect(await screen.findByText('Umbra')).toBeTruthy()
    expect(screen.getByText('No matching records')).toBeTruthy()
  })
})

describe('columns', () => {
  it('are shown and hidden, kept, and given back', async () => {
    const { user } = await openList(product)
    expect(screen.queryByRole('columnheader', { name: 'Barcode' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Barcode' }))
    await user.click(screen.getByRole('checkbox', { name: 'Status' }))
    expect(screen.getByRole('columnheader', { name: 'Barcode' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull()
    expect(readPreferences(7, product).columns).toEqual({ bar_code: true, status: false })
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }))
    expect(screen.getByRole('columnheader', { name: 'Status' })).toBeTruthy()
  })

  it('are moved with the keyboard, kept, and given back', async () => {
    const { user } = await openList(product)
    const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent ?? '')
    const [, first, second] = headings()
    const orderBefore = headings()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const down = await screen.findByRole('button', { name: `Move “${first}” down` })
    down.focus()
    await user.keyboard('{Enter}')
    expect(headings().slice(1, 3)).toEqual([second, first])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: `Move “${first}” down` }))
    expect(screen.getByText(`“${first}” moved to position 2`)).toBeTruthy()
    expect(readPreferences(7, product).order.length).toBeGreaterThan(2)
    await user.click(screen.getByRole('button', { name: `Move “${second}” up` }))
    expect(headings().slice(1, 3)).toEqual([second, first])
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }))
    expect(headings()).toEqual(orderBefore)
  })

  it('come back in their order and width with the next visit', async () => {
    localStorage.setItem(
      'tablewright:list:7:shop/product',
      '{"limit":null,"columns":{},"order":["price","gone"],"widths":{"price":222,"name":"wide"}}',
    )
    await openList(product)
    expect(screen.getAllByRole('columnheader')[1]?.textContent).toContain('Unit price')
    expect(document.querySelectorAll('col')[1]?.style.width).toBe('222px')
    expect(readPreferences(7, product).widths).toEqual({ price: 222 })
    // Choices for a table and a field that have other names now are still theirs.
    const fields = product.fields.map((field) =>
      field.name === 'price' ? { ...field, name: 'cost', renamedFrom: ['amount', 'price'] } : field,
    )
    const renamed = { ...product, id: 'shop/article', renamedFrom: 'shop/product', fields }
    expect(readPreferences(7, renamed)).toMatchObject({ order: ['cost', 'gone'], widths: { cost: 222 } })
  })

  it('come back with the next visit', async () => {
    localStorage.setItem('tablewright:list:7:shop/product', '{"limit":null,"columns":{"price":false,"remark":true}}')
    await openList(product)
    expect(screen.queryByRole('columnheader', { name: /Unit price/ })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Notes' })).toBeTruthy()
  })
})

describe('the keyboard on rows', () => {
  it('moves, chooses and opens', async () => {
    const { user, address } = await openList(product)
    rowOf('Product 1$').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(rowOf('Product 3$'))
    await user.keyboard(' ')
    expect(screen.getByText('1 selected')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(address()).toContain('edit=3')
  })
})

describe('rights', () => {
  it('show no button for what the admin may not do', async () => {
    await openList(product, '', ['add', 'edit', 'del', 'sortable', 'export'])
    for (const name of ['Add', 'Delete', 'Reorder', 'Export', /^Edit/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(shownNames()).toHaveLength(20)
  })
})
