// Made by tablewright generate from schemas/system/seq.json · do not edit · 6e582e0734638ad5

import type { FormModel } from 'tablewright/protocol'

export const seqForm: FormModel = {
  id: 'system/seq',
  schema: {
    type: 'object',
    required: ['prefix', 'value'],
    properties: { prefix: { type: 'string', minLength: 1, maxLength: 96 }, value: { type: 'integer', minimum: 0, default: 0 } },
  },
  uiSchema: { 'ui:order': ['prefix', 'value'], prefix: { 'ui:widget': 'text' }, value: { 'ui:widget': 'integer' } },
}
