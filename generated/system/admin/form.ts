// Made by tablewright generate from schemas/system/admin.json · do not edit · d8895b74dd202c92

import type { FormModel } from 'tablewright/protocol'

export const adminForm: FormModel = {
  id: 'system/admin',
  schema: {
    type: 'object',
    required: ['username', 'nickname', 'password'],
    properties: {
      username: { type: 'string', format: 'account', minLength: 3, maxLength: 15 },
      nickname: { type: 'string', minLength: 1, maxLength: 64 },
      group_arr: { type: 'array', minItems: 1, maxItems: 50, items: { type: 'integer' } },
      avatar: { type: 'string', format: 'image', maxLength: 255 },
      email: { type: 'string', format: 'email', maxLength: 100 },
      mobile: { type: 'string', format: 'mobile', maxLength: 11 },
      password: { type: 'string', format: 'password', minLength: 6, maxLength: 32 },
      motto: { type: 'string', maxLength: 255 },
      status: { type: 'integer', enum: [0, 1], default: 1 },
    },
  },
  uiSchema: {
    'ui:order': ['username', 'nickname', 'group_arr', 'password', 'status', 'avatar', 'email', 'mobile', 'motto'],
    username: { 'ui:widget': 'account' },
    nickname: { 'ui:widget': 'text' },
    group_arr: { 'ui:widget': 'references' },
    avatar: { 'ui:widget': 'image' },
    email: { 'ui:widget': 'email' },
    mobile: { 'ui:widget': 'mobile' },
    password: { 'ui:widget': 'password' },
    motto: { 'ui:widget': 'text' },
    status: { 'ui:widget': 'enum' },
  },
}
