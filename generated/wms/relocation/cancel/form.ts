// Made by tablewright generate from schemas/wms/relocation.json · do not edit · f39bcc160873210a

import type { FormModel } from 'tablewright/protocol'

export const relocationCancelForm: FormModel = {
  id: 'wms/relocation/cancel',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
