/**
 * Whole values that editors offer while a schema is written, by the object they stand in. `$1` and `${1:text}` are the
 * places to fill in, in this order; a text that begins with `^` becomes a number or whatever else stands behind it.
 */
import type { Text } from '../../runtime/protocol/index.ts'
import type { Json, JsonObject } from '../source/json.ts'

export interface Snippet {
  readonly title: Text
  readonly body: Json
}

const snippet = (zh: string, en: string, body: Json): Snippet => ({ title: { 'zh-cn': zh, en }, body })

/** A label whose texts are the places `from` and `from + 1`. */
const label = (from: number, zh: string, en: string): JsonObject => ({
  'zh-cn': `\${${from}:${zh}}`,
  en: `\${${from + 1}:${en}}`,
})

/** A field, whose label is filled in first. */
const field = (zh: string, en: string, keywords: JsonObject): Snippet =>
  snippet(zh, en, { ...keywords, 'x-label': label(1, zh, en) })

const options: JsonObject = {
  enum: ['^1', '^2'],
  'x-options': {
    '${3:one}': { value: '^1', 'x-label': label(4, '甲', 'One'), tone: 'none' },
    '${6:two}': { value: '^2', 'x-label': label(7, '乙', 'Two'), tone: 'none' },
  },
}

const yesOrNo: JsonObject = {
  enum: ['^0', '^1'],
  default: '^0',
  'x-options': {
    no: { value: '^0', 'x-label': { 'zh-cn': '否', en: 'No' } },
    yes: { value: '^1', 'x-label': { 'zh-cn': '是', en: 'Yes' } },
  },
  'x-widget': 'switch',
}

export const snippets: Readonly<Record<string, readonly Snippet[]>> = {
  field: [
    field('文本', 'Text', { maxLength: '^${3:64}' }),
    field('长文本', 'Long text', { maxLength: '^${3:1000}' }),
    field('整数', 'Whole number', { type: 'integer', minimum: '^${3:0}' }),
    field('小数', 'Decimal', { 'x-scale': '^${3:2}', minimum: '^${4:0}' }),
    field('日期', 'Date', { format: 'date' }),
    field('时间', 'Date and time', { format: 'timestamp' }),
    field('是否', 'Yes or no', yesOrNo),
    field('选项', 'Choice', options),
    field('关联', 'Reference', { 'x-relation': '${3:shop/product}' }),
    field('关联（删除方式）', 'Reference with deletion', {
      'x-relation': { to: '${3:shop/product}', onDelete: '${4|restrict,null,cascade,keep|}' },
    }),
    field('明细', 'Lines', { 'x-relation': { to: '${3:shop/product}', owned: '^true' } }),
    field('图片', 'Image', { format: 'image', maxLength: '^255' }),
    field('多张图片', 'Images', { items: { format: 'image' } }),
    field('文件', 'File', { format: 'file', maxLength: '^255' }),
    field('标签', 'Tags', { items: { maxLength: '^${3:20}' }, uniqueItems: '^true' }),
  ],
  option: [snippet('选项', 'Option', { value: '^${1:1}', 'x-label': label(2, '选项', 'Option'), tone: 'none' })],
  index: [
    snippet('索引', 'Index', { on: ['${1:name}'] }),
    snippet('唯一索引', 'Unique index', { on: ['${1:name}'], unique: '^true' }),
  ],
  check: [
    snippet('跨字段规则', 'Rule over several fields', {
      rule: '${1:ends >= begins}',
      message: label(2, '结束不能早于开始。', 'The end is before the beginning.'),
    }),
  ],
  section: [
    snippet('分组', 'Section', { section: '${1:more}', 'x-label': label(2, '更多', 'More'), rows: [['${4:name}']] }),
  ],
  machineAction: [
    snippet('操作', 'Action', { 'x-label': label(1, '关闭', 'Close'), from: '${3:open}', to: '${4:closed}' }),
  ],
  entity: [
    snippet('实体', 'Entity', {
      $schema: '../dialect/entity.json',
      $id: '${1:shop}/${2:product}',
      'x-label': label(3, '物品', 'Items'),
      required: ['name'],
      'x-entity': {
        label: label(5, '物品', 'Item'),
        title: 'name',
        key: ['name'],
        created: 'createtime',
        updated: 'updatetime',
      },
      properties: {
        name: { minLength: '^1', maxLength: '^64', 'x-label': { 'zh-cn': '名称', en: 'Name' } },
      },
      'x-search': ['name'],
    }),
  ],
  enum: [
    snippet('枚举', 'Enumeration', {
      $schema: '../../dialect/enum.json',
      $id: '${1:shop}/enums/${2:name}',
      'x-label': label(9, '状态', 'Status'),
      ...options,
    }),
  ],
  type: [
    snippet('共用类型', 'Shared type', {
      $schema: '../../dialect/type.json',
      $id: '${1:shop}/types/${2:quantity}',
      'x-scale': '^${3:3}',
      minimum: '^${4:0}',
    }),
  ],
  module: [
    snippet('模块', 'Module', {
      $schema: '../dialect/module.json',
      'x-label': label(1, '模块', 'Module'),
      icon: 'box',
      order: '^50',
      menu: [],
    }),
  ],
  overlay: [
    snippet('扩展字段', 'Overlay', {
      $schema: '../../dialect/overlay.json',
      $id: '${1:support}/overlays/${2:product}',
      'x-extends': '${3:shop}/${2:product}',
      properties: {
        '${1:support}_${4:note}': { maxLength: '^200', 'x-label': label(5, '说明', 'Notes') },
      },
    }),
  ],
}
