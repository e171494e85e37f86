/** Codes of overlays. */
import { explanation, type Explanation } from './explanation.ts'

export const overlays: Readonly<Record<string, Explanation>> = {
  TW2001: explanation(
    [
      '叠加文件扩展另一模块的实体，且其表可以加列。',
      'An overlay extends an entity of another module whose table can have more columns.',
    ],
    [
      '台账的记录过账后不再改变，其他应用的表按原样使用，system 模块的表由 Tablewright 核心写入。',
      'Rows of ledgers never change, tables of other applications are used as they are, and those of the module ' +
        'system are written by the core of Tablewright.',
    ],
    [
      '改正 x-extends；对不能扩展的实体，请在本模块中建立一个引用它的实体。',
      'Correct x-extends. Where an entity cannot be extended, add one to this module that refers to it.',
    ],
    '"x-extends": "wms/prodcut"',
    '"x-extends": "wms/product"',
  ),
  TW2002: explanation(
    [
      '叠加文件所添加的名称以模块名开头，且未被占用。',
      'What an overlay adds has a name that begins with that of its module and is not taken.',
    ],
    [
      '两个模块或以后的版本可能添加同名的列，而移除模块后保留的列仍能看出来自哪个模块。',
      'Another module or a later version could add a column of the same name, and a column that is kept when the ' +
        'module is removed still says whose it was.',
    ],
    [
      '给名称加上模块名和下划线；要更改已有字段，请改它自己的文件。',
      'Begin the name with that of the module and an underscore. To change a field that is there, edit its own file.',
    ],
    'helpdesk/overlays/product.json: "level": { … }',
    'helpdesk/overlays/product.json: "helpdesk_level": { … }',
  ),
  TW2003: explanation(
    [
      '叠加文件只放置它所添加的字段，并排在已有字段旁边。',
      'An overlay places only the fields that it adds, and next to what is there.',
    ],
    ['移除模块后，实体应与从前完全一样。', 'Without the module, the entity has to be exactly what it was.'],
    [
      '只列出本文件的字段；after 指明列表或该分组中已有的字段。',
      'List fields of this file only, and name in after one that the list or the section has.',
    ],
    '"table": { "columns": ["helpdesk_level", "price"] }',
    '"table": { "columns": ["helpdesk_level"], "after": "price" }',
  ),
}
