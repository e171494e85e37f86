// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RelationModel } from 'tablewright/protocol'
import { useRecordName } from '../../../runtime/web/fields/reference/names.ts'
import { openRecord, useRecordServer } from './open-record.tsx'

const product = () => ({
  id: 1,
  version: 1,
  product_no: 'P1',
  name: '大米',
  category_id: 3,
  category: { id: 3, name: '粮油' },
  brand_id: 2,
  brand: { id: 2, name: '禾谷', deleted: 1 },
  unit_id: 77,
  unit: null,
  price: '1.0000',
  safety_stock_num: '0.000',
  total_stock_num: '8.000',
  effective_day: null,
  warehouse_id: 1,
  warehouse: { id: 1, name: '华东仓' },
  warehouse_area_id: 2,
  warehouseArea: { id: 2, name: 'A 区' },
  warehouse_shelf_id: 3,
  warehouseShelf: { id: 3, name: 'A-01' },
  images: [],
  status: 10,
  remark: '',
  bar_code: '',
  spec: '',
})
const tree = [
  { id: 1, name: '食品' },
  { id: 2, name: '    ├饮料' },
  { id: 3, name: '    └粮油' },
  { id: 4, name: '        └大米' },
  { id: 5, name: '日用' },
]
const server = useRecordServer(() => ({
  'shop.Product': [product()],
  'shop.Category': tree.map((row) => ({ ...row })),
  'shop.Brand': Array.from({ length: 45 }, (_, at) => ({ id: at + 1, name: `品牌${at + 1}` })),
  'shop.Unit': [],
  'shop.Warehouse': [
    { id: 1, name: '华东仓' },
    { id: 9, name: '华北仓' },
  ],
  'shop.WarehouseArea': [
    { id: 2, name: 'A 区', warehouse_id: 1 },
    { id: 5, name: 'B 区', warehouse_id: 9 },
  ],
  'shop.WarehouseShelf': [{ id: 3, name: 'A-01', warehouse_id: 1, warehouse_area_id: 2 }],
}))

const picker = (name: string) => screen.getByRole('combobox', { name })
const shown = (name: string) => (picker(name) as HTMLInputElement).value
const options = async (name = '') =>
  within(await screen.findByRole('listbox', name ? { name } : {})).findAllByRole('option')
const askedOf = (controller: string) => server().asked.filter(({ path }) => path === `${controller}/index`)

const brand: RelationModel = {
  to: 'shop/brand',
  controller: 'shop.Brand',
  table: 'shop_brand',
  show: 'name',
  as: 'brand',
  onDelete: 'restrict',
  softDelete: null,
  filter: [],
}
function BrandName() {
  return <p>{useRecordName(brand, '7') ?? '#7'}</p>
}

it('names one record in several places at once, with one request', async () => {
  await openRecord('shop/product', 1)
  render(
    <>
      <BrandName />
      <BrandName />
    </>,
  )
  await waitFor(() => expect(screen.getAllByText('品牌7')).toHaveLength(2))
  expect(askedOf('shop.Brand')).toHaveLength(1)
})

it('names the chosen records by the row itself, without asking', async () => {
  await openRecord('shop/product', 1)
  expect([shown('商品分类'), shown('默认仓库'), shown('默认货架')]).toEqual(['粮油', '华东仓', 'A-01'])
  expect(askedOf('shop.Category')).toEqual([])
})

it('marks a chosen record that was deleted, also one without a name', async () => {
  await openRecord('shop/product', 1)
  const control = (name: string) => picker(name).closest('.record-control') as HTMLElement
  expect(within(control('品牌')).getByText('已删除')).toBeTruthy()
  await waitFor(() => expect(shown('计量单位')).toBe('#77'))
  expect(await within(control('计量单位')).findByText('已删除')).toBeTruthy()
})

const holder = (name: string) => picker(name).closest('.record-field') as HTMLElement

describe('what is typed faster than the server answers', () => {
  const typed = async (name: string, text: string, ...keys: string[]) => {
    const { user } = await openRecord('shop/product', null)
    await user.click(picker(name))
    await options()
    const release = server().hold()
    // As a scanner does, without waiting for anything.
    fireEvent.change(picker(name), { target: { value: text } })
    for (const key of keys) await user.keyboard(key)
    return { user, release }
  }

  it('is selected by Enter once the answer is there', async () => {
    const { release } = await typed('品牌', '品牌7', '{Enter}')
    expect(shown('品牌')).toBe('品牌7')
    release()
    await waitFor(() => expect(picker('品牌').getAttribute('aria-expanded')).toBe('false'))
    expect(shown('品牌')).toBe('品牌7')
    expect(picker('品牌').getAttribute('aria-invalid')).toBeNull()
  })

  it('shows the list again where Enter finds nothing to select', async () => {
    const { release } = await typed('品牌', '不存在', '{Enter}')
    expect(picker('品牌').getAttribute('aria-expanded')).toBe('false')
    release()
    await screen.findByText('没有匹配的记录')
    expect(shown('品牌')).toBe('不存在')
  })

  it('is selected by Tab where it means one record, while the focus has gone on', async () => {
    const { release } = await typed('品牌', '品牌4', '{Tab}')
    expect(document.activeElement).not.toBe(picker('品牌'))
    expect(shown('品牌')).toBe('品牌4')
    // Seven contain it, one is called so.
    release()
    await waitFor(() => expect(within(holder('品牌')).getByRole('button', { name: '清除“品牌4”' })).toBeTruthy())
  })

  it('stays as typed where it means no record, with the reason, and is not saved', async () => {
    const { user, release } = await typed('品牌', '不存在', '{Tab}')
    release()
    await waitFor(() => expect(picker('品牌').getAttribute('aria-invalid')).toBe('true'))
    expect([shown('品牌'), holder('品牌').querySelector('.record-error')?.textContent]).toEqual([
      '不存在',
      '没有与输入内容唯一匹配的记录，请从列表中选择',
    ])
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(server().saved()).toEqual([])
    // It is corrected, or removed.
    await user.clear(picker('品牌'))
    await user.tab()
    await waitFor(() => expect(picker('品牌').getAttribute('aria-invalid')).toBeNull())
    expect(shown('品牌')).toBe('')
  })
})

it('searches after a pause, asks once, and pages by 20', async () => {
  const { user } = await openRecord('shop/product', null)
  await user.click(picker('品牌'))
  expect((await options()).length).toBe(20)
  await user.click(screen.getByRole('button', { name: '加载更多' }))
  await waitFor(async () => expect((await options()).length).toBe(40))
  const before = askedOf('shop.Brand').length
  await user.type(picker('品牌'), '品牌4')
  await waitFor(async () => expect((await options()).length).toBe(7))
  expect(
    askedOf('shop.Brand')
      .slice(before)
      .map(({ query }) => query.get('quickSearch'))
      .at(-1),
  ).toBe('品牌4')
})

it('is worked by keys alone: open, move, choose, clear; Escape closes the list and not the drawer', async () => {
  const { user, isClosed } = await openRecord('shop/product', null)
  picker('品牌').focus()
  await user.keyboard('{ArrowDown}')
  await options()
  expect(picker('品牌').getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const active = document.getElementById(picker('品牌').getAttribute('aria-activedescendant')!)
  expect(active?.textContent).toBe('品牌3')
  await user.keyboard('{Enter}')
  expect(shown('品牌')).toBe('品牌3')
  expect(document.activeElement).toBe(picker('品牌'))
  await user.keyboard('{ArrowDown}')
  await options()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(picker('品牌').getAttribute('aria-expanded')).toBe('false'))
  await user.click(screen.getByRole('button', { name: '清除“品牌3”' }))
  expect(shown('品牌')).toBe('')
  expect(isClosed()).toBe(false)
})

it('shows a tree in steps and chooses the plain name', async () => {
  const { user } = await openRecord('shop/product', null)
  await user.click(picker('商品分类'))
  expect((await options()).map((option) => [option.textContent, option.dataset['depth']])).toEqual([
    ['食品', '0'],
    ['饮料', '1'],
    ['粮油', '1'],
    ['大米', '2'],
    ['日用', '0'],
  ])
  await user.click(screen.getByRole('option', { name: '大米' }))
  expect(shown('商品分类')).toBe('大米')
})

it('does not offer a record of a tree itself, nor what hangs below it', async () => {
  server().tables['shop.Category']!.splice(2, 1, {
    id: 3,
    name: '    └粮油',
    version: 1,
    pid: 1,
    parent: { id: 1, name: '食品' },
    status: 1,
  })
  const { user } = await openRecord('shop/category', 3)
  await user.click(picker('上级分类'))
  const barred = (await options())
    .filter((option) => option.getAttribute('aria-disabled') === 'true')
    .map((option) => option.textContent)
  expect(barred).toEqual(['粮油', '大米'])
  await user.click(screen.getByRole('option', { name: '大米' }))
  expect(shown('上级分类')).toBe('')
})

it('waits for the field it depends on, with the reason', async () => {
  const { user } = await openRecord('shop/product', null)
  expect(picker('默认库区')).toHaveProperty('disabled', true)
  expect(picker('默认库区')).toHaveProperty('placeholder', '请先选择“默认仓库”')
  await user.click(picker('默认仓库'))
  await user.click(await screen.findByRole('option', { name: '华北仓' }))
  expect(picker('默认库区')).toHaveProperty('disabled', false)
  await user.click(picker('默认库区'))
  expect((await options('默认库区')).map((option) => option.textContent)).toEqual(['B 区'])
  expect(picker('默认货架')).toHaveProperty('placeholder', '请先选择“默认库区”')
})

it('drops a choice that no longer fits, and all that hang on it', async () => {
  const { user } = await openRecord('shop/product', 1)
  await user.click(picker('默认仓库'))
  await user.click(await screen.findByRole('option', { name: '华北仓' }))
  await waitFor(() => expect([shown('默认库区'), shown('默认货架')]).toEqual(['', '']))
  expect(screen.getByText('已清空“默认库区、默认货架”，因为它与新的选择不符')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server().saved()).toEqual([
      { id: 1, version: 1, warehouse_id: 9, warehouse_area_id: null, warehouse_shelf_id: null },
    ]),
  )
})

it('offers to ask again when the options do not come', async () => {
  const { user } = await openRecord('shop/product', null)
  server().answerOnce('shop.Brand/index', 'hang up')
  await user.click(picker('品牌'))
  await user.click(await screen.findByRole('button', { name: '重试' }))
  expect((await options()).length).toBe(20)
})

it('names the missing right, and whom to ask for it, where the options may not be listed', async () => {
  const { user } = await openRecord('shop/product', null)
  const msg = '没有“品牌：查看”权限，可联系：王芳。'
  server().answerOnce('shop.Brand/index', { code: 401, msg, data: { node: 'shop/brand/index' } })
  await user.click(picker('品牌'))
  expect(await screen.findByText(msg)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
