// Made by tablewright generate from schemas/wms/warehouse_shelf.json · do not edit · fbca40cf7d72fc22

import type { FormModel } from 'tablewright/protocol'

export const warehouseShelfForm: FormModel = {
  id: 'wms/warehouse_shelf',
  schema: {
    type: 'object',
    required: ['warehouse_id', 'warehouse_area_id', 'serial_no', 'name'],
    properties: {
      warehouse_id: { type: 'integer' },
      warehouse_area_id: { type: 'integer' },
      serial_no: { type: 'string', minLength: 1, maxLength: 32 },
      name: { type: 'string', minLength: 1, maxLength: 64 },
      status: { type: 'integer', enum: [0, 1], default: 1 },
      remark: { type: 'string', maxLength: 500 },
    },
  },
  uiSchema: {
    'ui:order': ['warehouse_id', 'warehouse_area_id', 'serial_no', 'name', 'status', 'remark'],
    warehouse_id: { 'ui:widget': 'reference' },
    warehouse_area_id: { 'ui:widget': 'reference' },
    serial_no: { 'ui:widget': 'text' },
    name: { 'ui:widget': 'text' },
    status: { 'ui:widget': 'enum' },
    remark: { 'ui:widget': 'textarea' },
  },
}
