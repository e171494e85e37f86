// Made by tablewright generate from schemas/shop/orders_line.json · do not edit · ee70ad97dec852c8

import type { FormModel } from 'tablewright/protocol'

export const ordersLineForm: FormModel = {
  id: 'shop/orders_line',
  schema: {
    type: 'object',
    required: ['item_id', 'quantity'],
    properties: { item_id: { type: 'integer' }, quantity: { type: 'string', format: 'decimal' }, price: { type: 'string', format: 'decimal' } },
  },
  uiSchema: {
    'ui:order': ['item_id', 'quantity', 'price'],
    item_id: { 'ui:widget': 'reference' },
    quantity: { 'ui:widget': 'decimal' },
    price: { 'ui:widget': 'decimal' },
  },
}
