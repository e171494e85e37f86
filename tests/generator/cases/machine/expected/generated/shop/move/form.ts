// Made by tablewright generate from schemas/shop/move.json · do not edit · 0feceb3d2208e48d

import type { FormModel } from 'tablewright/protocol'

export const moveForm: FormModel = {
  id: 'shop/move',
  schema: { type: 'object', properties: { name: { type: 'string', maxLength: 64 }, plan: { type: 'string', format: 'decimal' } } },
  uiSchema: { 'ui:order': ['name', 'plan'], name: { 'ui:widget': 'text' }, plan: { 'ui:widget': 'decimal' } },
}
