// Made by tablewright generate from schemas/shop/zebra.json · do not edit · f729c95d471e0df3

import type { FormModel } from 'tablewright/protocol'

export const zebraForm: FormModel = {
  id: 'shop/zebra',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 64 } } },
  uiSchema: { 'ui:order': ['name'], name: { 'ui:widget': 'text' } },
}
