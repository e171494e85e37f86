/** Keywords of a field, of the items of a list, and of an option. */
import { operators } from '../../runtime/protocol/index.ts'
import {
  anyValue,
  choice,
  flag,
  integer,
  label,
  unsupported,
  name,
  ruleText,
  text,
  keyword,
  type RecordShape,
  type Shape,
  type Keywords,
} from './shape.ts'

/** Widgets of the framework itself; every other name is one that the module supplies. */
export const builtInWidgets: readonly string[] = ['switch', 'posting']

const value: Shape = { is: 'either', shapes: [{ is: 'integer' }, text(64)] }
const number: Shape = { is: 'number' }

export const type = keyword(
  choice(
    ['string', '文本', 'a text'],
    ['integer', '整数', 'a whole number'],
    ['array', '列表', 'a list'],
    ['object', '键值对', 'a map of texts'],
  ),
  '值的 JSON 类型。',
  'JSON type of the value.',
)

const format = keyword(
  choice(
    ['decimal', '精确小数，以文本传输；须配合 x-scale', 'exact decimal, sent as text; needs x-scale'],
    ['timestamp', '时刻，整数秒', 'a moment, in whole seconds'],
    ['date', '日期 YYYY-MM-DD', 'a day, YYYY-MM-DD'],
    ['time', '时间 HH:mm:ss', 'time of day, HH:mm:ss'],
    ['year', '年份', 'a year'],
    ['color', '颜色 #rrggbb', 'a colour, #rrggbb'],
    ['icon', '图标名', 'name of an icon'],
    ['image', '图片地址', 'address of a picture'],
    ['url', '网址', 'a web address'],
    ['email', '电子邮箱', 'an e-mail address'],
    ['mobile', '手机号码', 'a mobile number'],
    ['idNumber', '身份证号', 'an identity card number'],
    ['account', '账号', 'an account name'],
    ['password', '密码', 'a password'],
    ['file', '文件（暂不支持）', 'a file (not supported yet)'],
    ['html', '富文本（暂不支持）', 'rich text (not supported yet)'],
    ['region', '行政区划（暂不支持）', 'a region (not supported yet)'],
  ),
  '文本或整数的含义，决定字段的种类。',
  'What a text or an integer means; decides the kind of the field.',
)

export const tone = keyword(
  choice(
    ['none', '无', 'none'],
    ['primary', '主要', 'primary'],
    ['success', '成功', 'success'],
    ['warning', '警告', 'warning'],
    ['danger', '危险', 'danger'],
  ),
  '标签的色调。',
  'Tone of the tag.',
)

export const option: RecordShape = {
  is: 'record',
  name: 'option',
  required: ['value', 'x-label'],
  keywords: {
    value: keyword(
      value,
      '传输与存储的值，必须出现在 enum 中。',
      'The value that travels and is stored; one of `enum`.',
    ),
    'x-label': keyword(label, '选项的名称。', 'Name of the option.', { 'zh-cn': '', en: '' }),
    tone,
  },
}

export const enumKeywords: Keywords = {
  enum: keyword(
    { is: 'list', items: value, min: 1 },
    '允许的值，按显示顺序。',
    'The values allowed, in the order people see them.',
  ),
  'x-options': keyword(
    { is: 'map', values: option, min: 1 },
    '按名称给出每个值的含义与名称。',
    'By name: what each value of `enum` means.',
    {
      name: { value: 10, 'x-label': { 'zh-cn': '', en: '' }, tone: 'none' },
    },
  ),
}

const ref = keyword(
  text(200),
  '指向枚举文档的相对路径，例如 enums/enabled.json。',
  'Relative path of an enum document, for example `enums/enabled.json`.',
  'enums/',
)
const pattern = keyword(
  text(500),
  '值必须匹配的正则表达式；须同时给出 maxLength。',
  'Regular expression a value must match; needs `maxLength`.',
)

const computed: RecordShape = {
  is: 'record',
  name: 'computed',
  required: ['rule'],
  keywords: {
    rule: keyword(ruleText, '计算值的规则。', 'Rule of the value.'),
    stored: keyword(flag, '是否保存在列中；默认 true。', 'Whether a column keeps it; true unless given.'),
  },
}

export const items: RecordShape = {
  is: 'record',
  name: 'items',
  required: [],
  keywords: {
    type,
    format,
    maxLength: keyword(integer(1, 100_000), '每一项的最大长度。', 'Longest text of an item.'),
    pattern,
    $ref: ref,
    ...enumKeywords,
  },
}

const relation: RecordShape = {
  is: 'record',
  name: 'relation',
  required: ['to'],
  keywords: {
    to: keyword(text(127), '目标实体的 $id，例如 wms/brand。', '`$id` of the target, for example `wms/brand`.'),
    show: keyword(
      name,
      '目标中用来显示的字段；默认为其 title。',
      'Field of the target that is shown; its `title` unless given.',
    ),
    onDelete: keyword(
      choice(
        ['restrict', '有引用时拒绝删除', 'a record in use cannot be deleted'],
        ['cascade', '随目标一起删除', 'is deleted with its target'],
        ['null', '目标删除后清空', 'is emptied when its target is deleted'],
        ['keep', '目标仅软删除，引用不变', 'stays as it is: the target is only marked as deleted'],
      ),
      '目标被删除时怎么办；默认 restrict。',
      'What happens when the target is deleted; `restrict` unless given.',
    ),
    filter: keyword(
      {
        is: 'map',
        min: 1,
        values: {
          is: 'either',
          shapes: [
            { is: 'integer' },
            text(255),
            {
              is: 'record',
              name: 'filterField',
              required: ['field'],
              keywords: { field: keyword(name, '本记录的字段。', 'A field of this record.') },
            },
          ],
        },
      },
      '只可选择该列等于某值（固定值或本记录的字段）的目标。',
      'Only targets whose column equals a fixed value or a field of this record can be chosen.',
    ),
    owned: keyword(
      flag,
      '目标的记录是本记录的明细行：随本记录一起保存和删除。',
      'The records of the target are lines of this record: they are saved and deleted with it.',
    ),
    quickAdd: unsupported('在选择器中直接新建。', 'Create a target from within the picker.'),
  },
}

const column: RecordShape = {
  is: 'record',
  name: 'column',
  required: [],
  keywords: {
    width: keyword(integer(40, 1000), '列宽（CSS 像素）。', 'Width in CSS pixels.'),
    pin: keyword(
      choice(['left', '固定在左侧', 'stays on the left'], ['right', '固定在右侧', 'stays on the right']),
      '固定列。',
      'Keeps the column in sight.',
    ),
    sort: keyword(flag, '是否可以排序。', 'Whether people may sort by it.'),
    filter: keyword(
      { is: 'either', shapes: [flag, choice(...operators.map((one) => [one, one, one] as const))] },
      '公共搜索的操作符；false 表示不提供。',
      'Operator of the common search; false = not offered there.',
    ),
    total: keyword(flag, '明细表格的末行显示该列的合计。', 'A grid of lines shows the sum of the column at its foot.'),
    priority: keyword(
      choice(
        [1, '最小屏幕也显示', 'stays on the smallest screen'],
        [2, '中等', 'middle'],
        [3, '最先隐藏', 'leaves first'],
      ),
      '小屏幕上的优先级。',
      'Priority on small screens.',
    ),
  },
}

const map: RecordShape = {
  is: 'record',
  name: 'map',
  required: ['type'],
  keywords: {
    type: keyword(choice(['string', '文本', 'a text']), '值的类型。', 'Type of the values.'),
    maxLength: keyword(integer(1, 1000), '每个值的最大长度。', 'Longest value.'),
  },
}

export const field: RecordShape = {
  is: 'record',
  name: 'field',
  required: [],
  keywords: {
    type,
    format,
    title: keyword(text(200), '供其他工具使用的名称。', 'Name for foreign tools.'),
    description: keyword(text(2000), '供其他工具使用的说明。', 'Description for foreign tools.'),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note to authors.'),
    $ref: ref,
    ...enumKeywords,
    default: keyword(anyValue, '新记录的初始值。', 'Value a new record starts with.'),
    readOnly: keyword(flag, '只由服务器写入。', 'Written by the server only.'),
    writeOnly: keyword(flag, '可写入，但从不发送给客户端。', 'May be written, is never sent to clients.'),
    minLength: keyword(integer(0, 100_000), '最短长度（字符）。', 'Shortest text, in characters.'),
    maxLength: keyword(
      integer(1, 100_000),
      '最大长度（字符）；超过 255 为多行文本。',
      'Longest text, in characters; above 255 it is a text area.',
    ),
    pattern,
    minimum: keyword(number, '最小值。', 'Smallest value.'),
    maximum: keyword(number, '最大值。', 'Largest value.'),
    items: keyword(items, '列表中每一项的类型。', 'What each item of the list is.'),
    minItems: keyword(integer(0, 1000), '最少项数。', 'Fewest items.'),
    maxItems: keyword(integer(1, 1000), '最多项数。', 'Most items.'),
    uniqueItems: keyword(flag, '各项不得重复。', 'No item twice.'),
    additionalProperties: keyword(map, '键值对中值的类型。', 'What the values of the map are.'),
    'x-label': keyword(label, '字段的名称。', 'Name of the field.', { 'zh-cn': '', en: '' }),
    'x-help': keyword({ is: 'label', maxLength: 500 }, '输入框下方的说明。', 'Help shown under the input.', {
      'zh-cn': '',
      en: '',
    }),
    'x-relation': keyword(relation, '引用另一实体的记录。', 'Refers to a record of another entity.', {
      to: '',
      show: 'name',
      onDelete: 'restrict',
    }),
    'x-widget': keyword(
      text(63, /^[a-z][A-Za-z0-9-]*$/),
      '替换默认的输入控件；内置：switch 用于 0/1，posting 用于操作的输入，从单据未冲销的过账中选择。',
      'Overrides the input of the kind. Built in: `switch` for 0/1, and `posting` for an input of an action, which chooses among the postings of the document that stand.',
      'switch',
    ),
    'x-cell': keyword(text(63, /^[a-z][A-Za-z0-9-]*$/), '替换默认的单元格。', 'Overrides the cell of the kind.'),
    'x-column': keyword(column, '列表中如何显示。', 'How the list shows it.', { width: 120, priority: 2 }),
    'x-scale': keyword(integer(0, 8), '小数位数。', 'Digits after the point.'),
    'x-unit': keyword({ is: 'label', maxLength: 20 }, '单位。', 'Unit of the value.', { 'zh-cn': '', en: '' }),
    'x-private': keyword(
      flag,
      '从不离开服务器，也不能用于搜索和排序。',
      'Never leaves the server; cannot be searched or sorted by.',
    ),
    'x-computed': keyword(
      { is: 'either', shapes: [ruleText, computed] },
      '由规则计算，只由服务器写入。',
      'Computed by a rule, written by the server only.',
      '',
    ),
    'x-when': keyword(
      ruleText,
      '规则：成立时字段才存在；否则没有值。',
      'Rule: the field exists while it holds; else it has no value.',
      '',
    ),
    'x-required': keyword(ruleText, '规则：成立时必填。', 'Rule: the field must have a value while it holds.', ''),
    'x-readonly': keyword(ruleText, '规则：成立时不可修改。', 'Rule: the field cannot be changed while it holds.', ''),
    'x-renamedFrom': unsupported('原来的字段名。', 'Former name of the field.'),
    deprecated: unsupported('不再使用。', 'No longer in use.'),
  },
}
