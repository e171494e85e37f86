// Made by tablewright generate from schemas/system/captcha.json · do not edit · ac9affa02b348b78

import type { FormModel } from 'tablewright/protocol'

export const captchaForm: FormModel = {
  id: 'system/captcha',
  schema: {
    type: 'object',
    required: ['key', 'captcha', 'expire_time'],
    properties: {
      key: { type: 'string', minLength: 64, maxLength: 64 },
      captcha: { type: 'string', maxLength: 2000 },
      expire_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['key', 'expire_time', 'captcha'],
    key: { 'ui:widget': 'text' },
    captcha: { 'ui:widget': 'textarea' },
    expire_time: { 'ui:widget': 'datetime' },
  },
}
