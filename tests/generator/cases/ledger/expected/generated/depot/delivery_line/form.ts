// Made by tablewright generate from schemas/depot/delivery_line.json · do not edit · 8c243d07f9d7a1da

import type { FormModel } from 'tablewright/protocol'

export const deliveryLineForm: FormModel = {
  id: 'depot/delivery_line',
  schema: {
    type: 'object',
    required: ['product_id'],
    properties: {
      id_text: { type: 'string', maxLength: 64 },
      product_id: { type: 'integer' },
      shelf_id: { type: 'integer' },
      plan_quantity: { type: 'string', format: 'decimal' },
      actual_quantity: { type: 'string', format: 'decimal' },
      price: { type: 'string', format: 'decimal' },
    },
  },
  uiSchema: {
    'ui:order': ['id_text', 'product_id', 'shelf_id', 'plan_quantity', 'actual_quantity', 'price'],
    id_text: { 'ui:widget': 'text' },
    product_id: { 'ui:widget': 'reference' },
    shelf_id: { 'ui:widget': 'reference' },
    plan_quantity: { 'ui:widget': 'decimal' },
    actual_quantity: { 'ui:widget': 'decimal' },
    price: { 'ui:widget': 'decimal' },
  },
}
