// Made by tablewright generate from schemas/shop/order.json · do not edit · ad245982de1b3fdc

import type { FormModel } from 'tablewright/protocol'

export const orderCancelForm: FormModel = {
  id: 'shop/order/cancel',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
