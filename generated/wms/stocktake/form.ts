// Made by tablewright generate from schemas/wms/stocktake.json · do not edit · bc736cd737fe0893

import type { FormModel } from 'tablewright/protocol'

export const stocktakeForm: FormModel = {
  id: 'wms/stocktake',
  schema: {
    type: 'object',
    properties: {
      warehouse_id: { type: 'integer' },
      warehouse_area_id: { type: 'integer' },
      warehouse_shelf_id: { type: 'integer' },
      product_ids: { type: 'array', maxItems: 100, items: { type: 'integer' } },
      blind: { type: 'integer', enum: [0, 1], default: 0 },
      remark: { type: 'string', maxLength: 500 },
      product_detail: {
        type: 'array',
        maxItems: 500,
        items: {
          type: 'object',
          required: ['product_id', 'warehouse_shelf_id'],
          properties: {
            id: { type: 'integer' },
            product_id: { type: 'integer' },
            warehouse_shelf_id: { type: 'integer' },
            counted_quantity: { type: 'string', format: 'decimal' },
            remark: { type: 'string', maxLength: 255 },
          },
        },
      },
    },
  },
  uiSchema: {
    'ui:order': ['warehouse_id', 'warehouse_area_id', 'warehouse_shelf_id', 'product_ids', 'blind', 'remark', 'product_detail'],
    warehouse_id: { 'ui:widget': 'reference' },
    warehouse_area_id: { 'ui:widget': 'reference' },
    warehouse_shelf_id: { 'ui:widget': 'reference' },
    product_ids: { 'ui:widget': 'references' },
    blind: { 'ui:widget': 'enum' },
    remark: { 'ui:widget': 'textarea' },
    product_detail: { 'ui:field': 'lines' },
  },
}
