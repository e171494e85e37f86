/** The dialect: one table from which the checks, the meta-schemas and the documentation of keywords are made. */
import type { DocumentType } from '../source/source-file.ts'
import { entity } from './entity.ts'
import { icon } from './icon.ts'
import { enumKeywords, typeDocument } from './field.ts'
import { overlay } from './overlay.ts'
import { choice, label, unsupported, name, text, keyword, type RecordShape, type Shape } from './shape.ts'

const enumDocument: RecordShape = {
  is: 'record',
  name: 'enum',
  required: ['$id', 'enum', 'x-options'],
  keywords: {
    $schema: keyword(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../../dialect/enum.json',
    ),
    $id: keyword(
      text(127),
      '模块/enums/名称，与文件路径一致。',
      '`<module>/enums/<name>`, the same as the path of the file.',
    ),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note for authors.'),
    type: keyword(
      choice(['integer', '整数', 'an integer'], ['string', '文本', 'a text']),
      '值的类型；可省略。',
      'Type of the values; may be left out.',
    ),
    title: keyword(text(200), '供其他工具使用的名称。', 'Name for other tools.'),
    description: keyword(text(2000), '供其他工具使用的说明。', 'Description for other tools.'),
    'x-label': keyword(label, '枚举的名称。', 'Name of the enumeration.', { 'zh-cn': '', en: '' }),
    ...enumKeywords,
  },
}

const adopts: RecordShape = {
  is: 'record',
  name: 'adopts',
  required: ['engine'],
  keywords: {
    engine: keyword(
      choice(
        ['sqlite', 'SQLite 文件', 'an SQLite file'],
        ['postgresql', 'DATABASE_URL 的数据库', 'the database of DATABASE_URL'],
      ),
      '表所在的数据库。',
      'Where the tables are.',
    ),
    file: keyword(
      text(1000),
      'SQLite 文件的路径，相对于项目目录；可用 TABLEWRIGHT_ADOPTED 替换。',
      'Path of the SQLite file, relative to the project; TABLEWRIGHT_ADOPTED replaces it.',
    ),
  },
}

const moduleDocument: RecordShape = {
  is: 'record',
  name: 'module',
  required: ['x-label'],
  keywords: {
    $schema: keyword(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../dialect/module.json',
    ),
    $comment: keyword(text(2000), '写给作者的注释。', 'A note for authors.'),
    'x-label': keyword(label, '模块的名称。', 'Name of the module.', { 'zh-cn': '', en: '' }),
    icon,
    order: keyword({ is: 'integer', min: 0, max: 10_000 }, '菜单中的次序。', 'Position in the menu.'),
    menu: keyword(
      { is: 'list', items: name },
      '菜单中实体的次序；未列出的排在最后。',
      'Entities in menu order; those not listed come last.',
    ),
    adopts: keyword(
      adopts,
      '模块的表由其他应用创建，按原样读写。',
      'Another application created the tables of the module; they are read and written as they are.',
      { engine: 'sqlite', file: 'data/shop.sqlite' },
    ),
    requires: unsupported('依赖的模块。', 'Modules this one depends on.'),
    pages: unsupported('手写页面。', 'Hand-written pages.'),
  },
}

const textDocument: Shape = {
  is: 'map',
  values: text(2000),
  keywords: {
    $schema: keyword(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../../dialect/text.json',
    ),
  },
}

export const dialect: Readonly<Record<DocumentType, Shape>> = {
  entity,
  overlay,
  enum: enumDocument,
  type: typeDocument,
  module: moduleDocument,
  text: textDocument,
}

/**
 * Keywords of JSON Schema 2020-12 that this dialect does not take part in: refused by their own name, never ignored.
 */
export const unsupportedKeywords: readonly string[] = [
  '$anchor',
  '$defs',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  'definitions',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'const',
  'contains',
  'minContains',
  'maxContains',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'examples',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'id',
]

/** Keywords of code generators that would put their text into generated files as it is. */
export const forbiddenKeywords: readonly string[] = ['tsType', 'tsEnumNames', 'javaType', 'existingJavaType']
