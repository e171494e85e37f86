// Made by tablewright generate from schemas/wms/relocation.json · do not edit · 3f5b7c4ea731f442

import type { FormModel } from 'tablewright/protocol'

export const relocationMoveForm: FormModel = {
  id: 'wms/relocation/move',
  schema: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'string', format: 'decimal' } } },
  uiSchema: { 'ui:order': ['quantity'], quantity: { 'ui:widget': 'decimal' } },
}
