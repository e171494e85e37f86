// Made by tablewright generate from schemas/system/token.json · do not edit · 756e02017214f3ad

import type { FormModel } from 'tablewright/protocol'

export const tokenForm: FormModel = {
  id: 'system/token',
  schema: {
    type: 'object',
    required: ['token_hash', 'type', 'admin_id', 'expire_time'],
    properties: {
      token_hash: { type: 'string', minLength: 64, maxLength: 64 },
      type: { type: 'string', enum: ['admin', 'admin-refresh'] },
      admin_id: { type: 'integer' },
      expire_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['type', 'admin_id', 'expire_time', 'token_hash'],
    token_hash: { 'ui:widget': 'text' },
    type: { 'ui:widget': 'enum' },
    admin_id: { 'ui:widget': 'reference' },
    expire_time: { 'ui:widget': 'datetime' },
  },
}
