// Made by tablewright generate from schemas/wms/warehousing.json · do not edit · 95b819a64b13bf18

import type { FormModel } from 'tablewright/protocol'

export const warehousingUnauditForm: FormModel = {
  id: 'wms/warehousing/unaudit',
  schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } } },
  uiSchema: { 'ui:order': ['reason'], reason: { 'ui:widget': 'text' } },
}
