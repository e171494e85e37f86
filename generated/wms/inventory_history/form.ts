// Made by tablewright generate from schemas/wms/inventory_history.json · do not edit · db85ec31a4f09c68

import type { FormModel } from 'tablewright/protocol'

export const inventoryHistoryForm: FormModel = {
  id: 'wms/inventory_history',
  schema: { type: 'object', properties: {} },
  uiSchema: { 'ui:order': [] },
}
