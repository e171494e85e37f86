// Made by tablewright generate from schemas/shop/order.json · do not edit · 02e52c3eaab57115

import type { FormModel } from 'tablewright/protocol'

export const orderForm: FormModel = {
  id: 'shop/order',
  schema: { type: 'object', properties: { name: { type: 'string', maxLength: 64 }, plan: { type: 'string', format: 'decimal' } } },
  uiSchema: { 'ui:order': ['name', 'plan'], name: { 'ui:widget': 'text' }, plan: { 'ui:widget': 'decimal' } },
}
