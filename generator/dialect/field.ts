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

const type = keyword(
  choice(
    ['string', '文本', 'a text'],
    ['integer', '整数', 'an integer'],
    ['array', '列表', 'a list'],
    ['object', '键值对', 'a map of texts'],
  ),
  '值的 JSON 类型；其他关键字（x-relation、enum、format、x-scale、maxLength、minimum、items 等）已说明时可省略。',
  'JSON type of the value; left out where other keywords tell it, such as `x-relation`, `enum`, `format`, `x-scale`, ' +
    '`maxLength`, `minimum` or `items`.',
)

const format = keyword(
  choice(
    ['decimal', '精确小数，以文本传输；须配合 x-scale', 'exact decimal, sent as text; needs x-scale'],
    ['timestamp', '时刻，整数秒', 'a point in time, in whole seconds'],
    ['date', '日期 YYYY-MM-DD', 'a day, YYYY-MM-DD'],
    ['time', '时间 HH:mm:ss', 'time of day, HH:mm:ss'],
    ['year', '年份', 'a year'],
    ['color', '颜色 #rrggbb', 'a color, #rrggbb'],
    ['icon', '图标名', 'name of an icon'],
    ['image', '图片地址', 'address of an image'],
    ['file', '文件地址', 'address of a file'],
    ['url', '网址', 'a web address'],
    ['email', '电子邮箱', 'an email address'],
    ['mobile', '手机号码', 'a mobile number'],
    ['idNumber', '身份证号', 'an identity card number'],
    ['region', '行政区划代码', 'code of a province, city or district of China'],
    ['account', '账号', 'an account name'],
    ['password', '密码', 'a password'],
    ['html', '富文本', 'rich text'],
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

const option: RecordShape = {
  is: 'record',
  name: 'option',
  required: ['value', 'x-label'],
  keywords: {
    value: keyword(value, '传输与存储的值，必须出现在 enum 中。', 'The value that is sent and stored; one of `enum`.'),
    'x-label': keyword(label, '选项的名称。', 'Name of the option.', { 'zh-cn': '', en: '' }),
    tone,
    'x-renamedFrom': keyword(
      { is: 'either', shapes: [name, { is: 'list', items: name, min: 1 }] },
      '选项原来的名称，可为列表：更新数据库时，原选项的记录归此选项，即使它的值不同。',
      'Former name of the option, or a list: with the database its records become this one, even if the value differs.',
      '',
    ),
    'x-replaces': keyword(
      { is: 'list', items: value, min: 1 },
      '已删除选项的值，或该字段以前的其他值：更新数据库时，这些记录归此选项。',
      'Values of removed options, or other former values: with the database their records become this one.',
      [],
    ),
  },
}

export const enumKeywords: Keywords = {
  enum: keyword(
    { is: 'list', items: value, min: 1 },
    '允许的值，按显示顺序。',
    'The allowed values, in display order.',
  ),
  'x-options': keyword(
    { is: 'map', values: option, min: 1 },
    '按名称给出每个值的含义与名称。',
    'By name: the label of each value of `enum`.',
    {
      name: { value: 10, 'x-label': { 'zh-cn': '', en: '' }, tone: 'none' },
    },
  ),
}

const ref = keyword(
  text(200),
  '指向枚举文档（如 enums/enabled.json）或共用类型（如 types/quantity.json）的相对路径；字段自己的关键字优先于共用类型的。',
  'Relative path of an enum document, such as `enums/enabled.json`, or of a shared type, such as ' +
    '`types/quantity.json`. Keywords of the field itself come before those of the shared type.',
  'enums/',
)
const pattern = keyword(
  text(500),
  '值必须匹配的正则表达式；须同时给出 maxLength。',
  'Regular expression a value must match; needs `maxLength`.',
)

const path = text(200, /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/)

const computed: RecordShape = {
  is: 'record',
  name: 'computed',
  required: ['rule'],
  keywords: {
    rule: keyword(ruleText, '计算值的规则。', 'Rule of the value.'),
    stored: keyword(flag, '是否保存在列中；默认 true。', 'Whether it is stored in a column; by default true.'),
    preview: keyword(
      flag,
      '规则只用于填写表单时的显示；保存的值由模块的代码决定。',
      "The rule shows the value while a form is filled in; what is stored is decided by the module's code.",
    ),
  },
}

const items: RecordShape = {
  is: 'record',
  name: 'items',
  required: [],
  keywords: {
    type,
    format,
    maxLength: keyword(integer(1, 100_000), '每一项的最大长度。', 'Maximum length of an item.'),
    pattern,
    $ref: ref,
    ...enumKeywords,
  },
}

const entityId: Shape = text(127)

const relation: RecordShape = {
  is: 'record',
  name: 'relation',
  required: ['to'],
  keywords: {
    to: keyword(entityId, '目标实体的 $id，例如 wms/brand。', '`$id` of the target, for example `wms/brand`.'),
    show: keyword(
      name,
      '目标中用来显示的字段；默认为其 title。',
      'Field of the target that is shown; by default its `title`.',
    ),
    onDelete: keyword(
      choice(
        ['restrict', '有引用时拒绝删除', 'a record in use cannot be deleted'],
        ['cascade', '随目标一起删除', 'is deleted with its target'],
        ['null', '目标删除后清空', 'is cleared when its target is deleted'],
        ['keep', '目标仅软删除，引用不变', 'is kept: the target is only marked as deleted'],
      ),
      '目标被删除时的处理方式；默认 restrict。',
      'What happens when the target is deleted; by default `restrict`.',
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
    quickAdd: unsupported('在选择器中直接新建。', 'Create a target from the picker.'),
  },
}

const column: RecordShape = {
  is: 'record',
  name: 'column',
  required: [],
  keywords: {
    width: keyword(integer(40, 1000), '列宽（CSS 像素）。', 'Width in CSS pixels.'),
    pin: keyword(
      choice(['left', '固定在左侧', 'pinned to the left'], ['right', '固定在右侧', 'pinned to the right']),
      '固定列。',
      'Pins the column.',
    ),
    sort: keyword(flag, '是否可以排序。', 'Whether the list can be sorted by it.'),
    filter: keyword(
      { is: 'either', shapes: [flag, choice(...operators.map((one) => [one, one, one] as const))] },
      '公共搜索的操作符；false 表示不提供。',
      'Operator of the filter; false removes the filter.',
    ),
    total: keyword(flag, '明细表格的末行显示该列的合计。', 'A grid of lines shows the column total in its last row.'),
    priority: keyword(
      choice(
        [1, '最小屏幕也显示', 'shown on the smallest screens, too'],
        [2, '中等', 'medium'],
        [3, '最先隐藏', 'hidden first'],
      ),
      '小屏幕上的优先级。',
      'Priority on small screens.',
    ),
  },
}

const stored: RecordShape = {
  is: 'record',
  name: 'stored',
  required: ['column'],
  keywords: {
    column: keyword(text(200), '列的名称。', 'Name of the column.'),
    as: keyword(
      choice(
        ['number', '小数，存为数值', 'a decimal, as a number'],
        ['boolean', '0/1，存为布尔值', '0 and 1, as a boolean'],
        ['date', '日期，存为数据库的日期类型', 'a date, in a column of type date'],
        ['midnight', '日期，存为当日零点的日期时间', 'a date, as a date and time at 00:00:00'],
        ['datetime', '时刻，存为 zone 时区的日期时间', 'a point in time, as date and time in `zone`'],
        ['seconds', '时刻，存为带时区的类型', 'a point in time, in a column of a type with a zone'],
        ['milliseconds', '时刻，存为自 1970 年的毫秒数', 'a point in time, as milliseconds since 1970'],
        ['time', '时间，存为数据库的时间类型', 'a time of day, in a column of type time'],
        ['native', '文本，存为 type 指定的类型', 'a text, in a column of the type in `type`'],
        ['size', '二进制数据，只显示字节数', 'bytes, of which only the number is shown'],
        ['digits', '整数，超出 JSON 的范围，以文本传输', 'an integer too large for JSON, sent as text'],
      ),
      '存储方式；默认与字段种类相同。',
      'How it is stored; by default as fields of the kind are.',
    ),
    type: keyword(text(200), 'native：列的 SQL 类型。', 'For `native`: type of the column in SQL.'),
    zone: keyword(
      text(64),
      'datetime：时区，例如 Asia/Shanghai。',
      'For `datetime`: zone, for example `Asia/Shanghai`.',
    ),
    empty: keyword(
      flag,
      '列不可为 NULL；没有值时存为空文本。',
      'The column cannot be NULL; an empty text is stored where there is no value.',
    ),
    refersTo: keyword(
      text(200),
      '引用所指的列，如果不是目标的主键。',
      'Column of the target that is referred to, where it is not the primary key.',
    ),
  },
}

const map: RecordShape = {
  is: 'record',
  name: 'map',
  required: [],
  keywords: {
    type: keyword(choice(['string', '文本', 'a text']), '值的类型。', 'Type of the values.'),
    maxLength: keyword(integer(1, 1000), '每个值的最大长度。', 'Maximum length of a value.'),
  },
}

export const field: RecordShape = {
  is: 'record',
  name: 'field',
  required: [],
  keywords: {
    type,
    format,
    title: keyword(text(200), '供其他工具使用的名称。', 'Name for other tools.'),
    description: keyword(text(2000), '供其他工具使用的说明。', 'Description for other tools.'),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note for authors.'),
    $ref: ref,
    ...enumKeywords,
    default: keyword(anyValue, '新记录的初始值。', 'Initial value of a new record.'),
    readOnly: keyword(flag, '只由服务器写入。', 'Written only by the server.'),
    writeOnly: keyword(flag, '可写入，但从不发送给客户端。', 'Can be written but is never sent to clients.'),
    minLength: keyword(integer(0, 100_000), '最短长度（字符）。', 'Minimum length in characters.'),
    maxLength: keyword(
      integer(1, 1_000_000),
      '最大长度（字符，富文本含标记）；超过 255 为多行文本。',
      'Maximum length in characters, markup included; above 255 the field is a text area.',
    ),
    pattern,
    minimum: keyword(number, '最小值。', 'Minimum value.'),
    maximum: keyword(number, '最大值。', 'Maximum value.'),
    items: keyword(items, '列表中每一项的类型。', 'What each item of the list is.'),
    minItems: keyword(integer(0, 1000), '最少项数。', 'Minimum number of items.'),
    maxItems: keyword(integer(1, 1000), '最多项数。', 'Maximum number of items.'),
    uniqueItems: keyword(flag, '各项不得重复。', 'Whether items must be distinct.'),
    additionalProperties: keyword(map, '键值对中值的类型。', 'Type of the values of the map.'),
    'x-label': keyword(label, '字段的名称。', 'Name of the field.', { 'zh-cn': '', en: '' }),
    'x-help': keyword({ is: 'label', maxLength: 500 }, '输入框下方的说明。', 'Help shown under the input.', {
      'zh-cn': '',
      en: '',
    }),
    'x-relation': keyword(
      { is: 'either', shapes: [entityId, relation] },
      '引用另一实体的记录：目标的 $id，例如 wms/brand，或带有更多说明的对象。',
      'Refers to a record of another entity: its `$id`, such as `wms/brand`, or an object that says more.',
      'wms/brand',
    ),
    'x-widget': keyword(
      text(63, /^[a-z][A-Za-z0-9-]*$/),
      '替换默认的输入控件；内置：switch 用于 0/1，posting 用于操作的输入，从单据未冲销的过账中选择。',
      'Overrides the input of the kind. Built in: `switch` for 0/1, and `posting` for an input of an action, ' +
        'which offers the postings of the document that are not reversed.',
      'switch',
    ),
    'x-cell': keyword(text(63, /^[a-z][A-Za-z0-9-]*$/), '替换默认的单元格。', 'Overrides the cell of the kind.'),
    'x-column': keyword(column, '列表中如何显示。', 'How the list shows the field.', { width: 120, priority: 2 }),
    'x-scale': keyword(integer(0, 8), '小数位数。', 'Number of decimal places.'),
    'x-unit': keyword({ is: 'label', maxLength: 20 }, '单位。', 'Unit of the value.', { 'zh-cn': '', en: '' }),
    'x-private': keyword(
      flag,
      '从不离开服务器，也不能用于搜索和排序。',
      'Never leaves the server; cannot be used for search or sorting.',
    ),
    'x-file': keyword(
      {
        is: 'record',
        name: 'file',
        required: ['access'],
        keywords: {
          access: keyword(
            choice([
              'ticket',
              '只有能查看记录的人可以打开文件，凭十分钟内有效的凭据',
              'only those who may read the record can open its files, with a ticket that is good for ten minutes',
            ]),
            '谁可以打开文件；省略 x-file 时，知道地址的人都可以。',
            'Who may open the files; without `x-file`, everybody who knows their address.',
          ),
        },
      },
      '文件的访问限制。曾在私有字段中的文件一直是私有的。',
      'Restricts access to the files of the field. A file that a private field has had stays private.',
      { access: 'ticket' },
    ),
    'x-computed': keyword(
      { is: 'either', shapes: [ruleText, computed] },
      '由规则计算，只由服务器写入。',
      'Computed by a rule, written by the server only.',
      '',
    ),
    'x-lookup': keyword(
      { is: 'either', shapes: [path, { is: 'list', items: path, min: 2 }] },
      '从引用的记录读取的值，例如 product_id.unit_id.name；不保存。多个路径合成一个文本。',
      'Value of the record that references lead to, for example `product_id.unit_id.name`; it is not stored. ' +
        'Several paths make one text.',
      'product_id.name',
    ),
    'x-fill': keyword(
      path,
      '在表单的明细中：选择引用的记录时填入的值，例如 product_id.price；保存时以服务器为准。',
      'In the lines of a form: the value that is filled in when a record is chosen, for example `product_id.price`. ' +
        'What is stored is decided by the server.',
      'product_id.name',
    ),
    'x-when': keyword(
      ruleText,
      '规则：成立时字段才存在；否则没有值。',
      'Rule: the field exists only while the rule is true; otherwise it has no value.',
      '',
    ),
    'x-required': keyword(ruleText, '规则：成立时必填。', 'Rule: the field is required while the rule is true.', ''),
    'x-readonly': keyword(
      ruleText,
      '规则：成立时不可修改。',
      'Rule: the field is read-only while the rule is true.',
      '',
    ),
    'x-backfill': keyword(
      ruleText,
      '规则：更新数据库时，为没有值的已有记录填入的值。',
      'Rule: the value that records without one get when the database is brought to the schema.',
      '',
    ),
    'x-renamedFrom': keyword(
      { is: 'either', shapes: [name, { is: 'list', items: name, min: 1 }] },
      '原来的字段名，可为列表：更新数据库时列改名，值保留。',
      'Former name of the field, or a list: the column is renamed with the database and keeps its values.',
      '',
    ),
    'x-stored': keyword(
      stored,
      '由其他应用创建的表中：值所在的列及其存储方式。',
      'In a table that another application created: the column of the value, and how it holds it.',
      { column: '' },
    ),
    deprecated: unsupported('不再使用。', 'No longer in use.'),
  },
}

/** Keywords of a field that several fields can have in common. */
const sharedKeywords = [
  'type',
  'format',
  'enum',
  'x-options',
  'default',
  'readOnly',
  'writeOnly',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
  'x-label',
  'x-help',
  'x-relation',
  'x-widget',
  'x-cell',
  'x-column',
  'x-scale',
  'x-unit',
  'x-private',
] as const

/** A type that fields of the project share by `$ref`. */
export const typeDocument: RecordShape = {
  is: 'record',
  name: 'type',
  required: ['$id'],
  keywords: {
    $schema: keyword(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../../dialect/type.json',
    ),
    $id: keyword(
      text(127),
      '模块/types/名称，与文件路径一致。',
      '`<module>/types/<name>`, the same as the path of the file.',
    ),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note for authors.'),
    title: keyword(text(200), '供其他工具使用的名称。', 'Name for other tools.'),
    description: keyword(text(2000), '供其他工具使用的说明。', 'Description for other tools.'),
    // Each name is one of a field.
    ...Object.fromEntries(sharedKeywords.map((name) => [name, field.keywords[name]!])),
  },
}
