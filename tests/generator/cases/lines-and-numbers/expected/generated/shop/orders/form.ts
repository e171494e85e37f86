// Made by tablewright generate from schemas/shop/orders.json · do not edit · 891a059675da0371

import type { FormModel } from 'tablewright/protocol'

export const ordersForm: FormModel = {
  id: 'shop/orders',
  schema: {
    type: 'object',
    required: ['lines'],
    properties: {
      remark: { type: 'string', maxLength: 255 },
      lines: {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: {
          type: 'object',
          required: ['item_id', 'quantity'],
          properties: {
            id: { type: 'integer' },
            item_id: { type: 'integer' },
            quantity: { type: 'string', format: 'decimal' },
            price: { type: 'string', format: 'decimal' },
          },
        },
      },
    },
  },
  uiSchema: { 'ui:order': ['remark', 'lines'], remark: { 'ui:widget': 'text' }, lines: { 'ui:field': 'lines' } },
}
