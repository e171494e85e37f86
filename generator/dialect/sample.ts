/**
 * A small module that uses every keyword of the language once: the reference takes its examples from it, and a test
 * proves
 * that it passes all checks.
 */
import type { JsonObject } from '../source/json.ts'
import { itemOverlay } from './overlay-sample.ts'

const text = (zh: string, en: string): JsonObject => ({ 'zh-cn': zh, en })
const decimal = (scale: number, zh: string, en: string, more: JsonObject = {}): JsonObject => ({
  'x-scale': scale,
  ...more,
  'x-label': text(zh, en),
})
const integer = (zh: string, en: string, more: JsonObject = {}): JsonObject => ({
  type: 'integer',
  ...more,
  'x-label': text(zh, en),
})
const string = (maxLength: number, zh: string, en: string, more: JsonObject = {}): JsonObject => ({
  maxLength,
  ...more,
  'x-label': text(zh, en),
})
const reference = (to: string, zh: string, en: string, more: JsonObject = {}): JsonObject => ({
  'x-relation': Object.keys(more).length > 0 ? { to, ...more } : to,
  'x-label': text(zh, en),
})
const options = (...list: readonly (readonly [name: string, value: number, zh: string, en: string])[]): JsonObject => ({
  enum: list.map(([, value]) => value),
  'x-options': Object.fromEntries(
    list.map(([name, value, zh, en]) => [name, { value, 'x-label': text(zh, en), tone: 'none' }]),
  ),
})
const entityHead = (id: string): JsonObject => ({ $schema: '../dialect/entity.json', $id: id })

const item: JsonObject = {
  ...entityHead('sample/item'),
  'x-renamedFrom': 'sample/article',
  $comment: 'The price is agreed once a year.',
  title: 'Item',
  description: 'Goods that are kept in stock.',
  'x-label': text('物品', 'Items'),
  'x-entity': {
    label: text('物品', 'Item'),
    table: 'sample_goods',
    controller: 'sample.Goods',
    title: 'name',
    key: ['code'],
    details: ['code'],
    icon: 'box',
    created: 'createtime',
    updated: 'updatetime',
    softDelete: 'deletetime',
    owner: 'admin_id',
    sort: 'weigh',
    renamedFrom: { createtime: 'create_time' },
  },
  required: ['name', 'code'],
  properties: {
    on_hand: decimal(3, '现有', 'On hand', { readOnly: true, default: '0' }),
    name: string(64, '名称', 'Name', { minLength: 1, 'x-column': { width: 200, pin: 'left', priority: 1 } }),
    code: string(32, '编码', 'Code', {
      pattern: '^[A-Z0-9]+$',
      'x-help': text('贴在包装上的编码。', 'The code on the package.'),
    }),
    price: decimal(2, '单价', 'Price', {
      minimum: 0,
      maximum: 9999,
      default: '0',
      'x-unit': text('元', 'CNY'),
      'x-renamedFrom': 'cost',
    }),
    status: {
      $ref: 'enums/status.json',
      default: 1,
      'x-widget': 'switch',
      'x-column': { sort: true, filter: 'eq' },
      'x-label': text('状态', 'Status'),
    },
    place_id: reference('sample/place', '默认货位', 'Default place', { show: 'name', onDelete: 'null' }),
    spare_id: reference('sample/item', '替代品', 'Spare item', {
      filter: { status: 1, place_id: { field: 'place_id' } },
    }),
    tags: {
      type: 'array',
      items: { type: 'string', maxLength: 20, pattern: '^[a-z]+$' },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      'x-label': text('标签', 'Tags'),
    },
    photos: { type: 'array', items: { type: 'string', format: 'image' }, 'x-label': text('图片', 'Images') },
    contract: {
      type: 'string',
      format: 'file',
      maxLength: 255,
      'x-file': { access: 'ticket' },
      'x-label': text('合同', 'Contract'),
    },
    seasons: {
      type: 'array',
      items: options(['summer', 1, '夏季', 'Summer'], ['winter', 2, '冬季', 'Winter']),
      'x-label': text('季节', 'Seasons'),
    },
    states: { type: 'array', items: { $ref: 'enums/status.json' }, 'x-label': text('曾用状态', 'Former states') },
    facts: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 50 },
      'x-label': text('参数', 'Specifications'),
    },
    supplier_key: string(64, '供应商密钥', 'Supplier key', { writeOnly: true, 'x-private': true }),
    hall_name: string(64, '厅名', 'Hall name', { readOnly: true, 'x-fill': 'place_id.name' }),
    barcode: string(32, '条码', 'Barcode', {
      title: 'Barcode',
      description: 'EAN-13',
      $comment: 'Printed by the supplier.',
      'x-cell': 'barcode',
    }),
    checked_on: { type: 'string', format: 'date', readOnly: true, 'x-label': text('盘点日期', 'Counted on') },
    value: decimal(2, '一打的金额', 'Price of a dozen', { 'x-computed': { rule: 'price * 12', stored: false } }),
    hall: string(64, '所在厅', 'Hall', { 'x-lookup': ['place_id.parent_id.name', 'place_id.name'] }),
    note: string(500, '备注', 'Notes', {
      'x-when': "status == 'on'",
      'x-required': 'price > 1000',
      'x-readonly': 'has(old.note) && price < 1',
      'x-backfill': 'code',
    }),
  },
  'x-index': { code: { on: ['code'], unique: true } },
  'x-search': ['name', 'code'],
  'x-views': {
    table: { columns: ['name', 'code', 'price', 'status'], sort: '-weigh' },
    mail: { columns: ['name', 'code'] },
    form: [{ section: 'general', 'x-label': text('基本信息', 'General'), rows: [['name', 'code'], ['price']] }],
  },
  'x-actions': ['index', 'add', 'edit', 'del', 'restore', 'sortable', 'import', 'export', 'mail'],
  'x-policy': {
    '*': { limit: 'personal', on: 'admin_id', fields: ['name', 'code', 'price', 'weigh'], rows: "status == 'on'" },
    index: { fields: ['name', 'code', 'weigh'], rows: 'price >= 0' },
    add: { fields: ['name', 'code'], rows: 'price >= 0' },
    edit: { fields: ['name', 'code'], rows: 'price >= 0' },
    del: { rows: 'price == 0' },
    restore: { rows: 'price == 0' },
    sortable: { rows: 'price >= 0' },
    import: { rows: 'price >= 0' },
    export: { rows: 'price >= 0' },
    mail: { rows: 'price >= 0' },
    public: { rows: "status == 'on'", fields: ['name', 'price'] },
    member: { rows: 'has(member.id)' },
  },
  'x-machine': {
    actions: { correct: { 'x-label': text('更正', 'Correct'), effects: [{ run: 'correct' }] } },
  },
}

const order: JsonObject = {
  ...entityHead('sample/order'),
  'x-label': text('调拨单', 'Transfers'),
  'x-entity': {
    label: text('调拨单', 'Transfer'),
    title: 'order_no',
    number: { field: 'order_no', pattern: 'DB{yyyyMMdd}{seq:6}' },
  },
  required: ['kind'],
  properties: {
    order_no: string(32, '单号', 'Transfer no.', { readOnly: true }),
    kind: {
      ...options(['supply', 1, '补货', 'Supply'], ['return', 2, '退货', 'Return']),
      'x-label': text('类型', 'Kind'),
    },
    state: {
      ...options(['draft', 0, '草稿', 'Draft'], ['moved', 1, '已调拨', 'Moved']),
      'x-label': text('状态', 'State'),
    },
    moved_at: { type: 'integer', format: 'timestamp', readOnly: true, 'x-label': text('调拨时间', 'Moved at') },
    lines: {
      type: 'array',
      maxItems: 100,
      'x-relation': { to: 'sample/order_line', owned: true },
      'x-label': text('明细', 'Lines'),
    },
  },
  'x-views': {
    form: [
      { section: 'general', rows: [['kind']] },
      { grid: 'lines', 'x-label': text('明细', 'Lines') },
    ],
  },
  'x-checks': {
    few: {
      rule: 'size(lines) <= 50',
      message: text('明细不能超过 50 行，现有 {{count}} 行。', 'Enter at most 50 lines, not {{count}}.'),
      values: { count: 'size(lines)' },
      field: 'lines',
      allowExisting: true,
    },
  },
  'x-machine': {
    field: 'state',
    initial: 'draft',
    editable: 'draft',
    deletable: 'draft',
    actions: {
      move: {
        'x-label': text('执行调拨', 'Move'),
        'x-help': text('库存将立即变动。', 'Stock changes at once.'),
        tone: 'primary',
        icon: 'tick',
        from: 'draft',
        to: 'moved',
        guard: {
          rule: 'lines.exists(line, line.quantity > 0)',
          message: text('{{count}} 行明细都没有填写数量。', 'None of the {{count}} lines has a quantity.'),
          values: { count: 'size(lines)' },
        },
        set: { moved_at: 'now' },
        effects: [{ post: 'move' }, { run: 'printLabels' }],
        undo: 'revertMove',
        'x-rights': { moveAnything: text('调拨停用物品', 'Move disabled items') },
      },
      revertMove: {
        'x-label': text('撤销调拨', 'Revert move'),
        from: 'moved',
        to: 'draft',
        input: [{ reason: string(200, '原因', 'Reason') }],
        required: ['reason'],
        prefill: { reason: "'moved by mistake'" },
        preview: { moved_at: 'now' },
        effects: [{ reverse: 'move' }],
      },
    },
  },
  'x-posting': {
    move: {
      ledger: 'sample/movement',
      each: 'lines',
      when: 'quantity > 0',
      kind: { by: 'kind', map: { supply: 'supply', return: 'return' } },
      balanced: true,
      entries: [
        {
          sign: '-',
          leg: 'out',
          item_id: 'item_id',
          place_id: 'from_id',
          quantity: 'quantity',
          price: 'item_id.price',
        },
        { sign: '+', leg: 'in', item_id: 'item_id', place_id: 'to_id', quantity: 'quantity', price: 'item_id.price' },
      ],
    },
  },
}

const orderLine: JsonObject = {
  ...entityHead('sample/order_line'),
  'x-label': text('调拨明细', 'Transfer lines'),
  'x-entity': { label: text('调拨明细', 'Transfer line'), title: 'note' },
  required: ['item_id', 'from_id', 'to_id', 'quantity'],
  properties: {
    item_id: reference('sample/item', '物品', 'Item'),
    from_id: reference('sample/place', '调出货位', 'From'),
    to_id: reference('sample/place', '调入货位', 'To'),
    quantity: decimal(3, '数量', 'Quantity', { minimum: 0, 'x-column': { total: true } }),
    weight: decimal(3, '毛重', 'Gross weight', { 'x-computed': { rule: 'quantity * 2', preview: true } }),
    note: string(64, '备注', 'Notes'),
  },
}

const movement: JsonObject = {
  ...entityHead('sample/movement'),
  'x-label': text('库存流水', 'Movements'),
  'x-entity': { label: text('库存流水', 'Movement'), title: 'order_no', created: 'createtime' },
  required: [
    'item_id',
    'place_id',
    'kind',
    'quantity',
    'before_quantity',
    'after_quantity',
    'order_kind',
    'order_id',
    'line_id',
    'posting_seq',
    'leg',
  ],
  properties: {
    item_id: reference('sample/item', '物品', 'Item'),
    place_id: reference('sample/place', '货位', 'Place'),
    kind: {
      ...options(['supply', 1, '补货', 'Supply'], ['return', 2, '退货', 'Return']),
      'x-label': text('类型', 'Kind'),
    },
    quantity: decimal(3, '数量', 'Quantity'),
    before_quantity: decimal(3, '变动前', 'Before'),
    after_quantity: decimal(3, '变动后', 'After'),
    price: decimal(2, '单价', 'Price'),
    total_price: decimal(2, '金额', 'Amount'),
    item_name: string(64, '物品名称', 'Item name'),
    order_kind: string(64, '单据类型', 'Document'),
    order_id: integer('单据 ID', 'Document ID'),
    order_no: string(32, '单号', 'Document no.'),
    line_id: integer('明细 ID', 'Line ID'),
    posting_seq: integer('过账序号', 'Posting no.'),
    leg: { ...options(['out', 1, '出', 'Out'], ['in', 2, '入', 'In']), 'x-label': text('方向', 'Direction') },
    reversal_of: integer('冲销', 'Reverses'),
  },
  'x-ledger': {
    document: { kind: 'order_kind', id: 'order_id', no: 'order_no', line: 'line_id', seq: 'posting_seq', leg: 'leg' },
    kind: 'kind',
    dimensions: ['item_id', 'place_id'],
    measure: 'quantity',
    before: 'before_quantity',
    after: 'after_quantity',
    reversal: 'reversal_of',
    amount: { price: 'price', total: 'total_price' },
    balances: [
      { table: 'sample/stock', key: ['item_id', 'place_id'], field: 'quantity', floor: 0, last: 'last_movement_id' },
      { table: 'sample/item', key: { id: 'item_id' }, field: 'on_hand', floor: 0, action: 'correct' },
    ],
    snapshot: { item_name: 'item_id.name' },
  },
}

const stock: JsonObject = {
  ...entityHead('sample/stock'),
  'x-label': text('库存', 'Stock'),
  'x-entity': { label: text('库存', 'Stock'), title: 'quantity' },
  'x-actions': ['index', 'export'],
  required: ['item_id', 'place_id', 'quantity'],
  properties: {
    item_id: reference('sample/item', '物品', 'Item'),
    place_id: reference('sample/place', '货位', 'Place'),
    quantity: decimal(3, '数量', 'Quantity', { default: '0' }),
    last_movement_id: integer('最后流水', 'Last movement'),
  },
}

const place: JsonObject = {
  ...entityHead('sample/place'),
  type: 'object',
  'x-label': text('货位', 'Places'),
  'x-entity': { label: text('货位', 'Place'), title: 'name', tree: { parent: 'parent_id', depth: 3 }, lock: 'first' },
  required: ['name'],
  properties: {
    name: string(64, '名称', 'Name'),
    parent_id: reference('sample/place', '上级', 'Parent'),
  },
}

/** Lives in the browser only, with two fields that make up its state. */
const panel: JsonObject = {
  ...entityHead('sample/panel'),
  'x-label': text('面板', 'Panels'),
  'x-entity': { label: text('面板', 'Panel'), title: 'name', storage: 'none' },
  properties: {
    name: string(64, '名称', 'Name'),
    size: {
      type: 'integer',
      enum: [1, 2],
      'x-options': {
        small: { value: 1, 'x-label': text('小', 'Small'), 'x-replaces': [0] },
        large: { value: 2, 'x-label': text('大', 'Large'), 'x-renamedFrom': 'big' },
      },
      'x-label': text('大小', 'Size'),
    },
    lock: { ...options(['open', 1, '开', 'Open'], ['shut', 2, '关', 'Shut']), 'x-label': text('锁定', 'Lock') },
  },
  'x-machine': {
    fields: ['size', 'lock'],
    initial: { size: 'small', lock: 'open' },
    final: [{ lock: 'shut' }],
    actions: {
      grow: {
        'x-label': text('放大', 'Enlarge'),
        from: { size: 'small', lock: 'open' },
        to: { size: 'large' },
      },
      shut: { 'x-label': text('锁定', 'Lock'), from: { lock: 'open' }, to: { lock: 'shut' } },
    },
  },
}

const track: JsonObject = {
  ...entityHead('shop/track'),
  'x-label': text('曲目', 'Tracks'),
  'x-entity': {
    label: text('曲目', 'Track'),
    title: 'name',
    adopted: {
      table: 'Track',
      schema: 'music',
      key: ['TrackId'],
      id: 'column',
      numbered: true,
      view: false,
      owner: 'Album',
    },
  },
  properties: {
    name: string(200, '名称', 'Name', { 'x-stored': { column: 'Name', as: 'native', type: 'citext', empty: true } }),
    sold_at: {
      type: 'integer',
      format: 'timestamp',
      'x-label': text('售出时间', 'Sold at'),
      'x-stored': { column: 'SoldAt', as: 'datetime', zone: 'Asia/Shanghai' },
    },
    genre_id: {
      ...reference('shop/track', '流派', 'Genre'),
      'x-stored': { column: 'Genre', refersTo: 'Code' },
    },
  },
}

const admin: JsonObject = {
  ...entityHead('system/admin'),
  'x-label': text('管理员', 'Administrators'),
  'x-entity': { label: text('管理员', 'Administrator'), table: 'admin', title: 'username' },
  properties: { username: string(15, '用户名', 'Username') },
}

const status: JsonObject = {
  $schema: '../../dialect/enum.json',
  $id: 'sample/enums/status',
  $comment: 'The values are those of the old system.',
  title: 'Status',
  description: 'Whether a record is in use.',
  'x-label': text('状态', 'Status'),
  type: 'integer',
  enum: [0, 1],
  'x-options': {
    off: { value: 0, 'x-label': text('停用', 'Off'), tone: 'none', 'x-replaces': [2] },
    on: { value: 1, 'x-label': text('启用', 'On'), tone: 'none', 'x-renamedFrom': 'active' },
  },
}

const moduleOf = (zh: string, en: string, more: JsonObject = {}): JsonObject => ({
  $schema: '../dialect/module.json',
  'x-label': text(zh, en),
  ...more,
})

/** The documents of the sample by path below `schemas/`. */
const quantity: JsonObject = {
  $schema: '../../dialect/type.json',
  $id: 'sample/types/quantity',
  $comment: 'Quantities are counted in thousandths.',
  title: 'Quantity',
  description: 'How many of an item.',
  'x-scale': 3,
  minimum: 0,
}

export const sample: Readonly<Record<string, JsonObject>> = {
  'sample/module.json': moduleOf('示例', 'Sample', {
    $comment: 'Only for the reference.',
    icon: 'box',
    order: 50,
    menu: ['item', 'order'],
  }),
  'sample/enums/status.json': status,
  'sample/types/quantity.json': quantity,
  'sample/item.json': item,
  'sample/place.json': place,
  'sample/order.json': order,
  'sample/order_line.json': orderLine,
  'sample/movement.json': movement,
  'sample/stock.json': stock,
  'sample/panel.json': panel,
  'sample/text/en.json': { $schema: '../../dialect/text.json', 'labels.printed': 'Labels printed: {{count}}.' },
  'sample/text/zh-cn.json': { $schema: '../../dialect/text.json', 'labels.printed': '已打印 {{count}} 张标签。' },
  'support/module.json': moduleOf('客户服务', 'Support', { order: 60 }),
  'support/overlays/item.json': itemOverlay,
  'shop/module.json': moduleOf('商店', 'Shop', { adopts: { engine: 'sqlite', file: 'data/shop.sqlite' } }),
  'shop/track.json': track,
  'system/module.json': moduleOf('系统', 'System'),
  'system/admin.json': admin,
}
