// Made by tablewright generate from schemas/shop/item.json · do not edit · 85d5d42a216caeee

import type { FormModel } from 'tablewright/protocol'

export const itemForm: FormModel = {
  id: 'shop/item',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 64 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
