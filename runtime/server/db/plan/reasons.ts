/** The sentences of a plan's steps and notes. */
import type { Text } from '../../../protocol/index.ts'
import type { TextParams } from '../../../i18n/fill-template.ts'
import { interpolate } from '../../../i18n/i18n.ts'

const sentences = {
  createTable: { 'zh-cn': '添加表 {{table}}。', en: 'New table {{table}}.' },
  foreignKey: { 'zh-cn': '新表 {{table}} 的关联约束。', en: 'References of the new table {{table}}.' },
  addColumn: { 'zh-cn': '{{table}} 添加字段 {{column}}。', en: 'New field {{column}} of {{table}}.' },
  addIndex: { 'zh-cn': '{{table}} 添加索引（{{columns}}）。', en: 'New index of {{table}} on {{columns}}.' },
  dropIndex: {
    'zh-cn': '{{table}} 不再需要索引 {{index}}；不影响数据。',
    en: 'The index {{index}} of {{table}} is no longer needed; data is not affected.',
  },
  addSearch: {
    'zh-cn': '{{table}} 添加快速搜索索引（{{columns}}）；已有记录分批编入，期间照常读写。',
    en: 'New quick-search index of {{table}} on {{columns}}; existing rows are indexed while reads and writes go on.',
  },
  dropSearch: {
    'zh-cn': '{{table}} 不再需要快速搜索索引 {{index}}；不影响数据。',
    en: 'The quick-search index {{index}} of {{table}} is no longer needed; data is not affected.',
  },
  addFloor: {
    'zh-cn': '数据库将拒绝低于下限的 {{table}}.{{column}}。',
    en: 'The database will reject values of {{table}}.{{column}} below its minimum.',
  },
  seal: {
    'zh-cn': '数据库将拒绝修改和删除 {{table}} 的记录。',
    en: 'The database rejects updates and deletions in {{table}}.',
  },
  allowNull: { 'zh-cn': '{{table}}.{{column}} 改为可以为空。', en: '{{table}}.{{column}} may now be empty.' },
  allowNullRebuild: {
    'zh-cn':
      '{{table}}.{{column}} 是关联字段或有自建索引，改为可以为空需要重建整张表，暂不支持。请在 schema 中保持必填。',
    en:
      '{{table}}.{{column}} is a reference or has an index of its own, so making it optional requires ' +
      'rebuilding the table; this is not supported yet. Keep the field required in the schema.',
  },
  requiredWithoutDefault: {
    'zh-cn': '{{table}} 已有记录，新的必填字段 {{column}} 没有值可填。请在 schema 中设置 default，或去掉必填。',
    en:
      '{{table}} has records, and the new required field {{column}} has no value for them. Add a default in the ' +
      'schema, or make the field optional.',
  },
  referenceWithDefault: {
    'zh-cn': '{{table}} 已有记录，新的关联字段 {{column}} 不能带必填或默认值。请先把它设为选填且不设 default。',
    en:
      '{{table}} has records, so the new reference {{column}} cannot be required or have a default. Make it ' +
      'optional, without a default.',
  },
  requireValue: {
    'zh-cn': '{{table}}.{{column}} 从选填改为必填，已有记录可能没有值，暂不支持。请在 schema 中恢复为选填。',
    en:
      '{{table}}.{{column}} becomes required, but existing records may have no value; this is not supported ' +
      'yet. Make it optional again in the schema.',
  },
  changeType: {
    'zh-cn':
      '{{table}}.{{column}} 的类型从 {{from}} 变为 {{to}}，已有的值可能无法转换，暂不支持。请恢复原来的类型，或换一个新字段名。',
    en:
      '{{table}}.{{column}} changes its type from {{from}} to {{to}}; existing values may not convert, so this ' +
      'is not supported yet. Restore the type, or use a new field name.',
  },
  changeForeignKey: {
    'zh-cn': '{{table}}.{{column}} 的关联或其删除规则有变化，暂不支持。请恢复原来的 x-relation，或换一个新字段名。',
    en:
      'The reference {{table}}.{{column}} or its deletion rule changes; this is not supported yet. Restore ' +
      'x-relation, or use a new field name.',
  },
  uniqueIndex: {
    'zh-cn': '{{table}} 已有记录，（{{columns}}）上可能有重复值，暂不支持添加唯一索引。请先去掉 unique。',
    en:
      '{{table}} has records, and {{columns}} may contain duplicates, so adding a unique index is not supported ' +
      'yet. Remove "unique" for now.',
  },
  dropColumn: {
    'zh-cn':
      'schema 中已没有 {{table}}.{{column}}；删除会丢失数据，因此予以保留。请在 schema 中恢复该字段；改名请等待 x-renamedFrom 支持。',
    en:
      'The schema no longer contains {{table}}.{{column}}. It is kept because dropping it would lose data. ' +
      'Restore the field; renaming will be supported with x-renamedFrom.',
  },
  dropTable: {
    'zh-cn': 'schema 中已没有表 {{table}}；删除会丢失数据，因此予以保留。请恢复它的 schema 文件。',
    en:
      'The schemas no longer contain the table {{table}}. It is kept because dropping it would lose data. ' +
      'Restore its schema file.',
  },
  strangeTable: {
    'zh-cn': '表 {{table}} 不由 Tablewright 管理，不作改动。',
    en: 'The table {{table}} is not managed by Tablewright and is not changed.',
  },
  strangeColumn: {
    'zh-cn': '列 {{table}}.{{column}} 不由 Tablewright 管理，不作改动。',
    en: 'The column {{table}}.{{column}} is not managed by Tablewright and is not changed.',
  },
} as const satisfies Record<string, Text>

export type ReasonKey = keyof typeof sentences

/** The sentence of that key with its places filled in. */
export function reason(key: ReasonKey, params: TextParams): Text {
  return interpolate(sentences[key], params)
}
