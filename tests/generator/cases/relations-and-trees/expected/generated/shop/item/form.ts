// Made by tablewright generate from schemas/shop/item.json · do not edit · 41ff4d3b4bf66cff

import type { FormModel } from 'tablewright/protocol'

export const itemForm: FormModel = {
  id: 'shop/item',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 64 }, tag_id: { type: 'integer' }, colour_id: { type: 'integer' } },
  },
  uiSchema: {
    'ui:order': ['name', 'tag_id', 'colour_id'],
    name: { 'ui:widget': 'text' },
    tag_id: { 'ui:widget': 'reference' },
    colour_id: { 'ui:widget': 'reference' },
  },
}
