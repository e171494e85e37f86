// Made by tablewright generate from schemas/wms/warehousing.json · do not edit · c875e7c52df026dd

import type { FormModel } from 'tablewright/protocol'

export const warehousingForm: FormModel = {
  id: 'wms/warehousing',
  schema: {
    type: 'object',
    required: ['type', 'product_detail'],
    properties: {
      type: { type: 'integer', enum: [10, 20, 30], default: 10 },
      supplier_id: { type: 'integer' },
      order_sn: { type: 'string', maxLength: 64 },
      business_date: { type: 'string', format: 'date' },
      remark: { type: 'string', maxLength: 500 },
      product_detail: {
        type: 'array',
        minItems: 1,
        maxItems: 500,
        items: {
          type: 'object',
          required: ['product_id', 'plan_quantity'],
          properties: {
            id: { type: 'integer' },
            product_id: { type: 'integer' },
            warehouse_shelf_id: { type: 'integer' },
            plan_quantity: { type: 'string', format: 'decimal' },
            actual_quantity: { type: 'string', format: 'decimal' },
            price: { type: 'string', format: 'decimal' },
            remark: { type: 'string', maxLength: 255 },
          },
        },
      },
    },
  },
  uiSchema: {
    'ui:order': ['type', 'supplier_id', 'order_sn', 'business_date', 'remark', 'product_detail'],
    type: { 'ui:widget': 'enum' },
    supplier_id: { 'ui:widget': 'reference' },
    order_sn: { 'ui:widget': 'text' },
    business_date: { 'ui:widget': 'date' },
    remark: { 'ui:widget': 'textarea' },
    product_detail: { 'ui:field': 'lines' },
  },
}
