// Made by tablewright generate from schemas/wms/relocation.json · do not edit · ea743d2d7d02a560

import type { FormModel } from 'tablewright/protocol'

export const relocationUnauditForm: FormModel = {
  id: 'wms/relocation/unaudit',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
