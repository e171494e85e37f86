// Made by tablewright generate from schemas/wms/stocktake.json · do not edit · 247b24d80964e5b0

import type { FormModel } from 'tablewright/protocol'

export const stocktakeUnpostForm: FormModel = {
  id: 'wms/stocktake/unpost',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
