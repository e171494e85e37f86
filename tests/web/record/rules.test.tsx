// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { computeRuleOrder, type FieldModel, type FormModel, type TableModel } from 'tablewright/protocol'
import { readRule, type Expected } from '../../../generator/rule/read.ts'
import { fullScope, pureScope } from '../../../generator/rule/scope.ts'
import { evaluateDraft, type RuleContext } from '../../../runtime/web/form/rules.ts'
import { field, tableModel } from '../../support/models.ts'
import { openRecord, provideOwn, useRecordServer } from './open-record.tsx'

const text = (zh: string, en: string) => ({ 'zh-cn': zh, en })
const kinds = [
  { name: 'purchase', value: 10, label: text('采购', 'Purchase'), tone: 'none' as const },
  { name: 'returned', value: 20, label: text('退货', 'Returned'), tone: 'none' as const },
]
const own: readonly FieldModel[] = [
  field('name', 'text', { required: true, label: text('名称', 'Name') }),
  field('kind', 'enum', { options: kinds, default: 10, label: text('种类', 'Kind') }),
  field('supplier', 'text', { label: text('供应商', 'Supplier') }),
  field('reason', 'text', { label: text('原因', 'Reason') }),
  field('code', 'text', { label: text('代码', 'Code') }),
  field('price', 'decimal', { scale: 2, label: text('单价', 'Price') }),
  field('count', 'integer', { label: text('数量', 'Count') }),
  field('amount', 'decimal', { scale: 2, readOnly: true, label: text('金额', 'Amount') }),
]

function rule(
  source: string,
  expected: Expected = 'condition',
  scope = fullScope([field('id', 'integer', { implicit: true, readOnly: true }), ...own]),
) {
  const read = readRule(source, expected, scope)
  if ('fault' in read) throw new Error(read.fault.message.en)
  return read.rule
}

const words: Readonly<Record<string, Partial<FieldModel>>> = {
  supplier: { when: rule("kind == 'purchase'"), requiredWhen: rule('true') },
  reason: { requiredWhen: rule("kind == 'returned'") },
  code: { readOnlyWhen: rule('has(old.id)') },
  amount: { computed: { rule: rule('price * count', own.at(-1)!, pureScope(own)), stored: false } },
}
const order: TableModel = tableModel('demo/order', {
  title: 'name',
  controller: 'demo.Order',
  page: 'demo/order',
  actions: ['index', 'add', 'edit'],
  fields: own.map((one) => ({ ...one, ...words[one.name] })),
  form: [{ name: 'basic', label: null, rows: own.map(({ name }) => [name]) }],
  checks: [
    {
      name: 'few',
      rule: rule('count <= 9'),
      field: 'count',
      message: text('最多九个，现为 {{count}}', 'Nine at most, not {{count}}'),
      values: { count: { rule: rule('count', 'number'), scale: 0 } },
      allowExisting: false,
    },
  ],
})
const types: Readonly<Record<string, object>> = {
  kind: { type: 'integer', enum: [10, 20], default: 10 },
  price: { type: 'string', format: 'decimal' },
  count: { type: 'integer' },
}
const form: FormModel = {
  id: order.id,
  schema: {
    type: 'object',
    required: ['name'],
    properties: Object.fromEntries(
      own.filter((one) => !one.readOnly).map(({ name }) => [name, types[name] ?? { type: 'string' }]),
    ),
  },
  uiSchema: { 'ui:order': own.filter((one) => !one.readOnly).map(({ name }) => name) },
}

const server = useRecordServer(() => ({
  'demo.Order': [
    {
      id: 5,
      version: 2,
      name: '旧单',
      kind: 10,
      supplier: '海川',
      reason: '',
      code: 'A-1',
      price: '2.50',
      count: 3,
      amount: '7.50',
    },
  ],
}))
beforeAll(() => provideOwn(order, form))
beforeEach(() => provideOwn(order, form))

const box = (name: string) => screen.queryByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const save = () => screen.getByRole('button', { name: '保存' })

it('shows a field while it exists, asks for it only then, and sends nothing of one that is gone', async () => {
  const { user, savedIds } = await openRecord(order, null)
  await user.type(box('名称')!, '新单')
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('供应商')
  expect(server().saved()).toEqual([])
  await user.type(box('供应商')!, '不该发送')
  await user.click(screen.getByRole('radio', { name: '退货' }))
  await waitFor(() => expect(box('供应商')).toBeNull())
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('原因')
  await user.type(box('原因')!, '破损')
  await user.click(save())
  await waitFor(() => expect(savedIds).toHaveLength(1))
  expect(server().saved()).toEqual([{ name: '新单', kind: 20, reason: '破损' }])
})

it('brings back what was typed when a field exists again', async () => {
  const { user } = await openRecord(order, null)
  await user.type(box('供应商')!, '海川')
  await user.click(screen.getByRole('radio', { name: '退货' }))
  await waitFor(() => expect(box('供应商')).toBeNull())
  await user.click(screen.getByRole('radio', { name: '采购' }))
  await waitFor(() => expect(box('供应商')?.value).toBe('海川'))
})

it('takes nothing where a field cannot be changed now', async () => {
  const first = await openRecord(order, 5)
  expect(box('代码')?.disabled).toBe(true)
  expect(box('代码')?.value).toBe('A-1')
  await first.user.clear(box('名称')!)
  await first.user.type(box('名称')!, '改名')
  await first.user.click(save())
  await waitFor(() => expect(server().saved()).toEqual([{ id: 5, version: 2, name: '改名' }]))
})

it('shows computed values as they become, and never sends them', async () => {
  const { user, savedIds } = await openRecord(order, 5)
  const shown = () => within(screen.getByText('金额').closest<HTMLElement>('.record-field')!)
  expect(shown().getByText(/7\.50/)).toBeTruthy()
  await user.clear(box('单价')!)
  await user.type(box('单价')!, '4.10')
  await waitFor(() => expect(shown().getByText(/12\.30/)).toBeTruthy())
  await user.click(save())
  await waitFor(() => expect(savedIds).toEqual([5]))
  expect(server().saved()).toEqual([{ id: 5, version: 2, price: '4.10' }])
})

it('shows nothing on a new record that cannot be computed yet', async () => {
  const { user } = await openRecord(order, null)
  expect(screen.queryByText('金额')).toBeNull()
  await user.type(box('单价')!, '2.50')
  expect(screen.queryByText('金额')).toBeNull()
  await user.type(box('数量')!, '4')
  const amount = (await screen.findByText('金额')).closest<HTMLElement>('.record-field')!
  expect(within(amount).getByText(/10\.00/)).toBeTruthy()
})

it('reports a broken check at its field before anything is sent', async () => {
  const { user } = await openRecord(order, 5)
  await user.clear(box('数量')!)
  await user.type(box('数量')!, '10')
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('最多九个，现为 10')
  expect(box('数量')?.getAttribute('aria-invalid')).toBe('true')
  expect(server().saved()).toEqual([])
  await user.clear(box('数量')!)
  await user.type(box('数量')!, '9')
  await user.click(save())
  await waitFor(() => expect(server().saved()).toEqual([{ id: 5, version: 2, count: 9 }]))
})

const context: RuleContext = {
  timeZone: 'Asia/Shanghai',
  actor: { id: 7, super: false, groups: [] },
  now: 1_760_000_000,
}

it('judges lines with what is computed in them', () => {
  const lineFields = [
    field('price', 'decimal', { scale: 4 }),
    field('quantity', 'decimal', { scale: 3 }),
    field('amount', 'decimal', { scale: 2, readOnly: true }),
  ]
  const amount = readRule('round(price * quantity, 2)', lineFields[2]!, fullScope(lineFields))
  const fields = [
    lineFields[0]!,
    lineFields[1]!,
    { ...lineFields[2]!, computed: { rule: 'rule' in amount ? amount.rule : rule('true'), stored: true } },
  ]
  const parts = field('parts', 'lines', {
    fields,
    relation: {
      to: 't/line',
      controller: 't.Line',
      table: 't_line',
      show: 'price',
      as: 'parts',
      onDelete: 'cascade',
      softDelete: null,
      filter: [],
      owned: true,
    },
  })
  const total = field('total', 'decimal', { scale: 2, readOnly: true })
  const sum = readRule('parts.sum(line, line.amount)', total, fullScope([parts, total]))
  const model = tableModel('t/doc', {
    title: 'name',
    fields: [
      field('name', 'text'),
      parts,
      { ...total, computed: { rule: 'rule' in sum ? sum.rule : rule('true'), stored: true } },
    ],
  })
  const ruled = evaluateDraft(
    model,
    null,
    {
      name: 'x',
      parts: [
        { price: '0.3333', quantity: '3' },
        { price: '2.5', quantity: '1.5' },
        { price: 'no number', quantity: '1' },
        {},
      ],
    },
    context,
  )
  expect(ruled.computed.get('total')).toBe('4.75')
})

describe('rules of lines', () => {
  const lineFields = [
    field('type', 'enum', { options: kinds, default: 10, label: text('类别', 'Type') }),
    field('lot', 'text', { label: text('批次', 'Lot') }),
    field('why', 'text', { label: text('理由', 'Why') }),
    field('code', 'text', { label: text('码', 'Code') }),
    field('price', 'decimal', { scale: 2, label: text('价', 'Price') }),
    field('number', 'integer', { label: text('件', 'Number') }),
    field('amount', 'decimal', { scale: 2, readOnly: true, label: text('额', 'Amount') }),
    field('note', 'text', { label: text('备', 'Note') }),
  ]
  const scope = fullScope([field('id', 'integer', { implicit: true, readOnly: true }), ...lineFields], own)
  const ruledWords: Readonly<Record<string, Partial<FieldModel>>> = {
    lot: { when: rule("type == 'purchase'", 'condition', scope) },
    why: { requiredWhen: rule("type == 'returned' || document.kind == 'returned'", 'condition', scope) },
    code: { readOnlyWhen: rule('has(old.code)', 'condition', scope) },
    amount: {
      computed: { rule: rule('price * number', lineFields[6]!, pureScope(lineFields)), stored: true },
      column: { total: true },
    },
  }
  const parts = field('parts', 'lines', {
    label: text('明细', 'Parts'),
    fields: lineFields.map((one) => ({ ...one, ...ruledWords[one.name] })),
    columns: ['why', 'type', 'lot', 'code', 'price', 'number', 'amount'],
    checks: [
      {
        name: 'few',
        rule: rule('number <= 9', 'condition', scope),
        field: 'number',
        message: text('最多九件', 'Nine at most'),
        allowExisting: false,
      },
      {
        name: 'noted',
        rule: rule("note != 'x'", 'condition', scope),
        field: 'note',
        message: text('备注不可为 x', 'No x'),
        allowExisting: false,
      },
    ],
    relation: {
      to: 'demo/part',
      controller: 'demo.Part',
      table: 'demo_part',
      show: 'code',
      as: 'parts',
      onDelete: 'cascade',
      softDelete: null,
      filter: [],
      owned: true,
    },
  })
  const doc: TableModel = tableModel('demo/doc', {
    title: 'name',
    controller: 'demo.Doc',
    page: 'demo/doc',
    actions: ['index', 'add', 'edit'],
    fields: [own[0]!, own[1]!, parts],
    form: [
      { name: 'basic', label: null, rows: [['name'], ['kind']] },
      { name: 'parts', label: null, rows: [['parts']], grid: 'parts' },
    ],
  })
  const docForm: FormModel = {
    id: doc.id,
    schema: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        kind: { type: 'integer', enum: [10, 20], default: 10 },
        parts: { type: 'array', items: { type: 'object' } },
      },
    },
    uiSchema: { 'ui:order': ['name', 'kind', 'parts'] },
  }
  const line = (id: number, more: object) => ({
    id,
    type: 10,
    lot: null,
    why: null,
    code: null,
    price: '2.00',
    number: 2,
    amount: '4.00',
    note: null,
    ...more,
  })
  beforeEach(() => {
    provideOwn(doc, docForm)
    server().tables['demo.Doc'] = [
      {
        id: 8,
        version: 1,
        name: '单',
        kind: 10,
        parts: [line(1, { lot: 'A', code: 'C-1' }), line(2, { type: 20, why: '破损' })],
      },
    ]
  })
  const cell = (name: string, at: number) =>
    screen.queryByRole<HTMLInputElement>('textbox', { name: `${name} 第 ${at} 行` })

  it('distinguish a stored line from a new one by its id', () => {
    const kept = {
      ...parts,
      fields: [field('code', 'text', { readOnlyWhen: rule('has(old.id)', 'condition', scope) })],
      checks: [
        {
          name: 'fresh',
          rule: rule('has(old.id) || has(code)', 'condition', scope),
          field: 'code',
          message: text('新行要有码', 'A new line has a code'),
          allowExisting: false,
        },
      ],
    }
    const model: TableModel = { ...doc, fields: [own[0]!, own[1]!, kept] }
    const row = { id: 8, name: '单', kind: 10, parts: [{ id: 1, code: null }] }
    const ruled = evaluateDraft(
      model,
      row,
      { ...row, parts: [{ id: 1, code: '' }, { code: '' }, { code: 'C' }] },
      context,
    )
    expect(ruled.lines.get('parts')!.map(({ fixed }) => [...fixed])).toEqual([['code'], [], []])
    expect([...evaluateDraft(model, row, { ...row, parts: [{ id: 1, code: '' }] }, context).problems.keys()]).toEqual(
      [],
    )
    expect([
      ...evaluateDraft(model, null, { ...row, parts: [{ id: 1, code: '' }, { code: 'C' }] }, context).problems.keys(),
    ]).toEqual(['parts.0.code'])
  })

  it('are evaluated again only for the line that changed, or for what else they read', () => {
    const row = { id: 8, version: 1, name: '单', kind: 10, parts: [line(1, { code: 'C-1' }), line(2, {})] }
    const evaluated = (draft: object, now = context.now, base: typeof row | null = row) =>
      evaluateDraft(doc, base, { ...row, ...draft }, { ...context, now }).lines.get('parts') ?? []
    const [first, second] = evaluated({})
    const changed = evaluated({ parts: [row.parts[0], line(2, { price: '3.00' })] }, context.now + 9)
    expect(changed[0]).toBe(first)
    expect([second?.computed, changed[1]?.computed]).toEqual([{ amount: '4.00' }, { amount: '6.00' }])
    // The document is read by "why", the stored line by "code".
    expect(evaluated({ kind: 20 }).map(({ needed }) => [...needed])).toEqual([['why'], ['why']])
    expect(evaluated({}).map(({ needed }) => [...needed])).toEqual([[], []])
    expect(evaluated({}).map(({ fixed }) => [...fixed])).toEqual([['code'], []])
    expect(evaluated({}, context.now, null).map(({ fixed }) => [...fixed])).toEqual([[], []])
  })

  it('apply line by line in the grid: hidden, locked, required and computed values', async () => {
    const { user } = await openRecord(doc, 8)
    const grid = await screen.findByRole('table')
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['#', '理由', '类别', '批次', '码', '价', '件', '额', '操作'])
    expect([cell('批次', 1)?.value, cell('批次', 2)]).toEqual(['A', null])
    expect([cell('码', 1)?.disabled, cell('码', 2)?.disabled]).toEqual([true, false])
    expect([cell('理由', 1)?.getAttribute('aria-required'), cell('理由', 2)?.getAttribute('aria-required')]).toEqual([
      null,
      'true',
    ])
    await user.clear(cell('件', 2)!)
    await user.type(cell('件', 2)!, '5')
    await waitFor(() => expect(within(grid).getAllByText(/10\.00/)).toBeTruthy())
    expect(within(grid).getAllByText(/14\.00/)).toBeTruthy()
  })

  it('are reported at their cell before anything is sent, and removed once they hold', async () => {
    const { user, savedIds } = await openRecord(doc, 8)
    await user.clear(cell('件', 1)!)
    await user.type(cell('件', 1)!, '12')
    await user.clear(cell('理由', 2)!)
    await user.click(save())
    expect((await screen.findByRole('alert')).textContent).toContain('最多九件')
    expect(cell('件', 1)?.getAttribute('aria-invalid')).toBe('true')
    expect(cell('理由', 2)?.getAttribute('aria-invalid')).toBe('true')
    expect(server().saved()).toEqual([])
    await user.clear(cell('件', 1)!)
    await user.type(cell('件', 1)!, '9')
    await user.type(cell('理由', 2)!, '受潮')
    await user.click(save())
    await waitFor(() => expect(savedIds).toEqual([8]))
  })

  it('of a field without a column are reported below the line', async () => {
    server().tables['demo.Doc']![0]!['parts'] = [line(1, { note: 'x' })]
    const { user } = await openRecord(doc, 8)
    await user.click(screen.getByRole('textbox', { name: /^名称/ }))
    await user.keyboard('2')
    await user.click(save())
    expect((await within(await screen.findByRole('table')).findByText('备注不可为 x')).closest('tr')?.className).toBe(
      'lines-wrong',
    )
  })

  it('pass the keys over cells that take nothing', async () => {
    const { user } = await openRecord(doc, 8)
    const first = cell('理由', 2)!
    first.focus()
    await user.keyboard('{Enter}')
    const radio = document.activeElement?.closest('[data-column]')
    expect(radio?.getAttribute('data-column')).toBe('1')
    cell('价', 1)!.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(cell('价', 2)))
  })
})

it('leaves a table without rules as it is', () => {
  const model = tableModel('t/plain', { title: 'name', fields: [field('name', 'text')] })
  expect(evaluateDraft(model, null, {}, context).writable).toBe(model)
  expect(computeRuleOrder(model)).toEqual({ order: [] })
})
