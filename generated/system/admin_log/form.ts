// Made by tablewright generate from schemas/system/admin_log.json · do not edit · 0c283fbe866441c7

import type { FormModel } from 'tablewright/protocol'

export const adminLogForm: FormModel = { id: 'system/admin_log', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
