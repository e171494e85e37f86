/** Sentences that say what operations do, with the names that people know. */
import { parse } from 'jsonc-parser'
import type { Documents } from '../../generator/edit/document-editor.ts'
import type { Operation } from '../../generator/edit/operation.ts'
import { isObject, member, objectOf, type Json } from '../../generator/source/json.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { Text } from '../../runtime/protocol/index.ts'

const sentences: Readonly<Record<Operation['op'], Text>> = {
  addModule: { 'zh-cn': '新建模块 {{module}}', en: 'New module {{module}}' },
  setMenu: { 'zh-cn': '调整 {{module}} 的菜单次序', en: 'Order of the menu of {{module}}' },
  addEntity: { 'zh-cn': '新建 {{entity}}', en: 'New table {{entity}}' },
  renameEntity: { 'zh-cn': '{{entity}} 改名为 {{name}}', en: 'Rename {{entity}} to {{name}}' },
  removeEntity: { 'zh-cn': '移除 {{entity}}', en: 'Remove {{entity}}' },
  addField: { 'zh-cn': '{{entity}} 添加字段 {{field}}', en: 'New field {{field}} of {{entity}}' },
  addOverlayField: { 'zh-cn': '{{entity}} 添加字段 {{field}}', en: 'New field {{field}} of {{entity}}' },
  renameField: { 'zh-cn': '{{entity}} 的 {{field}} 改名为 {{name}}', en: 'Rename {{field}} of {{entity}} to {{name}}' },
  removeField: { 'zh-cn': '{{entity}} 移除字段 {{field}}', en: 'Remove the field {{field}} of {{entity}}' },
  changeKind: { 'zh-cn': '{{entity}} 的 {{field}} 改变种类', en: 'Another kind for {{field}} of {{entity}}' },
  setRequired: { 'zh-cn': '{{entity}} 的 {{field}} 改为{{need}}', en: 'Make {{field}} of {{entity}} {{need}}' },
  setFacet: { 'zh-cn': '{{owner}}：{{facet}}设为“{{value}}”', en: 'Set the {{facet}} of {{owner}} to “{{value}}”' },
  removeFacet: { 'zh-cn': '{{owner}}：移除{{facet}}', en: 'Remove the {{facet}} of {{owner}}' },
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

/** Keywords as the designer calls them; others are shown as they are written. */
const facets: Readonly<Record<string, Text>> = {
  'x-label': { 'zh-cn': '名称', en: 'name' },
  'x-help': { 'zh-cn': '帮助', en: 'help' },
  'x-column': { 'zh-cn': '列的显示', en: 'column' },
  'x-file': { 'zh-cn': '文件设置', en: 'file settings' },
  'x-relation': { 'zh-cn': '关联的表', en: 'table it refers to' },
  'x-backfill': { 'zh-cn': '补值规则', en: 'value of records without one' },
  'x-computed': { 'zh-cn': '计算规则', en: 'formula' },
  'x-scale': { 'zh-cn': '小数位', en: 'decimals' },
  'x-search': { 'zh-cn': '搜索的字段', en: 'fields that are searched' },
  'x-entity.label': { 'zh-cn': '一条记录的名称', en: 'name of one record' },
  'x-entity.title': { 'zh-cn': '代表一条记录的字段', en: 'field that stands for a record' },
  default: { 'zh-cn': '默认值', en: 'default' },
  maxLength: { 'zh-cn': '最大长度', en: 'longest text' },
  minLength: { 'zh-cn': '最小长度', en: 'shortest text' },
  maximum: { 'zh-cn': '最大值', en: 'largest value' },
  minimum: { 'zh-cn': '最小值', en: 'smallest value' },
  pattern: { 'zh-cn': '格式', en: 'pattern' },
}

const plain = (text: string): Text => ({ 'zh-cn': text, en: text })

const needed: Text = { 'zh-cn': '必填', en: 'required' }
const optional: Text = { 'zh-cn': '选填', en: 'optional' }

/** Characters of a value that a sentence shows. */
const maxValue = 60

function labelOf(node: Json | undefined, fallback: string): Text {
  const label = objectOf(member(node, 'x-label'))
  const text = (language: keyof Text): string => (typeof label[language] === 'string' ? label[language] : fallback)
  return { 'zh-cn': text('zh-cn'), en: text('en') }
}

function valueText(value: Json): Text {
  if (isObject(value) && typeof value['en'] === 'string') {
    const zh = value['zh-cn']
    return { 'zh-cn': typeof zh === 'string' ? zh : value['en'], en: value['en'] }
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return plain(text.length > maxValue ? `${text.slice(0, maxValue)}…` : text)
}

/**
 * Says what an operation does.
 * @param documents those before the change and after it, which know the names of what it is about
 */
export function wordsOf(operation: Operation, documents: readonly Documents[]): Text {
  const texts = Object.entries(operation).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const params: Record<string, string | Text> = Object.fromEntries(texts)
  if ('entity' in operation) {
    const { entity } = operation
    const nodes = documents.flatMap((each) => {
      const text = each.get(`${entity}.json`)
      return text === undefined ? [] : [parse(text) as Json]
    })
    const nodeAt = (...path: readonly string[]): Json | undefined =>
      nodes
        .map((each) => path.reduce<Json | undefined>((node, name) => member(node, name), each))
        .find((node) => node !== undefined)
    const fieldLabel = (field: string): Text =>
      labelOf(nodeAt('properties', field) ?? ('schema' in operation ? operation.schema : undefined), field)
    params['entity'] = labelOf(nodes[0] ?? ('document' in operation ? operation.document : undefined), entity)
    if ('field' in operation) params['field'] = fieldLabel(operation.field)
    if ('option' in operation && typeof operation.option === 'string')
      params['option'] = labelOf(nodeAt('properties', operation.field, 'x-options', operation.option), operation.option)
    if ('required' in operation) params['need'] = operation.required ? needed : optional
    if ('path' in operation) {
      const [root, field, ...rest] = operation.path
      const isOfField = root === 'properties' && field !== undefined
      const path = (isOfField ? rest : operation.path).join('.')
      params['owner'] = isOfField ? fieldLabel(field) : params['entity']
      params['facet'] = facets[path] ?? plain(path)
      params['value'] = 'value' in operation ? valueText(operation.value) : ''
    }
  }
  return interpolate(sentences[operation.op], params)
}
