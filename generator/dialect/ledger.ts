/** Keywords of ledgers and of postings to them. */
import { actionName } from './machine.ts'
import { choice, flag, name, ruleText, text, keyword, type RecordShape, type Shape } from './shape.ts'

const column = (zh: string, en: string) => keyword(name, zh, en)

/** A field, or over references: `product_id.unit_id.name`. */
const path = text(255, /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/)
const pathOrPaths: Shape = { is: 'either', shapes: [path, { is: 'list', items: path, min: 1 }] }

const documentColumns: RecordShape = {
  is: 'record',
  name: 'ledgerDocument',
  required: ['kind', 'id'],
  keywords: {
    kind: column(
      '单据种类的列：文本存实体的 $id，枚举存同名选项。',
      "Column of the kind of document: a text holds the entity's `$id`, an enum the option of its name.",
    ),
    id: column('单据编号（id）的列。', "Column of the document's id."),
    no: column('单据号的列。', 'Column of the document number.'),
    line: column('明细行 id 的列；整单记账时为 0。', 'Column of the line ID; 0 where the whole document is posted.'),
    seq: column('过账次数的列，从 1 起。', 'Column that counts the postings of a document, from 1.'),
    leg: column('同一行的第几笔。', 'Column that distinguishes the rows of one line.'),
  },
}

const amount: RecordShape = {
  is: 'record',
  name: 'ledgerAmount',
  required: ['price', 'total'],
  keywords: {
    price: column('单价的列。', 'Column of the price.'),
    total: column(
      '金额的列：单价 × 数量，四舍五入，符号同数量。',
      'Column of the amount: price × measure, rounded half up, with the sign of the measure.',
    ),
  },
}

const balance: RecordShape = {
  is: 'record',
  name: 'ledgerBalance',
  required: ['table', 'key', 'field'],
  keywords: {
    table: keyword(
      text(127),
      '保存余额的实体，例如 wms/stock。',
      'Entity that stores the balance, for example `wms/stock`.',
    ),
    key: keyword(
      {
        is: 'either',
        shapes: [
          { is: 'list', items: name, min: 1 },
          { is: 'map', values: name, min: 1 },
        ],
      },
      '定位余额的列：两边同名则为列表，否则为 { 余额的列: 台账的列 }。按此次序加锁。',
      'Columns that identify the balance: a list where both sides use the same names, ' +
        'otherwise `{ column of the balance: column of the ledger }`. Rows are locked in this order.',
      { id: 'product_id' },
    ),
    field: keyword(name, '余额字段；除过账外无人可写。', 'Field of the balance; only postings write it.'),
    floor: keyword(
      {
        is: 'either',
        shapes: [choice([0, '不得为负', 'never negative'], ['none', '没有下限', 'no lower limit']), name],
      },
      '余额不得低于：0（默认）、同一行的字段，或 none。',
      'Lower limit of the balance: 0 (default), a field of the same row, or `none`.',
      0,
    ),
    last: keyword(name, '存放最后一笔台账编号的字段。', 'Field that receives the ID of the last ledger row.'),
    action: keyword(
      text(40, actionName),
      '台账列表的“添加”：选择余额所在的记录后执行它的这个操作。余额须以记录的 id 定位，一个台账只能有一个。',
      "What the ledger's list adds with: this action of the record with the balance, which is chosen first. " +
        'The balance is found by the id of the record; a ledger has one such action at most.',
      'adjust',
    ),
  },
}

export const ledger: RecordShape = {
  is: 'record',
  name: 'ledger',
  required: ['document', 'dimensions', 'measure', 'before', 'after', 'balances'],
  keywords: {
    document: keyword(documentColumns, '记录来源单据的列。', 'Columns that identify the document of a row.'),
    kind: column('业务类型的列。', 'Column of the movement type.'),
    dimensions: keyword({ is: 'list', items: name, min: 1 }, '分账的维度。', 'Dimensions by which balances are kept.', [
      'product_id',
      'warehouse_shelf_id',
    ]),
    measure: column('带符号的数量。', 'The signed quantity that is summed.'),
    before: column('变动前的余额。', 'Balance before the movement.'),
    after: column('变动后的余额。', 'Balance after the movement.'),
    reversal: column(
      '被冲销的台账行；没有则不能冲销。',
      'Column of the ledger row that is reversed; without it nothing can be reversed.',
    ),
    amount: keyword(amount, '金额。', 'The amount of a row.'),
    balances: keyword(
      { is: 'list', items: balance, min: 1 },
      '随台账变动的余额；第一个按全部维度保存。',
      'Balances updated by the rows; the key of the first contains all dimensions.',
    ),
    snapshot: keyword(
      { is: 'map', values: pathOrPaths },
      '过账时写下的名称：列 → 路径；多个路径以 / 相连。',
      'Texts stored when posting: column → path; several paths are joined with `/`.',
      {
        product_name: 'product_id.name',
      },
    ),
  },
}

/** A field, `document.field`, `input.field`; each possibly followed by a path over references. */
const source = text(255, /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/)

const entry: Shape = {
  is: 'map',
  min: 1,
  values: { is: 'either', shapes: [source, { is: 'list', items: source, min: 1 }] },
  keywords: {
    sign: keyword(
      choice(['+', '增加', 'adds'], ['-', '减少', 'subtracts']),
      '数量的方向；默认 +。',
      'Sign of the measure; by default `+`.',
      '-',
    ),
    leg: keyword(name, '同一行有几笔时的名称：枚举的选项名，或文本。', "Name of the leg: an option's name, or a text."),
  },
}

const posting: RecordShape = {
  is: 'record',
  name: 'posting',
  required: ['ledger', 'entries'],
  keywords: {
    ledger: keyword(
      text(127),
      '台账实体，例如 wms/inventory_history。',
      'The ledger, for example `wms/inventory_history`.',
    ),
    each: keyword(
      name,
      '逐行过账的明细字段；没有则整单过账。',
      'Field with the lines that are posted; without it the document itself is posted.',
    ),
    when: keyword(
      ruleText,
      '规则：只有成立的行才过账；按行判断，`document` 是单据。',
      'Rule: only lines for which it is true are posted. It is evaluated per line; `document` is the owner.',
      '',
    ),
    kind: keyword(
      {
        is: 'either',
        shapes: [
          name,
          {
            is: 'record',
            name: 'postingKind',
            required: ['by', 'map'],
            keywords: {
              by: keyword(
                name,
                '单据上决定业务类型的枚举字段。',
                'Enum field of the document that determines the type.',
              ),
              map: keyword(
                { is: 'map', values: name, min: 1 },
                '单据选项名 → 台账选项名。',
                'Option of the document → option of the ledger.',
              ),
            },
          },
        ],
      },
      '业务类型：台账选项名，或按单据字段对应。',
      'Movement type: an option of the ledger, or mapped from a field of the document.',
      { by: 'type', map: {} },
    ),
    balanced: keyword(
      flag,
      '同一行各笔之和为零（例如移库）。',
      'The entries of a line add up to zero (a relocation, for example).',
    ),
    entries: keyword(
      { is: 'list', items: entry, min: 1 },
      '每行的各笔：台账的列 → 取值。',
      'What each line writes: column of the ledger → source of its value.',
      [{}],
    ),
  },
}

export const postings: Shape = { is: 'map', values: posting, min: 1 }
