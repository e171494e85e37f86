// Made by tablewright generate from schemas/system/admin_group.json · do not edit · ac313b58fe26c954

import type { FormModel } from 'tablewright/protocol'

export const adminGroupForm: FormModel = {
  id: 'system/admin_group',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      pid: { type: 'integer' },
      name: { type: 'string', minLength: 1, maxLength: 100 },
      rules: { type: 'array', maxItems: 1000, items: { type: 'integer' } },
      status: { type: 'integer', enum: [0, 1], default: 1 },
    },
  },
  uiSchema: {
    'ui:order': ['pid', 'name', 'rules', 'status'],
    pid: { 'ui:widget': 'reference' },
    name: { 'ui:widget': 'text' },
    rules: { 'ui:widget': 'references' },
    status: { 'ui:widget': 'enum' },
  },
}
