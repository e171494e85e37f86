// Made by tablewright generate from schemas/depot/warehouse.json · do not edit · 932c7a895c92550b

import type { FormModel } from 'tablewright/protocol'

export const warehouseForm: FormModel = {
  id: 'depot/warehouse',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 64 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
