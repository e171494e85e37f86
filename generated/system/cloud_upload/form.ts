// Made by tablewright generate from schemas/system/cloud_upload.json · do not edit · ed87955f7cfa01ca

import type { FormModel } from 'tablewright/protocol'

export const cloudUploadForm: FormModel = {
  id: 'system/cloud_upload',
  schema: { type: 'object', properties: { name: { type: 'string', maxLength: 255 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
