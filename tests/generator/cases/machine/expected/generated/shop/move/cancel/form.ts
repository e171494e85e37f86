// Made by tablewright generate from schemas/shop/move.json · do not edit · 25304226242d278f

import type { FormModel } from 'tablewright/protocol'

export const moveCancelForm: FormModel = {
  id: 'shop/move/cancel',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
