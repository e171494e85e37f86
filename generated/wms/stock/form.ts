// Made by tablewright generate from schemas/wms/stock.json · do not edit · 927f38c1334c90b3

import type { FormModel } from 'tablewright/protocol'

export const stockForm: FormModel = { id: 'wms/stock', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
