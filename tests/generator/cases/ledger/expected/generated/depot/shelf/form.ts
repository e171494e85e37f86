// Made by tablewright generate from schemas/depot/shelf.json · do not edit · 578074b6c60942f1

import type { FormModel } from 'tablewright/protocol'

export const shelfForm: FormModel = {
  id: 'depot/shelf',
  schema: {
    type: 'object',
    required: ['warehouse_id', 'name'],
    properties: { warehouse_id: { type: 'integer' }, name: { type: 'string', maxLength: 64 } },
  },
  uiSchema: { 'ui:order': ['warehouse_id', 'name'], warehouse_id: { 'ui:widget': 'reference' }, name: { 'ui:widget': 'text' } },
}
