// Made by tablewright generate from schemas/shop/colour.json · do not edit · f6784c7ebbdb8e10

import type { FormModel } from 'tablewright/protocol'

export const colourForm: FormModel = {
  id: 'shop/colour',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 32 }, tag_id: { type: 'integer' }, live: { type: 'integer', enum: [0, 1] } },
  },
  uiSchema: {
    'ui:order': ['name', 'tag_id', 'live'],
    name: { 'ui:widget': 'text' },
    tag_id: { 'ui:widget': 'reference' },
    live: { 'ui:widget': 'enum' },
  },
}
