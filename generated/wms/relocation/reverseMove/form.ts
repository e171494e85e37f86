// Made by tablewright generate from schemas/wms/relocation.json · do not edit · 65a87950a09c04e9

import type { FormModel } from 'tablewright/protocol'

export const relocationReverseMoveForm: FormModel = {
  id: 'wms/relocation/reverseMove',
  schema: { type: 'object', required: ['posting_seq'], properties: { posting_seq: { type: 'integer', minimum: 1 } } },
  uiSchema: { 'ui:order': ['posting_seq'], posting_seq: { 'ui:widget': 'integer' } },
}
