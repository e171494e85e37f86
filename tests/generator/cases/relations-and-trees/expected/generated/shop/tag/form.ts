// Made by tablewright generate from schemas/shop/tag.json · do not edit · b884aeec032b4f46

import type { FormModel } from 'tablewright/protocol'

export const tagForm: FormModel = {
  id: 'shop/tag',
  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 32 }, pid: { type: 'integer' } } },
  uiSchema: { 'ui:order': ['name', 'pid'], name: { 'ui:widget': 'text' }, pid: { 'ui:widget': 'reference' } },
}
