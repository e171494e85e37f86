// Made by tablewright generate from schemas/shop/move.json · do not edit · 5b4fe6c56fb647f3

import type { FormModel } from 'tablewright/protocol'

export const moveMoveForm: FormModel = {
  id: 'shop/move/move',
  schema: {
    type: 'object',
    required: ['quantity'],
    properties: { carrier: { type: 'string', maxLength: 32 }, quantity: { type: 'string', format: 'decimal' } },
  },
  uiSchema: { 'ui:order': ['carrier', 'quantity'], carrier: { 'ui:widget': 'text' }, quantity: { 'ui:widget': 'decimal' } },
}
