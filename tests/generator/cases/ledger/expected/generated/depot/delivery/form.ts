// Made by tablewright generate from schemas/depot/delivery.json · do not edit · 3000af9c91b4ce54

import type { FormModel } from 'tablewright/protocol'

export const deliveryForm: FormModel = {
  id: 'depot/delivery',
  schema: {
    type: 'object',
    required: ['type'],
    properties: {
      delivery_no: { type: 'string', maxLength: 64 },
      type: { type: 'integer', enum: [10, 20] },
      lines: {
        type: 'array',
        maxItems: 500,
        items: {
          type: 'object',
          required: ['product_id'],
          properties: {
            id: { type: 'integer' },
            id_text: { type: 'string', maxLength: 64 },
            product_id: { type: 'integer' },
            shelf_id: { type: 'integer' },
            plan_quantity: { type: 'string', format: 'decimal' },
            actual_quantity: { type: 'string', format: 'decimal' },
            price: { type: 'string', format: 'decimal' },
          },
        },
      },
    },
  },
  uiSchema: {
    'ui:order': ['delivery_no', 'type', 'lines'],
    delivery_no: { 'ui:widget': 'text' },
    type: { 'ui:widget': 'enum' },
    lines: { 'ui:field': 'lines' },
  },
}
