// Made by tablewright generate from schemas/wms/relocation.json · do not edit · 4ae352162702af05

import type { FormModel } from 'tablewright/protocol'

export const relocationAuditForm: FormModel = {
  id: 'wms/relocation/audit',
  schema: { type: 'object', properties: { quantity: { type: 'string', format: 'decimal' } } },
  uiSchema: { 'ui:order': ['quantity'], quantity: { 'ui:widget': 'decimal' } },
}
