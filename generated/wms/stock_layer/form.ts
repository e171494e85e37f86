// Made by tablewright generate from schemas/wms/stock_layer.json · do not edit · 9de9f26a4ee19ff1

import type { FormModel } from 'tablewright/protocol'

export const stockLayerForm: FormModel = { id: 'wms/stock_layer', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
