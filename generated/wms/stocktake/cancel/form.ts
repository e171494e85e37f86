// Made by tablewright generate from schemas/wms/stocktake.json · do not edit · 07fe77b78c4f4f1c

import type { FormModel } from 'tablewright/protocol'

export const stocktakeCancelForm: FormModel = {
  id: 'wms/stocktake/cancel',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
