// @vitest-environment jsdom
/** What modules add to the toolbar of a list, of their own or of others. */
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../runtime/web/core/api/api-error.ts'
import { postData } from '../../../runtime/web/core/api/client.ts'
import { setCallListener } from '../../../runtime/web/core/api/listener.ts'
import { defineWebModule, type ToolbarPartProps } from '../../../runtime/web/define-module.ts'
import { ToolbarParts } from '../../../runtime/web/records/list/toolbar/ToolbarParts.tsx'
import { registerModules, type ModuleComponents } from '../../../runtime/web/core/module-registry.ts'
import { setToastRenderer } from '../../../runtime/web/core/notify.ts'
import { shop } from '../../support/shop.ts'
import { openList, useListServer } from './open-list.tsx'

const product = shop.model('product')
useListServer(() => ({ 'shop.Product': [{ id: 1, version: 1, product_no: 'P1', name: 'Bolt', images: [] }] }))

const text = (words: string) => ({ 'zh-cn': `${words}（中文）`, en: words })
type Toolbar = NonNullable<Parameters<typeof defineWebModule<{ widget: never; cell: never }>>[0]['toolbar']>[string]

/** Registers modules that add to the list of products, in this order. */
function provide(parts: Readonly<Record<string, Toolbar>>): void {
  const manifest = async () => shop.manifest
  const components = (toolbar: Toolbar) => async (): Promise<ModuleComponents> =>
    defineWebModule<{ widget: never; cell: never }>({
      widgets: {},
      cells: {},
      toolbar: { 'shop/product': toolbar },
    }) as ModuleComponents
  const modules = Object.entries(parts).map(
    ([name, toolbar]) => [name, { manifest, components: components(toolbar) }] as const,
  )
  registerModules({ modules: Object.fromEntries(modules), validators: {} })
}
const failures: string[] = []
let stopToasts = (): void => {}
beforeEach(() => {
  failures.splice(0)
  stopToasts = setToastRenderer(({ text: words }) => failures.push(words))
})
afterEach(() => {
  stopToasts()
  registerModules({ modules: {}, validators: {} })
})

function Dialog({ ids, onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  return (
    <div role="dialog" aria-label="Label sheet">
      <p>{ids.join()}</p>
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  )
}

const names = () =>
  within(screen.getByRole('group', { name: 'List actions' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

describe('what modules add to the toolbar', () => {
  it('is shown in their order to those who have the right, and its code loads when it is pressed', async () => {
    const load = vi.fn(async () => Dialog)
    provide({
      second: [{ label: text('Labels'), icon: 'tag', right: null, needsSelection: true, dialog: load }],
      first: [
        { label: text('Prices'), icon: 'dollar', right: 'shop/product/edit', run: async () => async () => {} },
        { label: text('Audit'), icon: 'tick', right: 'shop/product/audit', run: async () => async () => {} },
      ],
    })
    const { user } = await openList(product)
    const labels = await screen.findByRole('button', { name: 'Labels' })
    expect(names().filter((name) => ['Labels', 'Prices', 'Audit'].includes(name ?? ''))).toEqual(['Labels', 'Prices'])
    expect(load).not.toHaveBeenCalled()
    expect((labels as HTMLButtonElement).disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Select all records on this page' }))
    labels.focus()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('dialog', { name: 'Label sheet' })).textContent).toContain('1')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(document.activeElement).toBe(labels))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('moves the focus to the rows when what it did has ended the selection it is about', async () => {
    provide({
      first: [
        {
          label: text('Close'),
          icon: 'tick',
          right: null,
          needsSelection: true,
          run: async () => async (list) => list.deselect(list.ids),
        },
      ],
    })
    const { user } = await openList(product)
    await user.click(screen.getByRole('checkbox', { name: 'Select all records on this page' }))
    const button = await screen.findByRole('button', { name: 'Close' })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(true))
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('Bolt'))
  })

  it('runs with the list it belongs to, and says what went wrong', async () => {
    const seen: ToolbarPartProps[] = []
    provide({
      first: [
        {
          label: text('Count'),
          icon: 'numerical',
          right: null,
          run: async () => async (list) => {
            seen.push(list)
            await list.reload()
          },
        },
        {
          label: text('Break'),
          icon: 'cross',
          right: null,
          run: async () => async () => {
            throw new ApiError('The press is out of paper.', { kind: 'refused' })
          },
        },
      ],
    })
    const { user } = await openList(product, '?order=name,asc')
    await user.click(await screen.findByRole('button', { name: 'Count' }))
    await waitFor(() => expect(seen).toHaveLength(1))
    expect(seen[0]).toMatchObject({ model: { id: 'shop/product' }, ids: [], query: { order: { field: 'name' } } })
    await user.click(screen.getByRole('button', { name: 'Break' }))
    await waitFor(() => expect(failures).toEqual(['The press is out of paper.']))
  })

  it('does not repeat what the client has shown already', async () => {
    provide({
      first: [
        {
          label: text('Print'),
          icon: 'print',
          right: null,
          run: async () => () => postData('/admin/shop.Product/print', {}),
        },
      ],
    })
    const shown = vi.fn()
    const stop = setCallListener({ onError: shown })
    const { user } = await openList(product)
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    await waitFor(() => expect(shown).toHaveBeenCalledOnce())
    expect(failures).toEqual([])
    stop()
  })

  it('keeps the list usable when a control cannot be loaded or rendered', async () => {
    const broken: ComponentType = () => {
      throw new Error('a mistake in the module')
    }
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    provide({
      first: [{ right: null, control: async () => broken }],
      second: [{ right: null, control: async () => () => <output>42 open</output> }],
    })
    await openList(product)
    await screen.findByText('42 open')
    const failed = await screen.findByText(/Something went wrong/)
    expect(within(failed).getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: /Bolt/ })).toBeTruthy()
    silent.mockRestore()
  })

  it('shares one menu where there is room for icons only; what needs a selection says so', async () => {
    const run = vi.fn(async () => {})
    const part = (label: string, needsSelection: boolean) => ({
      key: label,
      part: { label: text(label), icon: 'tick', right: null, needsSelection, run: async () => run },
      Component: null,
    })
    const list = { model: product, ids: [], query: {}, isNarrow: true, reload: run, deselect: run, announce: run }
    render(<ToolbarParts parts={[part('Labels', true), part('Prices', false)]} list={list} takeFocus={run} />)
    const user = userEvent.setup()
    expect(screen.getAllByRole('button')).toHaveLength(1)
    screen.getByRole('button', { name: 'More actions' }).focus()
    await user.keyboard('{Enter}')
    const labels = await screen.findByRole('menuitem', { name: 'Labels' })
    expect(labels.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Select at least one record.')).toBeTruthy()
    await user.click(labels)
    expect(run).not.toHaveBeenCalled()
    await user.click(screen.getByRole('menuitem', { name: 'Prices' }))
    await waitFor(() => expect(run).toHaveBeenCalledOnce())
  })
})
