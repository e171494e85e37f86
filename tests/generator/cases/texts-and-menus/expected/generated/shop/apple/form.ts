// Made by tablewright generate from schemas/shop/apple.json · do not edit · c34913dc637aa275

import type { FormModel } from 'tablewright/protocol'

export const appleForm: FormModel = {
  id: 'shop/apple',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 64 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
