// Made by tablewright generate from schemas/wms/category.json · do not edit · c8cdc1d7c5ef4b02

import type { FormModel } from 'tablewright/protocol'

export const categoryForm: FormModel = {
  id: 'wms/category',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      pid: { type: 'integer' },
      name: { type: 'string', minLength: 1, maxLength: 64 },
      status: { type: 'integer', enum: [0, 1], default: 1 },
    },
  },
  uiSchema: {
    'ui:order': ['pid', 'name', 'status'],
    pid: { 'ui:widget': 'reference' },
    name: { 'ui:widget': 'text' },
    status: { 'ui:widget': 'enum' },
  },
}
