// Made by tablewright generate from schemas/wms/relocation.json · do not edit · fb1b85bad65a28a3

import type { FormModel } from 'tablewright/protocol'

export const relocationForm: FormModel = {
  id: 'wms/relocation',
  schema: {
    type: 'object',
    required: ['product_id', 'source_warehouse_shelf_id', 'target_warehouse_shelf_id', 'plan_quantity'],
    properties: {
      order_sn: { type: 'string', maxLength: 64 },
      customer_id: { type: 'integer' },
      product_id: { type: 'integer' },
      source_warehouse_shelf_id: { type: 'integer' },
      target_warehouse_shelf_id: { type: 'integer' },
      plan_quantity: { type: 'string', format: 'decimal' },
      remark: { type: 'string', maxLength: 500 },
    },
  },
  uiSchema: {
    'ui:order': ['order_sn', 'product_id', 'plan_quantity', 'source_warehouse_shelf_id', 'target_warehouse_shelf_id', 'customer_id', 'remark'],
    order_sn: { 'ui:widget': 'text' },
    customer_id: { 'ui:widget': 'reference' },
    product_id: { 'ui:widget': 'reference' },
    source_warehouse_shelf_id: { 'ui:widget': 'reference' },
    target_warehouse_shelf_id: { 'ui:widget': 'reference' },
    plan_quantity: { 'ui:widget': 'decimal' },
    remark: { 'ui:widget': 'textarea' },
  },
}
