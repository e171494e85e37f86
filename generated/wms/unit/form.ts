// Made by tablewright generate from schemas/wms/unit.json · do not edit · d80491a7d52dba5d

import type { FormModel } from 'tablewright/protocol'

export const unitForm: FormModel = {
  id: 'wms/unit',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 32 },
      decimals: { type: 'integer', minimum: 0, maximum: 3, default: 0 },
      description: { type: 'string', maxLength: 255 },
      status: { type: 'integer', enum: [0, 1], default: 1 },
      remark: { type: 'string', maxLength: 500 },
    },
  },
  uiSchema: {
    'ui:order': ['name', 'decimals', 'description', 'status', 'remark'],
    name: { 'ui:widget': 'text' },
    decimals: { 'ui:widget': 'integer' },
    description: { 'ui:widget': 'text' },
    status: { 'ui:widget': 'enum' },
    remark: { 'ui:widget': 'textarea' },
  },
}
