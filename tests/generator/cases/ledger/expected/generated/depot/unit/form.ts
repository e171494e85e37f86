// Made by tablewright generate from schemas/depot/unit.json · do not edit · 17cca02b06a9e239

import type { FormModel } from 'tablewright/protocol'

export const unitForm: FormModel = {
  id: 'depot/unit',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 64 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
