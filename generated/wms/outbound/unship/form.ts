// Made by tablewright generate from schemas/wms/outbound.json · do not edit · 8c4ad604905c08fb

import type { FormModel } from 'tablewright/protocol'

export const outboundUnshipForm: FormModel = {
  id: 'wms/outbound/unship',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
