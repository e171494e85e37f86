// Made by tablewright generate from schemas/wms/outbound.json · do not edit · 20ec77998ed98604

import type { FormModel } from 'tablewright/protocol'

export const outboundUnauditForm: FormModel = {
  id: 'wms/outbound/unaudit',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
