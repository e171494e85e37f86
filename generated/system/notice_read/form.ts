// Made by tablewright generate from schemas/system/notice_read.json · do not edit · 5d14504817f16f17

import type { FormModel } from 'tablewright/protocol'

export const noticeReadForm: FormModel = {
  id: 'system/notice_read',
  schema: {
    type: 'object',
    required: ['notice_id', 'admin_id', 'state'],
    properties: {
      notice_id: { type: 'integer' },
      admin_id: { type: 'integer' },
      state: { type: 'string', enum: ['new', 'told', 'read'], default: 'new' },
      read_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['notice_id', 'admin_id', 'state', 'read_time'],
    notice_id: { 'ui:widget': 'reference' },
    admin_id: { 'ui:widget': 'reference' },
    state: { 'ui:widget': 'enum' },
    read_time: { 'ui:widget': 'datetime' },
  },
}
