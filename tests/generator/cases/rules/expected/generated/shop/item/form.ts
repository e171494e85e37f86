// Made by tablewright generate from schemas/shop/item.json · do not edit · 692f88dd2ccabd56

import type { FormModel } from 'tablewright/protocol'

export const itemForm: FormModel = {
  id: 'shop/item',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      kind: { type: 'integer', enum: [10, 20] },
      supplier: { type: 'string', maxLength: 64 },
      reason: { type: 'string', maxLength: 64 },
      price: { type: 'string', format: 'decimal' },
      quantity: { type: 'string', format: 'decimal' },
    },
  },
  uiSchema: {
    'ui:order': ['name', 'kind', 'supplier', 'reason', 'price', 'quantity'],
    name: { 'ui:widget': 'text' },
    kind: { 'ui:widget': 'enum' },
    supplier: { 'ui:widget': 'text' },
    reason: { 'ui:widget': 'text' },
    price: { 'ui:widget': 'decimal' },
    quantity: { 'ui:widget': 'decimal' },
  },
}
