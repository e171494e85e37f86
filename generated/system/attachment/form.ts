// Made by tablewright generate from schemas/system/attachment.json · do not edit · 5ba02acc73e652a5

import type { FormModel } from 'tablewright/protocol'

export const attachmentForm: FormModel = { id: 'system/attachment', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
