/** The part of the sample that shows what a second module adds to an entity of the first. */
import type { JsonObject } from '../source/json.ts'

export const itemOverlay: JsonObject = {
  $schema: '../../dialect/overlay.json',
  $id: 'support/overlays/item',
  $comment: 'Support decides by it who answers first.',
  title: 'Item (support)',
  description: 'What support knows of an item.',
  'x-extends': 'sample/item',
  required: ['support_level'],
  properties: {
    support_level: {
      type: 'integer',
      minimum: 1,
      maximum: 3,
      default: 1,
      'x-label': { 'zh-cn': '服务级别', en: 'Support level' },
    },
    support_note: { type: 'string', maxLength: 200, 'x-label': { 'zh-cn': '服务说明', en: 'Support notes' } },
  },
  'x-index': { support_level: { on: ['support_level'] } },
  'x-search': ['support_note'],
  'x-views': {
    table: { columns: ['support_level'], after: 'price' },
    mail: { columns: ['support_level'], after: 'name' },
    form: [
      { section: 'general', after: 'name', rows: [['support_level']] },
      { section: 'support', 'x-label': { 'zh-cn': '客户服务', en: 'Support' }, rows: [['support_note']] },
    ],
  },
  'x-checks': {
    support_note: {
      rule: 'support_level < 3 || has(support_note)',
      message: { 'zh-cn': '第 3 级须填写服务说明。', en: 'Enter support notes for level 3.' },
      field: 'support_note',
    },
  },
  'x-policy': {
    '*': { fields: ['support_level'] },
    index: { fields: ['support_level'] },
    public: { fields: ['support_level'] },
    add: { fields: ['support_level', 'support_note'] },
    edit: { fields: ['support_level', 'support_note'] },
  },
}
