// Made by tablewright generate from schemas/system/config.json · do not edit · d71224a700427414

import type { FormModel } from 'tablewright/protocol'

export const configForm: FormModel = {
  id: 'system/config',
  schema: {
    type: 'object',
    required: ['name', 'section', 'type'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 30 },
      section: { type: 'string', minLength: 1, maxLength: 30 },
      title: { type: 'string', maxLength: 50 },
      tip: { type: 'string', maxLength: 100 },
      type: { type: 'string', minLength: 1, maxLength: 30 },
      value: { type: 'string', maxLength: 10000 },
      content: { type: 'string', maxLength: 4000 },
      rule: { type: 'string', maxLength: 100 },
      extend: { type: 'string', maxLength: 255 },
      allow_del: { type: 'integer', enum: [0, 1], default: 0 },
    },
  },
  uiSchema: {
    'ui:order': ['name', 'section', 'title', 'type', 'value', 'tip', 'content', 'rule', 'extend', 'allow_del'],
    name: { 'ui:widget': 'text' },
    section: { 'ui:widget': 'text' },
    title: { 'ui:widget': 'text' },
    tip: { 'ui:widget': 'text' },
    type: { 'ui:widget': 'text' },
    value: { 'ui:widget': 'textarea' },
    content: { 'ui:widget': 'textarea' },
    rule: { 'ui:widget': 'text' },
    extend: { 'ui:widget': 'text' },
    allow_del: { 'ui:widget': 'enum' },
  },
}
