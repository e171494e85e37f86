/** A document with two state fields, and the forms of its dialogs, as the generator would conclude them. */
import type {
  FieldModel,
  FormModel,
  InputModel,
  KindName,
  MachineActionModel,
  MachineModel,
  ModuleManifest,
  OptionModel,
  RuleModel,
  TableModel,
} from 'tablewright/protocol'

const option = (
  name: string,
  value: number,
  zh: string,
  en: string,
  tone: OptionModel['tone'] = 'none',
): OptionModel => ({ name, value, label: { 'zh-cn': zh, en }, tone })

function field(name: string, kind: KindName, zh: string, en: string, more: Partial<FieldModel> = {}): FieldModel {
  return {
    name,
    kind,
    label: { 'zh-cn': zh, en },
    required: false,
    readOnly: false,
    private: false,
    implicit: false,
    ...more,
  }
}

/** Nothing that is not there is urgent. */
const amountIsNone: RuleModel = {
  source: 'amount <= 0',
  reads: ['amount'],
  tree: {
    op: 'compare',
    sign: '<=',
    left: { op: 'field', name: 'amount', of: 'record' },
    right: { op: 'value', value: 0 },
  },
}

const courier = field('courier_number', 'text', '快递单号', 'Courier number', { maxLength: 64, minLength: 1 })
const fields: readonly FieldModel[] = [
  field('id', 'integer', 'ID', 'ID', { readOnly: true, implicit: true }),
  field('number', 'text', '单号', 'Number', { maxLength: 40 }),
  field('note', 'text', '备注', 'Note', { maxLength: 40 }),
  field('urgent', 'enum', '加急', 'Urgent', {
    widget: 'switch',
    options: [option('no', 0, '否', 'No'), option('yes', 1, '是', 'Yes')],
    default: 0,
    readOnlyWhen: amountIsNone,
  }),
  field('amount', 'decimal', '数量', 'Amount', { scale: 2 }),
  courier,
  field('audit_status', 'enum', '审核状态', 'Audit', {
    readOnly: true,
    options: [
      option('open', 0, '未审核', 'Not audited', 'warning'),
      option('audited', 1, '已审核', 'Audited', 'success'),
    ],
  }),
  field('shipment_status', 'enum', '发货状态', 'Shipment', {
    readOnly: true,
    options: [option('waiting', 0, '未发货', 'Not shipped'), option('shipped', 1, '已发货', 'Shipped', 'success')],
  }),
  field('version', 'integer', '版本', 'Version', { readOnly: true, implicit: true }),
]

const amountIsPositive: RuleModel = {
  source: 'amount > 0',
  reads: ['amount'],
  tree: {
    op: 'compare',
    sign: '>',
    left: { op: 'field', name: 'amount', of: 'record' },
    right: { op: 'value', value: 0 },
  },
}

const reason: InputModel = {
  ...field('reason', 'text', '原因', 'Reason', { required: true, minLength: 1, maxLength: 100 }),
  stored: false,
}

function action(name: string, zh: string, en: string, more: Partial<MachineActionModel>): MachineActionModel {
  return {
    name,
    label: { 'zh-cn': zh, en },
    tone: 'none',
    from: [],
    to: {},
    input: [],
    guards: [],
    set: {},
    effects: [],
    undo: null,
    rights: [],
    ...more,
  }
}

/** `courier_number`: the input, which rules of a preview see in place of the stored value. */
const numberAsTyped: RuleModel = {
  source: 'courier_number',
  tree: { op: 'field', name: 'courier_number', of: 'record' },
  reads: ['courier_number'],
}
const open = { audit_status: [0], shipment_status: [0] }
const audited = { audit_status: [1], shipment_status: [0] }
const shipped = { audit_status: [1], shipment_status: [1] }

export const machine: MachineModel = {
  fields: ['audit_status', 'shipment_status'],
  initial: { audit_status: 0, shipment_status: 0 },
  editable: [open],
  deletable: [open],
  final: [],
  actions: [
    action('audit', '审核', 'Audit', {
      tone: 'primary',
      from: [open],
      to: { audit_status: [1] },
      effects: [{ post: 'out' }],
      undo: 'unaudit',
      guards: [
        {
          rule: amountIsPositive,
          message: { 'zh-cn': '数量必须大于零，现为 {{amount}}', en: 'The amount must be above zero, not {{amount}}' },
          values: {
            amount: {
              rule: { source: 'amount', reads: ['amount'], tree: { op: 'field', name: 'amount', of: 'record' } },
              scale: 2,
            },
          },
        },
      ],
    }),
    action('ship', '发货', 'Ship', {
      tone: 'success',
      from: [audited],
      to: { shipment_status: [1] },
      undo: 'unship',
      input: [{ ...courier, required: true, stored: true }],
      preview: { courier_number: numberAsTyped },
    }),
    action('unship', '撤销发货', 'Unship', {
      tone: 'warning',
      from: [shipped],
      to: { shipment_status: [0] },
      input: [reason],
    }),
    action('hold', '暂缓', 'Postpone', { from: [open], to: {}, undo: 'unhold', tone: 'primary' }),
    action('unhold', '恢复', 'Resume', { from: [open], to: {}, undo: 'hold' }),
    action('unaudit', '反审核', 'Unaudit', {
      tone: 'danger',
      from: [audited],
      to: { audit_status: [0] },
      effects: [{ reverse: 'out' }],
      input: [reason],
    }),
  ],
}

export const order: TableModel = {
  id: 'demo/order',
  module: 'demo',
  name: 'order',
  table: 'demo_order',
  controller: 'demo.Order',
  page: 'demo/order',
  label: { 'zh-cn': '出库单', en: 'Orders' },
  singular: { 'zh-cn': '出库单', en: 'Order' },
  icon: null,
  title: 'number',
  key: [],
  storage: 'table',
  created: null,
  updated: null,
  softDelete: null,
  owner: null,
  sort: null,
  tree: null,
  actions: ['index', 'add', 'edit', 'del'],
  search: ['number'],
  machine,
  fields,
  indexes: [],
  list: {
    columns: ['number', 'urgent', 'amount', 'audit_status', 'shipment_status'],
    sort: { field: 'id', direction: 'desc' },
  },
  renamedFrom: null,
  form: [
    {
      name: 'head',
      label: null,
      rows: [
        ['number', 'amount'],
        ['note', 'urgent'],
        ['courier_number', 'audit_status'],
      ],
    },
  ],
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

const orderForm: FormModel = {
  id: 'demo/order',
  schema: {
    type: 'object',
    properties: {
      number: text(40),
      note: text(40),
      urgent: { type: 'integer', enum: [0, 1] },
      amount: { type: 'string', format: 'decimal' },
      courier_number: text(64),
    },
  },
  uiSchema: {},
}

const dialog = (name: string, properties: Record<string, object>): FormModel => ({
  id: `demo/order/${name}`,
  schema: { type: 'object', required: Object.keys(properties), properties },
  uiSchema: {},
})

/** Forms of the dialogs by action. */
const dialogs: Readonly<Record<string, FormModel>> = {
  ship: dialog('ship', { courier_number: text(64) }),
  unship: dialog('unship', { reason: text(100) }),
  unaudit: dialog('unaudit', { reason: text(100) }),
}

export const forms: readonly FormModel[] = [orderForm, ...Object.values(dialogs)]

export const demo: ModuleManifest = {
  name: 'demo',
  label: order.label,
  icon: null,
  order: 1,
  menu: [order.page],
  tables: {
    [order.page]: {
      singular: order.singular,
      model: () => Promise.resolve(order),
      form: () => Promise.resolve(orderForm),
      actions: Object.fromEntries(Object.entries(dialogs).map(([name, form]) => [name, () => Promise.resolve(form)])),
    },
  },
}

export const orders = () => [
  {
    id: 1,
    version: 1,
    number: 'CK1',
    note: 'first',
    urgent: 0,
    amount: '5.00',
    courier_number: '',
    audit_status: 0,
    shipment_status: 0,
  },
  {
    id: 2,
    version: 1,
    number: 'CK2',
    note: '',
    urgent: 1,
    amount: '3.00',
    courier_number: 'SF-1',
    audit_status: 1,
    shipment_status: 0,
  },
  {
    id: 3,
    version: 1,
    number: 'CK3',
    note: '',
    urgent: 0,
    amount: '2.00',
    courier_number: 'SF-2',
    audit_status: 1,
    shipment_status: 1,
  },
  {
    id: 4,
    version: 1,
    number: 'CK4',
    note: '',
    urgent: 0,
    amount: '0.00',
    courier_number: '',
    audit_status: 0,
    shipment_status: 0,
  },
]
