// Made by tablewright generate from schemas/wms/stock_layer_move.json · do not edit · 0250d026fdc243fb

import type { FormModel } from 'tablewright/protocol'

export const stockLayerMoveForm: FormModel = { id: 'wms/stock_layer_move', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
