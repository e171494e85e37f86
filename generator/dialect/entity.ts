/** Keywords of an entity document. */
import { actionNames, listedActions, type ActionName } from '../../runtime/protocol/index.ts'
import { field } from './field.ts'
import { ledger, postings } from './ledger.ts'
import { icon } from './icon.ts'
import { machine } from './machine.ts'
import { messageKeywords } from './message.ts'
import {
  choice,
  flag,
  integer,
  label,
  unsupported,
  name,
  names,
  ruleText,
  text,
  keyword,
  type RecordShape,
  type Shape,
} from './shape.ts'

const tree: RecordShape = {
  is: 'record',
  name: 'tree',
  required: ['parent'],
  keywords: {
    parent: keyword(name, '指向上级的字段。', 'Field that refers to the parent.'),
    depth: keyword(integer(1, 32), '最大层数，根为第 1 层。', 'Maximum depth; roots are level 1.'),
  },
}

const number: RecordShape = {
  is: 'record',
  name: 'number',
  required: ['field', 'pattern'],
  keywords: {
    field: keyword(
      name,
      '存放编号的只读文本字段；其值唯一。',
      'Read-only text field for the number; its values are unique.',
    ),
    pattern: keyword(
      text(64),
      '编号的模式：{yyyyMMdd} 为站点时区的日期，{seq:6} 为当日流水号及其位数。',
      'Pattern of the numbers: {yyyyMMdd} is the day in site time, ' +
        '{seq:6} the counter of the day with its number of digits.',
      'RK{yyyyMMdd}{seq:6}',
    ),
  },
}

const foreignName = text(200)

const adopted: RecordShape = {
  is: 'record',
  name: 'adopted',
  required: ['table', 'key'],
  keywords: {
    table: keyword(foreignName, '表在其数据库中的名称。', 'Name of the table in its database.'),
    schema: keyword(foreignName, 'PostgreSQL 的 schema；默认 public。', 'Schema on PostgreSQL; by default `public`.'),
    key: keyword(
      { is: 'list', items: foreignName },
      '主键的列；没有主键时为空列表，记录只可查看。',
      'Columns of the primary key; an empty list where there is none: records can only be read.',
    ),
    id: keyword(
      choice(
        ['column', '主键为整数', 'the primary key, an integer'],
        ['hash', '由主键的值计算', 'computed from the values of the key'],
        ['row', '行的位置；记录只可查看', 'the place of the row; records can only be read'],
      ),
      '编号的来源；默认 column。',
      'What the id of a record is; by default `column`.',
    ),
    numbered: keyword(
      flag,
      '数据库不为新行产生编号，由服务器取最大值加一。',
      'The database gives no number to a new row: it gets the highest one plus 1.',
    ),
    view: keyword(flag, '是视图而非表。', 'It is a view.'),
    owner: keyword(
      foreignName,
      '明细的表中指向所属单据的列。',
      'In a table of lines: the column that refers to the document.',
    ),
  },
}

const columnName = (zh: string, en: string) =>
  keyword(name, `${zh}列的名称；自动创建。`, `Name of the column for ${en}; created automatically.`)

const titlePart = text(200, /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/)

const meta: RecordShape = {
  is: 'record',
  name: 'entityMeta',
  required: ['label', 'title'],
  keywords: {
    label: keyword(
      label,
      '一条记录的名称，例如 { "zh-cn": "供应商", "en": "Supplier" }；用于“添加供应商”等文本。',
      'Name of one record, for example { "zh-cn": "供应商", "en": "Supplier" }; texts such as “New supplier” use it.',
      { 'zh-cn': '', en: '' },
    ),
    table: keyword(name, '数据库表名；默认为 <模块>_<名称>。', 'Name of the table; by default `<module>_<name>`.'),
    controller: keyword(
      text(127, /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\.[A-Z][A-Za-z0-9]*$/),
      '控制器名，例如 wms.Product。',
      'Controller, for example `wms.Product`.',
    ),
    title: keyword(
      { is: 'either', shapes: [name, { is: 'list', items: titlePart, min: 2 }] },
      '向人展示一条记录的字段；一个字段不足以识别时给出多个，可经引用，最后一个是记录自己的名称。',
      'Field that identifies a record to people. Where one does not, a list of fields, also of records it refers to; ' +
        'the last one is the own name of the record.',
      'name',
    ),
    key: keyword(
      { is: 'list', items: name, min: 1 },
      '导入时识别记录的自然键。',
      'Natural key by which an import recognizes records.',
    ),
    details: keyword(
      { is: 'list', items: name, min: 1 },
      '选择记录时，显示在名称旁边的文本或数字字段。',
      'Texts or numbers that are shown beside the name where a record is chosen.',
    ),
    icon,
    created: columnName('创建时间', 'the time of creation'),
    updated: columnName('更新时间', 'the time of the last change'),
    softDelete: columnName('软删除时间', 'the time of deletion; records are kept'),
    owner: columnName('创建人', 'the admin who created the record'),
    sort: columnName('权重', 'the rank'),
    renamedFrom: keyword(
      { is: 'map', values: { is: 'either', shapes: [name, { is: 'list', items: name, min: 1 }] }, min: 1 },
      '自动创建的列原来的名称（可为列表），按现在的名称：更新数据库时列改名，值保留。',
      'Former names (or lists of them) of columns that are created automatically, by their names of now: the columns ' +
        'are renamed with the database and keep their values.',
      { createtime: 'create_time' },
    ),
    tree: keyword(
      { is: 'either', shapes: [name, tree] },
      '树形结构：上级字段与层数。',
      'A tree: the parent field and the depth.',
      { parent: 'pid', depth: 4 },
    ),
    storage: keyword(
      choice(
        ['table', '存储在数据库', 'stored in the database'],
        ['none', '只存在于客户端', 'exists in the client only'],
      ),
      '存储方式；默认 table。',
      'Where records are stored; by default `table`.',
    ),
    adopted: keyword(
      adopted,
      '由其他应用创建的表：其名称、主键与所在 schema。',
      'A table that another application created: its name, primary key and schema.',
      { table: '', key: [''] },
    ),
    lock: keyword(
      choice(['first', '先于其他所有表', 'before all other tables']),
      '事务锁定其记录的时机；默认按引用关系。',
      'When transactions lock its records; by default after those that they refer to.',
    ),
    number: keyword(number, '新记录的编号由服务器产生。', 'The server numbers new records.', {
      field: 'receipt_no',
      pattern: 'RK{yyyyMMdd}{seq:6}',
    }),
  },
}

const formerId = text(127, /^[a-z][a-z0-9_]*\/[a-z][a-z0-9_]*$/)

export const index: RecordShape = {
  is: 'record',
  name: 'index',
  required: ['on'],
  keywords: {
    on: keyword({ is: 'list', items: name, min: 1 }, '索引的字段，按顺序。', 'Fields of the index, in order.'),
    unique: keyword(
      flag,
      '是否唯一；空值与已删除的记录不计。',
      'Whether values are unique; empty values and deleted records are ignored.',
    ),
    where: unsupported('部分索引的条件。', 'Condition of a partial index.'),
  },
}

const section: RecordShape = {
  is: 'record',
  name: 'section',
  required: ['section', 'rows'],
  keywords: {
    section: keyword(name, '分组的名称标识。', 'Name of the section.'),
    'x-label': keyword(label, '分组标题；没有则不显示标题。', 'Heading; none by default.', { 'zh-cn': '', en: '' }),
    rows: keyword(
      { is: 'list', items: { is: 'list', items: name, min: 1 }, min: 1 },
      '每行的字段。',
      'Rows of fields; fields of one row appear side by side.',
      [['']],
    ),
  },
}

export const grid: RecordShape = {
  is: 'record',
  name: 'grid',
  required: ['grid'],
  keywords: {
    grid: keyword(name, '以表格显示的明细字段。', 'Field whose lines are shown as a grid.'),
    'x-label': keyword(label, '分组标题；没有则不显示标题。', 'Heading; none by default.', { 'zh-cn': '', en: '' }),
  },
}

const views: RecordShape = {
  is: 'record',
  name: 'views',
  required: [],
  keywords: {
    table: keyword(
      {
        is: 'record',
        name: 'tableView',
        required: [],
        keywords: {
          columns: keyword(
            { is: 'list', items: name, min: 1 },
            '列表中的列，按顺序。',
            'Columns of the list, in order.',
          ),
          sort: keyword(
            text(64),
            '默认排序字段；前缀 - 表示倒序。',
            'Field the list is sorted by; a leading `-` means descending.',
            '-id',
          ),
        },
      },
      '列表视图。',
      'The list.',
    ),
    mail: keyword(
      {
        is: 'record',
        name: 'mailView',
        required: ['columns'],
        keywords: {
          columns: keyword(
            { is: 'list', items: name, min: 1 },
            '邮件中的字段，按顺序；明细的实体以此定出明细的列。',
            'Fields in the mail, in order; in an entity of lines the columns of the lines.',
          ),
        },
      },
      '邮件发送的单据；没有它，邮件包含列表与明细表格中的字段。',
      'A record sent by mail; without it a mail has the fields of the list and of the grids of lines.',
    ),
    form: keyword(
      { is: 'list', items: { is: 'either', shapes: [section, grid] }, min: 1 },
      '表单的分组与明细表格。',
      'Sections of the form and grids of lines.',
    ),
  },
}

const rows = keyword(ruleText, '规则：可访问的记录。', 'Rule: the rows an action can access.', '')

export const check: RecordShape = {
  is: 'record',
  name: 'check',
  required: ['rule', 'message'],
  keywords: {
    rule: keyword(
      ruleText,
      '每条记录都须满足的规则；未知不算违反。',
      'Rule that every record must satisfy; an unknown result is not a violation.',
    ),
    ...messageKeywords('违反时的提示', 'Message when it is violated'),
    field: keyword(
      name,
      '提示所在的字段；默认为规则中第一个可写的字段。',
      'Field that shows the message; by default the first writable field of the rule.',
    ),
    allowExisting: keyword(
      flag,
      '原已违反的记录，相关字段未改动时可以保留。',
      'A record that already violated it may stay as long as none of its fields changes.',
    ),
  },
}

const policyFields = (zh: string, en: string) => keyword({ is: 'list', items: name, min: 1 }, zh, en)
const limit: Shape = {
  is: 'either',
  shapes: [
    choice(
      ['personal', '本人的记录', 'own records'],
      ['allAuth', '权限均为本人所有的角色组的记录', 'records of admin groups whose permissions the admin also has'],
      ['allAuthAndOthers', '同上，且本人的权限更多', 'the same, if the admin has at least one more permission'],
      ['parent', '下级角色组的记录', 'records of subordinate admin groups'],
    ),
    integer(1),
  ],
}

const policyOfAction = (action: ActionName): RecordShape => ({
  is: 'record',
  name: `policy_${action}`,
  required: [],
  keywords: {
    ...(listedActions.some((one) => one === action) && {
      fields: policyFields('此操作可见或可写的字段。', 'Fields that this action shows or writes.'),
    }),
    rows,
  },
})

const policy: RecordShape = {
  is: 'record',
  name: 'policy',
  required: [],
  keywords: {
    '*': keyword(
      {
        is: 'record',
        name: 'policy_all',
        required: [],
        keywords: {
          limit: keyword(
            limit,
            '可见哪些管理员的记录；数字为角色组 ID，其成员可见全部。',
            'Whose records are visible; a number is the ID of an admin group whose members see all.',
            'personal',
          ),
          on: keyword(
            name,
            '记录所属管理员的列；默认为 x-entity.owner 或 admin_id。',
            'Column of the admin a record belongs to; by default the owner column or `admin_id`.',
          ),
          fields: policyFields('所有操作可见或可写的字段。', 'Fields that every action shows or writes.'),
          rows,
        },
      },
      '适用于所有操作。',
      'Applies to every action.',
      { limit: 'personal' },
    ),
    ...Object.fromEntries(
      actionNames.map((action) => [
        action,
        keyword(policyOfAction(action), `操作 ${action}。`, `The action ${action}.`),
      ]),
    ),
    public: keyword(
      {
        is: 'record',
        name: 'policy_public',
        required: ['rows', 'fields'],
        keywords: {
          rows: keyword(
            ruleText,
            '规则：任何人可见的记录；member.id 为浏览的会员。',
            'Rule: the rows that anybody may see; `member.id` is the member who looks.',
            '',
          ),
          fields: policyFields('任何人可见的字段。', 'Fields that anybody may see.'),
        },
      },
      '公众可见的内容（publicRows）；没有它则一概不可见。',
      'What the public may see (`publicRows`); without it, nothing.',
    ),
    member: keyword(
      {
        is: 'record',
        name: 'policy_member',
        required: ['rows'],
        keywords: {
          rows: keyword(
            ruleText,
            '规则：会员可对其执行操作的记录，例如 user_id == member.id。',
            'Rule: the rows on which members run actions, for example `user_id == member.id`.',
            '',
          ),
        },
      },
      '会员执行的状态操作；没有它则会员不能执行任何操作。',
      'The actions of the state machine that members run; without it, none.',
    ),
  },
}

export const entity: RecordShape = {
  is: 'record',
  name: 'entity',
  required: ['$id', 'x-label', 'x-entity', 'properties'],
  keywords: {
    $schema: keyword(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../dialect/entity.json',
    ),
    $id: keyword(text(127), '模块/名称，与文件路径一致。', '`<module>/<name>`, the same as the path of the file.'),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note to authors.'),
    type: keyword(
      choice(['object', '一条记录', 'a record']),
      '总是 object；可省略。',
      'Always `object`; may be left out.',
    ),
    title: keyword(text(200), '供其他工具使用的名称。', 'Name for foreign tools.'),
    description: keyword(text(2000), '供其他工具使用的说明。', 'Description for foreign tools.'),
    required: keyword(names, '必填字段。', 'Fields that must have a value.'),
    properties: keyword({ is: 'map', values: field, min: 1 }, '字段。', 'The fields.'),
    'x-label': keyword(label, '实体的名称（英文用复数）。', 'Name of the entity, in the plural.', {
      'zh-cn': '',
      en: '',
    }),
    'x-entity': keyword(
      meta,
      '表、控制器与自动创建的列。',
      'Table, controller and the columns that are created automatically.',
      {
        label: { 'zh-cn': '', en: '' },
        title: 'name',
        created: 'createtime',
        updated: 'updatetime',
      },
    ),
    'x-index': keyword({ is: 'map', values: index }, '索引，按名称。', 'Indexes, by name.', {
      name: { on: ['name'], unique: true },
    }),
    'x-search': keyword(names, '快速搜索的字段。', 'Fields used by the quick search.'),
    'x-views': keyword(views, '列表与表单。', 'The list and the form.'),
    'x-actions': keyword(
      { is: 'list', items: choice(...actionNames.map((one) => [one, one, one] as const)) },
      '存在哪些操作。',
      'Available actions.',
      [...actionNames],
    ),
    'x-checks': keyword({ is: 'map', values: check }, '跨字段规则，按名称。', 'Rules over several fields, by name.'),
    'x-machine': keyword(machine, '状态机：状态与操作。', 'The state machine: states and actions.', {
      field: 'status',
      initial: '',
      actions: {},
    }),
    'x-ledger': keyword(
      ledger,
      '台账：只可追加的记录，随之更新余额。',
      'The ledger: append-only rows that update balances.',
    ),
    'x-posting': keyword(
      postings,
      '操作时向台账过账的内容，按名称。',
      'What actions post to ledgers, by name of the posting.',
    ),
    'x-policy': keyword(
      policy,
      '数据权限：可见的记录与字段；超级管理员不受限制。',
      'Which rows and fields are accessible; super admins are never limited.',
      { '*': { limit: 'personal' } },
    ),
    'x-renamedFrom': keyword(
      { is: 'either', shapes: [formerId, { is: 'list', items: formerId, min: 1 }] },
      '实体原来的 $id，可为列表：更新数据库时表改名，记录保留。',
      'Former `$id` of the entity, or a list: the table is renamed with the database and keeps its records.',
      '',
    ),
    deprecated: unsupported('不再使用。', 'No longer in use.'),
  },
}
