// Made by tablewright generate from schemas/shop/order.json · do not edit · 361371d7db1d1758

import type { FormModel } from 'tablewright/protocol'

export const orderUnauditForm: FormModel = {
  id: 'shop/order/unaudit',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
