// Made by tablewright generate from schemas/wms/warehouse.json · do not edit · dfef3c6ab82fa356

import type { FormModel } from 'tablewright/protocol'

export const warehouseForm: FormModel = {
  id: 'wms/warehouse',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      serial_no: { type: 'string', maxLength: 32 },
      name: { type: 'string', minLength: 1, maxLength: 64 },
      warehouse_type: { type: 'integer', enum: [10, 20, 30] },
      city: { type: 'string', maxLength: 64 },
      address: { type: 'string', maxLength: 255 },
      responsible_person: { type: 'string', maxLength: 64 },
      mobile: { type: 'string', format: 'mobile', maxLength: 11 },
      status: { type: 'integer', enum: [0, 1], default: 1 },
      remark: { type: 'string', maxLength: 500 },
    },
  },
  uiSchema: {
    'ui:order': ['serial_no', 'name', 'warehouse_type', 'status', 'city', 'address', 'responsible_person', 'mobile', 'remark'],
    serial_no: { 'ui:widget': 'text' },
    name: { 'ui:widget': 'text' },
    warehouse_type: { 'ui:widget': 'enum' },
    city: { 'ui:widget': 'text' },
    address: { 'ui:widget': 'text' },
    responsible_person: { 'ui:widget': 'text' },
    mobile: { 'ui:widget': 'mobile' },
    status: { 'ui:widget': 'enum' },
    remark: { 'ui:widget': 'textarea' },
  },
}
