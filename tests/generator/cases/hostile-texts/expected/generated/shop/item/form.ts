// Made by tablewright generate from schemas/shop/item.json · do not edit · 04bcad8f50999460

import type { FormModel } from 'tablewright/protocol'

export const itemForm: FormModel = {
  id: 'shop/item',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 64 }, e: { type: 'string', enum: ['a" | any; export type X = "', 'b\'\\'] } },
  },
  uiSchema: { 'ui:order': ['name', 'e'], name: { 'ui:widget': 'text' }, e: { 'ui:widget': 'enum' } },
}
