// Made by tablewright generate from schemas/shop/note.json · do not edit · 7cf775fa85e529e9

import type { FormModel } from 'tablewright/protocol'

export const noteForm: FormModel = {
  id: 'shop/note',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      price: { type: 'string', format: 'decimal' },
      hint: { type: 'string', maxLength: 64 },
    },
  },
  uiSchema: {
    'ui:order': ['name', 'price', 'hint'],
    name: { 'ui:widget': 'text' },
    price: { 'ui:widget': 'decimal' },
    hint: { 'ui:widget': 'text' },
  },
}
