// Made by tablewright generate from schemas/shop/hidden.json · do not edit · 3b9be18fab76a085

import type { FormModel } from 'tablewright/protocol'

export const hiddenForm: FormModel = {
  id: 'shop/hidden',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 64 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
