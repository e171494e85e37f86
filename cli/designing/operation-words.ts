/** Sentences that say what operations do. */
import type { Operation } from '../../generator/edit/operation.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { Text } from '../../runtime/protocol/index.ts'

const sentences: Readonly<Record<Operation['op'], Text>> = {
  addModule: { 'zh-cn': '新建模块 {{module}}', en: 'New module {{module}}' },
  setMenu: { 'zh-cn': '调整 {{module}} 的菜单次序', en: 'Order of the menu of {{module}}' },
  addEntity: { 'zh-cn': '新建 {{entity}}', en: 'New entity {{entity}}' },
  renameEntity: { 'zh-cn': '{{entity}} 改名为 {{name}}', en: 'Rename {{entity}} to {{name}}' },
  removeEntity: { 'zh-cn': '移除 {{entity}}', en: 'Remove {{entity}}' },
  addField: { 'zh-cn': '{{entity}} 添加字段 {{field}}', en: 'New field {{field}} of {{entity}}' },
  addOverlayField: { 'zh-cn': '{{entity}} 添加字段 {{field}}', en: 'New field {{field}} of {{entity}}' },
  renameField: { 'zh-cn': '{{entity}} 的 {{field}} 改名为 {{name}}', en: 'Rename {{field}} of {{entity}} to {{name}}' },
  removeField: { 'zh-cn': '{{entity}} 移除字段 {{field}}', en: 'Remove the field {{field}} of {{entity}}' },
  changeKind: { 'zh-cn': '{{entity}} 的 {{field}} 改变种类', en: 'Another kind for {{field}} of {{entity}}' },
  setRequired: { 'zh-cn': '{{entity}} 的 {{field}} 是否必填', en: 'Whether {{field}} of {{entity}} is required' },
  setFacet: { 'zh-cn': '{{entity}} 设置 {{path}}', en: 'Set {{path}} of {{entity}}' },
  removeFacet: { 'zh-cn': '{{entity}} 移除 {{path}}', en: 'Remove {{path}} of {{entity}}' },
  moveInForm: { 'zh-cn': '{{entity}} 的 {{field}} 在表单中的位置', en: 'Place of {{field}} in the form of {{entity}}' },
  moveInTable: {
    'zh-cn': '{{entity}} 的 {{field}} 在列表中的位置',
    en: 'Place of {{field}} in the list of {{entity}}',
  },
  addSection: { 'zh-cn': '{{entity}} 添加分组 {{name}}', en: 'New section {{name}} of {{entity}}' },
  removeSection: { 'zh-cn': '{{entity}} 移除分组', en: 'Remove a section of {{entity}}' },
  moveSection: { 'zh-cn': '{{entity}} 调整分组次序', en: 'Order of the sections of {{entity}}' },
  addOption: { 'zh-cn': '{{field}} 添加选项 {{name}}', en: 'New option {{name}} of {{field}}' },
  renameOption: {
    'zh-cn': '{{field}} 的选项 {{option}} 改名为 {{name}}',
    en: 'Rename the option {{option}} of {{field}} to {{name}}',
  },
  setOption: { 'zh-cn': '修改 {{field}} 的选项 {{option}}', en: 'Change the option {{option}} of {{field}}' },
  moveOption: { 'zh-cn': '{{field}} 的选项 {{option}} 换位', en: 'Place of the option {{option}} of {{field}}' },
  removeOption: { 'zh-cn': '{{field}} 移除选项 {{option}}', en: 'Remove the option {{option}} of {{field}}' },
  addIndex: { 'zh-cn': '{{entity}} 添加索引 {{name}}', en: 'New index {{name}} of {{entity}}' },
  removeIndex: { 'zh-cn': '{{entity}} 移除索引 {{name}}', en: 'Remove the index {{name}} of {{entity}}' },
}

export function wordsOf(operation: Operation): Text {
  const params = Object.fromEntries(
    Object.entries(operation).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[name, value]]
        : name === 'path' && Array.isArray(value)
          ? [[name, value.join('.')]]
          : [],
    ),
  )
  return interpolate(sentences[operation.op], params)
}
