// Made by tablewright generate from schemas/wms/outbound.json · do not edit · 285eb2a81d2f03f3

import type { FormModel } from 'tablewright/protocol'

export const outboundAuditForm: FormModel = {
  id: 'wms/outbound/audit',
  schema: { type: 'object', properties: { allow_expired: { type: 'integer', enum: [0, 1], default: 0 } } },
  uiSchema: { 'ui:order': ['allow_expired'], allow_expired: { 'ui:widget': 'enum' } },
}
