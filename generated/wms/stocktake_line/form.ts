// Made by tablewright generate from schemas/wms/stocktake_line.json · do not edit · 22752cd49ce9f4be

import type { FormModel } from 'tablewright/protocol'

export const stocktakeLineForm: FormModel = {
  id: 'wms/stocktake_line',
  schema: {
    type: 'object',
    required: ['product_id', 'warehouse_shelf_id'],
    properties: {
      product_id: { type: 'integer' },
      warehouse_shelf_id: { type: 'integer' },
      counted_quantity: { type: 'string', format: 'decimal' },
      remark: { type: 'string', maxLength: 255 },
    },
  },
  uiSchema: {
    'ui:order': ['product_id', 'warehouse_shelf_id', 'counted_quantity', 'remark'],
    product_id: { 'ui:widget': 'reference' },
    warehouse_shelf_id: { 'ui:widget': 'reference' },
    counted_quantity: { 'ui:widget': 'decimal' },
    remark: { 'ui:widget': 'text' },
  },
}
