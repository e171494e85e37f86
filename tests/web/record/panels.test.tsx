// @vitest-environment jsdom
/** Cards that modules add below the fields of a record. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PanelProps, RecordPanel } from '../../../runtime/web/define-module.ts'
import { openRecord, provideComponents, useRecordServer } from './open-record.tsx'

const server = useRecordServer(() => ({ 'shop.Brand': [{ id: 4, version: 1, name: '禾谷', introduce: '' }] }))
let stop = (): void => {}
afterEach(() => stop())

const label = (words: string) => ({ 'zh-cn': words, en: words })
const provide = (...panels: readonly RecordPanel[]): void => {
  stop = provideComponents({ panels: { 'shop/brand': panels } })
}

it('a panel shows the record, knows about unsaved input, and loads it again after a change', async () => {
  const changed = vi.fn()
  function Sales({ row, isDirty, onChanged }: PanelProps) {
    const rename = async (): Promise<void> => {
      server().tables['shop.Brand']![0]!['name'] = '禾穗'
      await onChanged()
      changed()
    }
    return (
      <button type="button" onClick={() => void rename()}>
        {String(row['name'])} {isDirty ? '未保存' : '已保存'}
      </button>
    )
  }
  provide(
    { label: label('销售'), right: null, panel: async () => Sales },
    { label: label('审计'), right: 'shop/brand/audit', panel: async () => Sales },
  )
  const { user, savedIds } = await openRecord('shop/brand', 4)
  const panel = await screen.findByRole('region', { name: '销售' })
  await within(panel).findByText('禾谷 已保存')
  expect(screen.queryByRole('region', { name: '审计' })).toBeNull()
  await user.type(screen.getByLabelText(/^品牌介绍/), '谷')
  await waitFor(() => expect(panel.textContent).toContain('未保存'))
  await user.clear(screen.getByLabelText(/^品牌介绍/))
  await user.click(within(panel).getByRole('button'))
  await waitFor(() => expect(changed).toHaveBeenCalled())
  expect(savedIds).toEqual([4])
  await waitFor(() => expect(screen.getByRole('region', { name: '销售' }).textContent).toContain('禾穗'))
})

it('a panel that cannot be loaded says so and can be tried again; the record is there all the same', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  const panel = vi.fn(async () => () => <p>三月</p>)
  panel.mockRejectedValueOnce(new Error('no data'))
  provide({ label: label('销售'), right: null, panel })
  const { user } = await openRecord('shop/brand', 4)
  const alert = await screen.findByRole('alert')
  expect(screen.getByLabelText(/^品牌名称/)).toHaveProperty('value', '禾谷')
  await user.click(within(alert).getByRole('button', { name: '重试' }))
  expect(await screen.findByText('三月')).toBeTruthy()
  silent.mockRestore()
})

it('a panel whose code is missing reloads the page, as the browser would not ask for it again', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  const panel = vi.fn(async () => () => <p>三月</p>)
  panel.mockRejectedValueOnce(new Error('Failed to fetch dynamically imported module'))
  provide({ label: label('销售'), right: null, panel })
  await openRecord('shop/brand', 4)
  const alert = await screen.findByRole('alert')
  expect(
    within(alert)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['重新加载'])
  silent.mockRestore()
})

it('a new record has no panels', async () => {
  const panel = vi.fn(async () => () => <p>三月</p>)
  provide({ label: label('销售'), right: null, panel })
  await openRecord('shop/brand', null)
  await new Promise((resolve) => setTimeout(resolve))
  expect(panel).not.toHaveBeenCalled()
})
