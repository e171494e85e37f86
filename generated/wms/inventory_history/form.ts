// Made by tablewright generate from schemas/wms/inventory_history.json · do not edit · 979f451be420a45c

import type { FormModel } from 'tablewright/protocol'

export const inventoryHistoryForm: FormModel = { id: 'wms/inventory_history', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
