// Made by tablewright generate from schemas/system/throttle.json · do not edit · 1a61b24601757b15

import type { FormModel } from 'tablewright/protocol'

export const throttleForm: FormModel = {
  id: 'system/throttle',
  schema: {
    type: 'object',
    required: ['key', 'expire_time'],
    properties: {
      key: { type: 'string', minLength: 64, maxLength: 64 },
      count: { type: 'integer', minimum: 0, default: 0 },
      waits: { type: 'integer', minimum: 0, default: 0 },
      blocked_until: { type: 'integer', format: 'timestamp' },
      captcha_until: { type: 'integer', format: 'timestamp' },
      expire_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['key', 'count', 'waits', 'blocked_until', 'captcha_until', 'expire_time'],
    key: { 'ui:widget': 'text' },
    count: { 'ui:widget': 'integer' },
    waits: { 'ui:widget': 'integer' },
    blocked_until: { 'ui:widget': 'datetime' },
    captcha_until: { 'ui:widget': 'datetime' },
    expire_time: { 'ui:widget': 'datetime' },
  },
}
