// Made by tablewright generate from schemas/system/idempotency.json · do not edit · 24db6be992c51218

import type { FormModel } from 'tablewright/protocol'

export const idempotencyForm: FormModel = {
  id: 'system/idempotency',
  schema: {
    type: 'object',
    required: ['admin_id', 'route', 'key_hash', 'body_hash', 'create_time'],
    properties: {
      admin_id: { type: 'integer' },
      route: { type: 'string', maxLength: 200 },
      key_hash: { type: 'string', maxLength: 64 },
      body_hash: { type: 'string', maxLength: 64 },
      answer: { type: 'string', maxLength: 100000 },
      create_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['admin_id', 'route', 'key_hash', 'body_hash', 'answer', 'create_time'],
    admin_id: { 'ui:widget': 'integer' },
    route: { 'ui:widget': 'text' },
    key_hash: { 'ui:widget': 'text' },
    body_hash: { 'ui:widget': 'text' },
    answer: { 'ui:widget': 'textarea' },
    create_time: { 'ui:widget': 'datetime' },
  },
}
