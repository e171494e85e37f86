/** The dialect: one table from which the checks, the meta-schemas and the documentation of keywords are made. */
import type { DocumentType } from '../source/source-file.ts'
import { entity } from './entity.ts'
import { icon } from './icon.ts'
import { enumWords } from './field.ts'
import { choice, label, later, name, text, word, type RecordShape, type Shape } from './shape.ts'

const enumDocument: RecordShape = {
  is: 'record',
  name: 'enum',
  required: ['$id', 'type', 'enum', 'x-options'],
  words: {
    $schema: word(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../../dialect/enum.json',
    ),
    $id: word(
      text(127),
      '模块/enums/名称，与文件路径一致。',
      '`<module>/enums/<name>`, the same as the path of the file.',
    ),
    $comment: word(text(2000), '写给作者的注释。', 'A note to authors.'),
    type: word(
      choice(['integer', '整数', 'a whole number'], ['string', '文本', 'a text']),
      '值的类型。',
      'Type of the values.',
    ),
    title: word(text(200), '供其他工具使用的名称。', 'Name for foreign tools.'),
    description: word(text(2000), '供其他工具使用的说明。', 'Description for foreign tools.'),
    'x-label': word(label, '枚举的名称。', 'Name of the enumeration.', { 'zh-cn': '', en: '' }),
    ...enumWords,
  },
}

const moduleDocument: RecordShape = {
  is: 'record',
  name: 'module',
  required: ['x-label'],
  words: {
    $schema: word(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../dialect/module.json',
    ),
    $comment: word(text(2000), '写给作者的注释。', 'A note to authors.'),
    'x-label': word(label, '模块的名称。', 'Name of the module.', { 'zh-cn': '', en: '' }),
    icon,
    order: word({ is: 'integer', least: 0, most: 10_000 }, '菜单中的次序。', 'Place in the menu.'),
    menu: word(
      { is: 'list', items: name },
      '菜单中实体的次序；未列出的排在最后。',
      'Entities in menu order; those not named come last.',
    ),
    requires: later('依赖的模块。', 'Modules this one needs.'),
    pages: later('手写页面。', 'Hand-written pages.'),
  },
}

const textDocument: Shape = {
  is: 'map',
  values: text(2000),
  words: {
    $schema: word(
      text(200),
      '元模式的相对路径，供编辑器使用。',
      'Relative path of the meta-schema, for editors.',
      '../../dialect/text.json',
    ),
  },
}

export const dialect: Readonly<Record<DocumentType, Shape>> = {
  entity,
  enum: enumDocument,
  module: moduleDocument,
  text: textDocument,
}

/** Words of JSON Schema 2020-12 that this dialect does not take part in: refused by their own name, never ignored. */
export const standardWords: readonly string[] = [
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

/** Words of code generators that would put their text into generated files as it is. */
export const forbiddenWords: readonly string[] = ['tsType', 'tsEnumNames', 'javaType', 'existingJavaType']
