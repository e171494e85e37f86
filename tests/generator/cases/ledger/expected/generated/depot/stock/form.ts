// Made by tablewright generate from schemas/depot/stock.json · do not edit · f37ccf0eba4c40eb

import type { FormModel } from 'tablewright/protocol'

export const stockForm: FormModel = { id: 'depot/stock', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
