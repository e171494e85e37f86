// Made by tablewright generate from schemas/system/notice.json · do not edit · a39386f4678066fd

import type { FormModel } from 'tablewright/protocol'

export const noticeForm: FormModel = {
  id: 'system/notice',
  schema: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 1000 },
      content: { type: 'string', maxLength: 10000 },
      sound: { type: 'string', maxLength: 32 },
    },
  },
  uiSchema: {
    'ui:order': ['title', 'content', 'sound'],
    title: { 'ui:widget': 'textarea' },
    content: { 'ui:widget': 'textarea' },
    sound: { 'ui:widget': 'text' },
  },
}
