// Made by tablewright generate from schemas/system/token.json · do not edit · 231b6c5eab64b544

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
      session_id: { type: 'integer' },
      spent_time: { type: 'integer', format: 'timestamp' },
      salt: { type: 'string', maxLength: 64 },
      expire_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['type', 'admin_id', 'expire_time', 'token_hash', 'session_id', 'spent_time', 'salt'],
    token_hash: { 'ui:widget': 'text' },
    type: { 'ui:widget': 'enum' },
    admin_id: { 'ui:widget': 'reference' },
    session_id: { 'ui:widget': 'reference' },
    spent_time: { 'ui:widget': 'datetime' },
    salt: { 'ui:widget': 'text' },
    expire_time: { 'ui:widget': 'datetime' },
  },
}
