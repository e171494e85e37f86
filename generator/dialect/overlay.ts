/** Keywords of an overlay: what a module adds to an entity of another one. */
import { listedActions } from '../../runtime/protocol/index.ts'
import { check, grid, index } from './entity.ts'
import { field } from './field.ts'
import { keyword, label, name, names, text, type Keyword, type RecordShape, type Shape } from './shape.ts'

const ownNames: Shape = { is: 'list', items: name, min: 1 }

const section: RecordShape = {
  is: 'record',
  name: 'overlaySection',
  required: ['section', 'rows'],
  keywords: {
    section: keyword(
      name,
      '实体已有的分组，各行加入其中；或新分组的名称标识。',
      'A section of the entity, to which the rows are added, or the name of a new one.',
    ),
    'x-label': keyword(label, '新分组的标题。', 'Heading of a new section.', { 'zh-cn': '', en: '' }),
    after: keyword(
      name,
      '已有分组中的字段，各行排在它所在的行之后；默认排在分组末尾。',
      'A field of the section: the rows follow the row it is in. By default they end the section.',
    ),
    rows: keyword(
      { is: 'list', items: ownNames, min: 1 },
      '每行的字段，都由本文件添加。',
      'Rows of fields that this file adds.',
      [['']],
    ),
  },
}

const views: RecordShape = {
  is: 'record',
  name: 'overlayViews',
  required: [],
  keywords: {
    table: keyword(
      {
        is: 'record',
        name: 'overlayTable',
        required: ['columns'],
        keywords: {
          columns: keyword(ownNames, '加入列表的列，都由本文件添加。', 'Columns of the list that this file adds.'),
          after: keyword(
            name,
            '列表中的列，新列排在它之后；默认排在末尾。',
            'A column of the list that they follow; by default they are the last ones.',
          ),
        },
      },
      '列表视图；没有它，列表不变。',
      'The list; without it the list stays as it is.',
    ),
    mail: keyword(
      {
        is: 'record',
        name: 'overlayMail',
        required: ['columns'],
        keywords: {
          columns: keyword(ownNames, '加入邮件的字段，都由本文件添加。', 'Fields of the mail that this file adds.'),
          after: keyword(
            name,
            '邮件中的字段，新字段排在它之后；默认排在末尾。',
            'A field of the mail that they follow; by default they are the last ones.',
          ),
        },
      },
      '实体为邮件列出字段时，把所添加的字段加入其中。',
      'Adds fields to the mail where the entity lists those of its own.',
    ),
    form: keyword(
      { is: 'list', items: { is: 'either', shapes: [section, grid] }, min: 1 },
      '表单的分组与明细表格；没有它，所添加的字段自成一组，以模块名为标题。',
      'Sections and grids of the form; without it the added fields form a section with the name of the module.',
    ),
  },
}

const policy: RecordShape = {
  is: 'record',
  name: 'overlayPolicy',
  required: [],
  keywords: Object.fromEntries(
    ['*', ...listedActions, 'public'].map((action): [string, Keyword] => [
      action,
      keyword(
        {
          is: 'record',
          name: 'overlayPolicyFields',
          required: ['fields'],
          keywords: {
            fields: keyword(ownNames, '加入实体在此处列出的字段。', 'Fields that join those the entity lists here.'),
          },
        },
        action === '*' ? '适用于所有操作。' : action === 'public' ? '公众可见的内容。' : `操作 ${action}。`,
        action === '*'
          ? 'Applies to every action.'
          : action === 'public'
            ? 'What the public may see.'
            : `The action ${action}.`,
      ),
    ]),
  ),
}

export const overlay: RecordShape = {
  is: 'record',
  name: 'overlay',
  required: ['$id', 'x-extends', 'properties'],
  keywords: {
    $schema: keyword(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../../dialect/overlay.json',
    ),
    $id: keyword(
      text(127),
      '模块/overlays/名称，与文件路径一致。',
      '`<module>/overlays/<name>`, the same as the path of the file.',
    ),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note for authors.'),
    title: keyword(text(200), '供其他工具使用的名称。', 'Name for other tools.'),
    description: keyword(text(2000), '供其他工具使用的说明。', 'Description for other tools.'),
    'x-extends': keyword(
      text(127),
      '所扩展的实体的 $id，属于另一个模块。',
      '`$id` of the entity that is extended; it belongs to another module.',
      'shop/product',
    ),
    required: keyword(names, '所添加的字段中的必填字段。', 'Added fields that must have a value.'),
    properties: keyword(
      { is: 'map', values: field, min: 1 },
      '所添加的字段；名称以模块名和下划线开头。',
      'The added fields; their names begin with the name of the module and an underscore.',
    ),
    'x-index': keyword(
      { is: 'map', values: index },
      '索引，按名称；名称以模块名和下划线开头。',
      'Indexes, by name; their names begin with the name of the module and an underscore.',
    ),
    'x-search': keyword(names, '加入快速搜索的字段。', 'Added fields that the quick search uses, too.'),
    'x-views': keyword(views, '所添加的字段在列表与表单中的位置。', 'Where list and form show the added fields.'),
    'x-checks': keyword(
      { is: 'map', values: check },
      '跨字段规则，按名称；名称以模块名和下划线开头。',
      'Rules over several fields, by name; their names begin with the name of the module and an underscore.',
    ),
    'x-policy': keyword(
      policy,
      '实体只对列出的字段开放时，把所添加的字段加入其中。',
      'Adds fields to the lists of fields that actions of the entity are limited to.',
    ),
  },
}
