/** A table in which every kind of rule binds, with lines that have rules of their own. */
import type { CheckModel, FieldModel, MessageNumber, RuleModel, TableModel } from 'tablewright/protocol'
import { readRule, type Expected } from '../../../generator/rule/read.ts'
import { fullScope, pureScope, rowScope, type RuleScope } from '../../../generator/rule/scope.ts'
import { field, tableModel } from '../../support/models.ts'

const text = (zh: string, en: string) => ({ 'zh-cn': zh, en })
const option = (name: string, value: number) => ({ name, value, label: text(name, name), tone: 'none' as const })

/** The rule as the generator reads it. */
export function rule(source: string, expected: Expected, scope: RuleScope): RuleModel {
  const read = readRule(source, expected, scope)
  if ('fault' in read) throw new Error(read.fault.message.en)
  return read.rule
}

const kinds = [option('purchase', 10), option('returned', 20)]
const amountField = (name: string) => field(name, 'decimal', { scale: 2, readOnly: true })
const lineFields: readonly FieldModel[] = [
  field('article', 'text', { required: true }),
  field('price', 'decimal', { scale: 4 }),
  field('quantity', 'decimal', { scale: 3 }),
  amountField('amount'),
  field('flaw', 'text'),
]
const lateness = field('late', 'enum', { options: [option('soon', 10), option('overdue', 20)], readOnly: true })
const plain: readonly FieldModel[] = [
  field('name', 'text', { required: true }),
  field('kind', 'enum', { options: kinds, default: 10 }),
  field('supplier', 'text'),
  field('reason', 'text'),
  field('code', 'text'),
  field('discount', 'decimal', { scale: 2 }),
  field('least', 'integer'),
  field('most', 'integer'),
  amountField('total'),
  amountField('due'),
  lateness,
  field('admin_id', 'integer', { readOnly: true }),
]
const parts = field('parts', 'lines', {
  fields: lineFields,
  relation: {
    to: 't/order_line',
    controller: 't.OrderLine',
    table: 't_order_line',
    show: 'article',
    as: 'partsRecords',
    onDelete: 'cascade',
    softDelete: null,
    filter: [],
    owned: true,
  },
})
const declared = [...plain, parts]
const full = fullScope([field('id', 'integer', { implicit: true, readOnly: true }), ...declared])

const condition = (source: string): RuleModel => rule(source, 'condition', full)
const always: RuleModel = condition('true')

const rulesOf: Readonly<Record<string, Partial<FieldModel>>> = {
  supplier: { when: condition("kind == 'purchase'"), requiredWhen: always },
  reason: { requiredWhen: condition("kind == 'returned'") },
  code: { readOnlyWhen: condition('has(old.id) && !actor.super') },
  total: { computed: { rule: rule('parts.sum(line, line.amount)', amountField('total'), full), stored: true } },
  due: {
    computed: {
      rule: rule('round(total - (has(discount) ? discount : 0), 2)', amountField('due'), pureScope(plain)),
      stored: false,
    },
  },
  late: {
    computed: {
      rule: rule("has(most) ? (most <= now ? 'overdue' : 'soon') : 'soon'", lateness, pureScope(plain)),
      stored: false,
    },
  },
}

const number = (source: string): MessageNumber => ({ rule: rule(source, 'number', full), scale: 0 })
const check = (name: string, source: string, at: string, allowExisting = false): CheckModel => ({
  name,
  rule: condition(source),
  field: at,
  message: text(`违反 ${name}`, `breaks ${name}`),
  allowExisting,
})

const actions = ['index', 'add', 'edit', 'del', 'import', 'export', 'sortable'] as const
export const order: TableModel = tableModel('t/order', {
  title: 'name',
  key: ['name'],
  sort: 'weigh',
  owner: 'admin_id',
  search: ['name'],
  actions,
  fields: declared.map((one) => ({ ...one, ...rulesOf[one.name] })),
  checks: [
    {
      ...check('span', 'least <= most', 'most'),
      message: text(
        '最大值须在 {{least}} 以上，现为 {{most}}（{{gap}}）',
        'breaks span: {{most}} under {{least}} ({{gap}})',
      ),
      values: { least: number('least'), most: number('most'), gap: number('least - most') },
    },
    check('cheap', 'discount < 100', 'discount', true),
    check('few', 'size(parts) <= 3', 'parts'),
  ],
})

const lineScope = fullScope(lineFields, plain)
const line0 = tableModel('t/order_line', {
  title: 'article',
  controller: 't.OrderLine',
  fields: lineFields.map((one) => ({ ...one, ...lineRules(one.name) })),
  actions: [],
})
export const line: TableModel = {
  ...line0,
  ownedBy: { entity: order.id, field: 'order_id', lines: 'parts' },
  fields: [
    ...line0.fields.filter((one) => one.name !== 'version'),
    field('order_id', 'integer', { implicit: true, readOnly: true, required: true }),
    field('line_no', 'integer', { implicit: true, readOnly: true, required: true }),
    line0.fields.at(-1)!,
  ],
}

function lineRules(name: string): Partial<FieldModel> {
  if (name === 'amount')
    return { computed: { rule: rule('round(price * quantity, 2)', amountField('amount'), lineScope), stored: true } }
  return name === 'flaw'
    ? { when: rule("document.kind == 'returned'", 'condition', lineScope), requiredWhen: always }
    : {}
}

/**
 * The table with rules of its rows for whoever is not super: what is dear is hidden, what is not one's own cannot be
 * changed.
 */
export const guarded: TableModel = {
  ...order,
  policy: {
    limit: null,
    fields: {},
    rows: {
      index: rule('(!has(discount) || discount <= 50) && size(name) < 20', 'condition', rowScope(order.fields)),
      edit: rule('admin_id == actor.id', 'condition', rowScope(order.fields)),
      del: rule('admin_id == actor.id && least == 1', 'condition', rowScope(order.fields)),
    },
  },
}
