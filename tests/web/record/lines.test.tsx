// @vitest-environment jsdom
/**
 * The grid of lines: filled in by keyboard, paste and buttons; wrong cells tell what is wrong; long documents in pages.
 */
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { FormModel, TableModel } from 'tablewright/protocol'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchemaSet } from '../../../generator/pipeline.ts'
import { read } from '../../../generator/read.ts'
import { blockOf, withBlock } from '../../../runtime/web/fields/lines/paste.ts'
import { copyOf, isBlankLine, linesOver, withValue } from '../../../runtime/web/fields/lines/edit.ts'
import { totalsOf } from '../../../runtime/web/fields/lines/totals.ts'
import { nestedErrors, placesWithin } from '../../../runtime/web/form/nested-errors.ts'
import { openRecord, propsOf, provideOwn, useRecordServer } from './open-record.tsx'
import { partOf } from '../../support/part-of.ts'

let orders: TableModel
let form: FormModel
beforeAll(async () => {
  const schemaSet = buildSchemaSet(await read(join(import.meta.dirname, '../../generator/cases/lines-and-numbers')))
  const entity = schemaSet.modules[0]!.entities.find(({ model }) => model.id === 'shop/orders')!
  const marked = (one: TableModel['fields'][number]) =>
    one.name === 'quantity'
      ? { ...one, column: { total: true } }
      : one.name === 'price'
        ? { ...one, fill: { from: 'item_id', path: ['price'] } }
        : one
  orders = {
    ...entity.model,
    fields: entity.model.fields.map((one) => (one.fields ? { ...one, fields: one.fields.map(marked) } : one)),
  }
  form = entity.form
})

const items = [
  { id: 4, name: '螺栓' },
  { id: 5, name: '螺母' },
]
const stored = (count: number) =>
  Array.from({ length: count }, (_one, at) => ({
    id: 100 + at,
    item_id: 4,
    item: items[0],
    item_name: '螺栓',
    quantity: `${at + 1}.000`,
    price: null,
  }))
const server = useRecordServer(() => ({
  'shop.Item': items,
  'shop.Orders': [
    { id: 1, version: 3, order_no: 'DD1', remark: '', lines: stored(2) },
    { id: 2, version: 1, order_no: 'DD2', remark: '', lines: stored(120) },
  ],
}))
beforeEach(() => provideOwn(orders, form))

const cell = (name: string, line: number) => screen.getByRole('textbox', { name: `${name} 第 ${line} 行` })
const grid = () => screen.findByRole('table')
const save = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(screen.getByRole('button', { name: '保存' }))

describe('the grid of lines', () => {
  it('is filled in by keyboard alone and sent as lines', async () => {
    const { user } = await openRecord(orders, null)
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    const picker = await screen.findByRole('combobox', { name: '物品 第 1 行' })
    await waitFor(() => expect(document.activeElement).toBe(picker))
    await user.type(picker, '母')
    await user.click(await screen.findByRole('option', { name: '螺母' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(cell('数量', 1))
    await user.keyboard('2.5{Enter}7{Shift>}{Enter}{/Shift}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: '物品 第 2 行' })))
    expect(server().saved()).toEqual([])
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(server().saved()).toEqual([{ lines: [{ item_id: 5, quantity: '2.500', price: '7.0000' }] }]),
    )
  })

  it('shows stored lines with labels and sends only when one changed', async () => {
    const { user } = await openRecord(orders, 1)
    expect(within(await grid()).getAllByRole('row').length).toBe(1 + 2 + 1)
    expect(screen.getByRole('combobox', { name: '物品 第 2 行' })).toHaveProperty('value', '螺栓')
    await user.clear(cell('数量', 2))
    await user.type(cell('数量', 2), '9')
    await save(user)
    await waitFor(() =>
      expect(server().saved()).toEqual([
        {
          id: 1,
          version: 3,
          lines: [
            { id: 100, item_id: 4, quantity: '1.000', price: null },
            { id: 101, item_id: 4, quantity: '9.000', price: null },
          ],
        },
      ]),
    )
  })

  it('takes keys for the next cells while the text of a picker is still searched for', async () => {
    const { user } = await openRecord(orders, null)
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    const picker = await screen.findByRole('combobox', { name: '物品 第 1 行' })
    await waitFor(() => expect(document.activeElement).toBe(picker))
    const release = server().hold()
    await user.keyboard('螺母{Enter}{Enter}2.5{Enter}7')
    expect([cell('数量', 1), cell('单价', 1)].map((input) => (input as HTMLInputElement).value)).toEqual(['2.5', '7'])
    release()
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false))
    await save(user)
    await waitFor(() => expect(server().saved()).toMatchObject([{ lines: [{ item_id: 5, quantity: '2.500' }] }]))
  })

  it('moves between rows with the arrows, duplicates and removes lines', async () => {
    const { user } = await openRecord(orders, 1)
    await grid()
    await user.click(cell('数量', 1))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(cell('数量', 2))
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(cell('数量', 1))
    await user.click(screen.getByRole('button', { name: '复制第 2 行' }))
    await user.click(screen.getByRole('button', { name: '删除第 1 行' }))
    await save(user)
    await waitFor(() =>
      expect(server().saved()[0]).toMatchObject({
        lines: [
          { id: 101, quantity: '2.000' },
          { item_id: 4, quantity: '2.000' },
        ],
      }),
    )
    expect((server().saved()[0]!['lines'] as Record<string, unknown>[])[1]).not.toHaveProperty('id')
  })

  it('takes a block from a spreadsheet, names of records included', async () => {
    const { user } = await openRecord(orders, null)
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    const first = await screen.findByRole('combobox', { name: '物品 第 1 行' })
    fireEvent.paste(first, { clipboardData: { getData: () => '螺母\t1,250\t3\r\n螺栓\t2\t4.5\r\n' } })
    await waitFor(() => expect(screen.getByRole('combobox', { name: '物品 第 2 行' })).toHaveProperty('value', '螺栓'))
    expect(screen.getByRole('row', { name: /^合计/ }).textContent).toContain('1,252')
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false))
    await save(user)
    await waitFor(() =>
      expect(server().saved()).toEqual([
        {
          lines: [
            { item_id: 5, quantity: '1250.000', price: '3.0000' },
            { item_id: 4, quantity: '2.000', price: '4.5000' },
          ],
        },
      ]),
    )
  })

  it('fills in what the chosen record brings along, over what the last one did and not over input', async () => {
    server().tables['shop.Item'] = items.map((item) => ({ ...item, price: `${item.id}.5000` }))
    const { user } = await openRecord(orders, null)
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    const item = () => screen.getByRole<HTMLInputElement>('combobox', { name: '物品 第 1 行' })
    const price = () => (cell('单价', 1) as HTMLInputElement).value
    const choose = async (name: string) => {
      await user.clear(item())
      await user.type(item(), name)
      await screen.findByRole('option', { name })
      const release = server().hold()
      await user.keyboard('{Enter}')
      const isWaiting = screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled
      release()
      return isWaiting
    }
    // The price would be missing from what is saved.
    expect(await choose('螺栓')).toBe(true)
    await waitFor(() => expect(price()).toBe('4.50'))
    await choose('螺母')
    await waitFor(() => expect(price()).toBe('5.50'))
    await user.clear(cell('单价', 1))
    await user.type(cell('单价', 1), '9')
    await choose('螺栓')
    await waitFor(() => expect(item().value).toBe('螺栓'))
    await waitFor(() => expect(server().asked.at(-1)?.path).toBe('shop.Item/index'))
    expect(price()).toBe('9.00')
    fireEvent.paste(item(), { clipboardData: { getData: () => '螺母\n螺母\n' } })
    await waitFor(() => expect((cell('单价', 2) as HTMLInputElement).value).toBe('5.50'))
    expect(price()).toBe('9.00')
  })

  it('is saved once all that was chosen is there, however early one asks for it', async () => {
    server().tables['shop.Item'] = items.map((item) => ({ ...item, price: `${item.id}.5000` }))
    const { user } = await openRecord(orders, null)
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    await user.type(cell('数量', 1), '2')
    const release = server().hold()
    fireEvent.change(screen.getByRole('combobox', { name: '物品 第 1 行' }), { target: { value: '螺母' } })
    await user.click(screen.getByRole('combobox', { name: '物品 第 1 行' }))
    await user.keyboard('{Enter}{Control>}{Enter}s{/Control}')
    expect(server().saved()).toEqual([])
    release()
    await waitFor(() => expect(server().saved()).toHaveLength(1))
    expect(server().saved()).toEqual([{ lines: [{ item_id: 5, quantity: '2.000', price: '5.5000' }] }])
  })

  it('has in its total, asks for, and sends what was typed right before', async () => {
    const { user, router } = await openRecord(orders, 1)
    await grid()
    await user.click(cell('数量', 2))
    fireEvent.change(cell('数量', 2), { target: { value: '9' } })
    router.navigate('/elsewhere')
    const asked = await screen.findByRole('dialog', { name: '放弃未保存的修改？' })
    await user.click(within(asked).getByRole('button', { name: '继续编辑' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '放弃未保存的修改？' })).toBeNull())
    await user.click(cell('数量', 2))
    fireEvent.change(cell('数量', 2), { target: { value: '95' } })
    expect(screen.getByRole('row', { name: /^合计/ }).textContent).toContain('96')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(server().saved()).toMatchObject([{ lines: [{ quantity: '1.000' }, { quantity: '95.000' }] }]),
    )
  })

  it('takes numbers of records from a spreadsheet, and marks what names no record', async () => {
    server().tables['shop.Item'] = [
      ...items.map((item) => ({ ...item, item_no: `P00000${item.id}` })),
      { id: 6, name: '垫圈 A', item_no: 'W-1' },
      { id: 7, name: '垫圈 B', item_no: 'W-1' },
    ]
    const { user } = await openRecord(orders, null)
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    const item = (line: number) => screen.getByRole<HTMLInputElement>('combobox', { name: `物品 第 ${line} 行` })
    fireEvent.paste(item(1), { clipboardData: { getData: () => 'p000004\t1\nP999999\t2\n5\t3\nW-1\t4\n' } })
    await waitFor(() => expect(item(4).value).toBe('W-1'))
    // The id of a record is no name of it, and two records have the same number.
    expect([1, 2, 3].map((line) => item(line).value)).toEqual(['螺栓', 'P999999', '5'])
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false))
    await save(user)
    await waitFor(() => expect(item(2).getAttribute('aria-invalid')).toBe('true'))
    expect([1, 3, 4].map((line) => item(line).getAttribute('aria-invalid'))).toEqual([null, 'true', 'true'])
    expect(screen.getAllByText('没有与输入内容唯一匹配的记录，请从列表中选择').length).toBeGreaterThan(2)
    expect(server().saved()).toEqual([])
  })

  it('shows errors in their cell, before and after the request', async () => {
    const { user } = await openRecord(orders, 1)
    await grid()
    await user.clear(cell('数量', 2))
    await user.type(cell('数量', 2), '-1')
    await save(user)
    await waitFor(() => expect(cell('数量', 2).getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByRole('link', { name: '明细 · 第 2 行 · 数量' })).toBeTruthy()
    expect(server().saved()).toEqual([])
    await user.clear(cell('数量', 2))
    await user.type(cell('数量', 2), '8')
    server().answerOnce('shop.Orders/edit', {
      code: 0,
      msg: '有误',
      data: { reason: 'invalid', errors: { 'lines.0.quantity': '数量太多' } },
    })
    await save(user)
    await screen.findByText('数量太多')
    expect(cell('数量', 1).getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(cell('数量', 1).getAttribute('aria-describedby')!)?.textContent).toBe('数量太多')
    await user.type(cell('数量', 1), '1')
    expect(screen.queryByText('数量太多')).toBeNull()
  })

  // Roles and labels of some hundred inputs are slow to compute in jsdom: this one looks by what stands in the page.
  it('draws a long document in pages and turns to the first wrong line', async () => {
    await openRecord(orders, 2)
    const rows = () => document.querySelector<HTMLTableElement>('table.lines-table')?.rows.length
    await waitFor(() => expect(rows()).toBe(1 + 40 + 1))
    fireEvent.click(document.querySelector('[aria-label="后面的行"]')!)
    expect(screen.getByText('第 41–80 行，共 120 行')).toBeTruthy()
    server().answerOnce('shop.Orders/edit', {
      code: 0,
      msg: '有误',
      data: { reason: 'invalid', errors: { 'lines.110.price': '单价不对' } },
    })
    fireEvent.change(document.querySelector('[data-line="59"][data-column="1"] input')!, { target: { value: '61' } })
    fireEvent.click(screen.getByText('保存').closest('button')!)
    await waitFor(() => expect(document.querySelector('[data-line="110"] .lines-error')?.textContent).toBe('单价不对'))
    expect(screen.getByText('第 81–120 行，共 120 行')).toBeTruthy()
  })

  it('renders only the line that is typed into, and takes a block over all its pages', async () => {
    await openRecord(orders, 2)
    const input = (line: number) =>
      document.querySelector<HTMLInputElement>(`[data-line="${line}"][data-column="1"] input`)!
    await waitFor(() => expect(input(0)).toBeTruthy())
    fireEvent.change(input(2), { target: { value: '7' } })
    const inputs = [...document.querySelectorAll('.lines-table input, .lines-table button')]
    const before = inputs.map(propsOf)
    fireEvent.change(input(2), { target: { value: '70' } })
    const rendered = inputs.filter((one, at) => propsOf(one) !== before[at])
    expect(rendered).toContain(input(2))
    expect(new Set(rendered.map((one) => one.closest('tr')))).toEqual(new Set([input(2).closest('tr')]))
    const block = Array.from({ length: 110 }, (_one, at) => `${1000 + at}`).join('\r\n')
    fireEvent.paste(input(10), { clipboardData: { getData: () => block } })
    await waitFor(() => expect(input(10).value).toBe('1000'))
    fireEvent.click(screen.getByText('保存').closest('button')!)
    await waitFor(() => expect(server().saved()).toHaveLength(1))
    const quantities = (server().saved()[0]!['lines'] as { quantity: string }[]).map(({ quantity }) => quantity)
    expect([2, 9, 10, 119].map((at) => quantities[at])).toEqual(['70.000', '10.000', '1000.000', '1109.000'])
  })
})

describe('lines while they are edited', () => {
  const field = () => orders.fields.find((one) => one.name === 'lines')!

  it('are blank until something is put into them', () => {
    expect([
      isBlankLine(field(), {}),
      isBlankLine(field(), { quantity: '' }),
      isBlankLine(field(), { quantity: '1' }),
      isBlankLine(field(), { id: 5 }),
    ]).toEqual([true, true, false, false])
  })

  it('lose id and what the server wrote when they are copied', () => {
    expect(copyOf(field(), { id: 5, item_id: 4, item_name: 'x', quantity: '1' })).toEqual({ item_id: 4, quantity: '1' })
  })

  it('become new lines when another user removed them', () => {
    expect(
      linesOver(
        [
          { id: 1, quantity: '1' },
          { id: 2, quantity: '2' },
        ],
        [{ id: 2 }],
      ),
    ).toEqual([{ quantity: '1' }, { id: 2, quantity: '2' }])
  })

  it('are summed exactly', () => {
    const lines = [{ quantity: '0.1' }, { quantity: '0.2' }, { quantity: 'x' }, { quantity: '9007199254740.001' }]
    expect([...totalsOf(field(), lines, 'UTC')]).toEqual([['quantity', '9007199254740.301']])
  })

  it('take no more than the schema allows from a block', () => {
    const few = { ...field(), maxItems: 2 }
    expect(
      withBlock(few, [{}], { line: 1, column: 1 }, [['1'], ['2']], { records: new Map(), timeZone: 'UTC' }),
    ).toEqual([{}, { quantity: '1' }])
    const day = { ...field().fields!.find(({ name }) => name === 'quantity')!, kind: 'date' as const }
    const days = { ...field(), columns: ['quantity'], fields: [day] }
    const typedDays = [['2026/1/5'], ['2026年11月23日'], ['2026.01.05'], ['1/5/2026']]
    expect(withBlock(days, [], { line: 0, column: 0 }, typedDays, { records: new Map(), timeZone: 'UTC' })).toEqual(
      ['2026-01-05', '2026-11-23', '2026-01-05', '1/5/2026'].map((quantity) => ({ quantity })),
    )
    const moments = { ...days, fields: [{ ...day, kind: 'datetime' as const }] }
    const typedMoments = [['2024/11/19 15:06:40'], ['1732000000'], ['2024年11月19日']]
    expect(
      withBlock(moments, [], { line: 0, column: 0 }, typedMoments, { records: new Map(), timeZone: 'Asia/Shanghai' }),
    ).toEqual([1732000000, '1732000000', 1731945600].map((quantity) => ({ quantity })))
    const option = { name: 'on', value: 10, label: { 'zh-cn': '在售', en: 'On' }, tone: 'none' as const }
    const choices = { ...days, fields: [{ ...day, kind: 'enum' as const, options: [option] }] }
    expect(
      withBlock(choices, [], { line: 0, column: 0 }, [['在售'], ['10']], { records: new Map(), timeZone: 'UTC' }),
    ).toEqual([10, { unresolved: '10' }].map((quantity) => ({ quantity })))
    const typedNumbers = [['1 250'], ["1'234'567.5"], ['１，２５０'], ['1,25']]
    expect(
      withBlock(field(), [], { line: 0, column: 1 }, typedNumbers, { records: new Map(), timeZone: 'UTC' }),
    ).toEqual(['1250', '1234567.5', '1250', '1,25'].map((quantity) => ({ quantity })))
    expect([blockOf('one cell\n'), blockOf('a\tb'), blockOf('a\nb')]).toEqual([null, [['a', 'b']], [['a'], ['b']]])
    for (const [text, rows] of [
      [
        '"a\nb"\tc\r\nd\te\r\n',
        [
          ['a\nb', 'c'],
          ['d', 'e'],
        ],
      ],
      ['"say ""hi"""\t"x\ty"', [['say "hi"', 'x\ty']]],
      ['a\rb\r', [['a'], ['b']]],
      [
        '5" pipe\t"open\n"plain"\tx',
        [
          ['5" pipe', '"open'],
          ['"plain"', 'x'],
        ],
      ],
      ['"two\nlines"', [['two\nlines']]],
      [
        '\ta\n\t\n',
        [
          ['', 'a'],
          ['', ''],
        ],
      ],
      ['say "hi"', null],
    ] as const)
      expect([text, blockOf(text)]).toEqual([text, rows])
    expect(withValue(few, [{ quantity: '1' }], 0, 'quantity', '2')).toEqual([{ quantity: '2' }])
  })

  it('report their errors in order', () => {
    const errors = nestedErrors([
      ['lines.10.price', 'a'],
      ['lines.2.item_id', 'b'],
      ['lines', 'c'],
      ['remark', 'd'],
    ])
    expect(placesWithin(partOf(errors['lines']), 'lines')).toEqual(['lines', 'lines.2.item_id', 'lines.10.price'])
  })
})
