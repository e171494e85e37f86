// Made by tablewright generate from schemas/wms/outbound_line.json · do not edit · 8570b4356f2bb981

import type { FormModel } from 'tablewright/protocol'

export const outboundLineForm: FormModel = {
  id: 'wms/outbound_line',
  schema: {
    type: 'object',
    required: ['product_id', 'plan_quantity'],
    properties: {
      product_id: { type: 'integer' },
      warehouse_shelf_id: { type: 'integer' },
      plan_quantity: { type: 'string', format: 'decimal' },
      actual_quantity: { type: 'string', format: 'decimal' },
      price: { type: 'string', format: 'decimal' },
      remark: { type: 'string', maxLength: 255 },
    },
  },
  uiSchema: {
    'ui:order': ['product_id', 'warehouse_shelf_id', 'plan_quantity', 'actual_quantity', 'price', 'remark'],
    product_id: { 'ui:widget': 'reference' },
    warehouse_shelf_id: { 'ui:widget': 'reference' },
    plan_quantity: { 'ui:widget': 'decimal' },
    actual_quantity: { 'ui:widget': 'decimal' },
    price: { 'ui:widget': 'decimal' },
    remark: { 'ui:widget': 'text' },
  },
}
