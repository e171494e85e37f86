// Made by tablewright generate from schemas/system/session.json · do not edit · 98fdbf3ca49dcd8e

import type { FormModel } from 'tablewright/protocol'

export const sessionForm: FormModel = {
  id: 'system/session',
  schema: {
    type: 'object',
    required: ['admin_id'],
    properties: {
      admin_id: { type: 'integer' },
      device: { type: 'string', maxLength: 255 },
      ip: { type: 'string', maxLength: 45 },
      seen_time: { type: 'integer', format: 'timestamp' },
      rotates: { type: 'integer', enum: [0, 1], default: 0 },
    },
  },
  uiSchema: {
    'ui:order': ['admin_id', 'device', 'ip', 'seen_time', 'rotates'],
    admin_id: { 'ui:widget': 'reference' },
    device: { 'ui:widget': 'text' },
    ip: { 'ui:widget': 'text' },
    seen_time: { 'ui:widget': 'datetime' },
    rotates: { 'ui:widget': 'enum' },
  },
}
