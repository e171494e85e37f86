// Made by tablewright generate from schemas/system/admin_rule.json · do not edit · 34dc8bd6ed613167

import type { FormModel } from 'tablewright/protocol'

export const adminRuleForm: FormModel = {
  id: 'system/admin_rule',
  schema: {
    type: 'object',
    required: ['type', 'name'],
    properties: {
      pid: { type: 'integer' },
      type: { type: 'string', enum: ['menu_dir', 'menu', 'button'], default: 'menu' },
      title: { type: 'string', maxLength: 100 },
      name: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[A-Za-z][A-Za-z0-9_./-]*(\\?[A-Za-z0-9_=&.-]+)?$' },
      path: { type: 'string', maxLength: 100, pattern: '^[A-Za-z0-9_./-]*$' },
      icon: { type: 'string', maxLength: 100 },
      menu_type: { type: 'string', enum: ['tab', 'link', 'iframe'] },
      url: { type: 'string', format: 'url', maxLength: 255 },
      component: { type: 'string', maxLength: 100 },
      keepalive: { type: 'integer', enum: [0, 1], default: 0 },
      extend: { type: 'string', enum: ['none', 'add_rules_only', 'add_menu_only'], default: 'none' },
      remark: { type: 'string', maxLength: 255 },
      status: { type: 'integer', enum: [0, 1], default: 1 },
    },
  },
  uiSchema: {
    'ui:order': ['pid', 'type', 'title', 'name', 'path', 'icon', 'status', 'keepalive', 'menu_type', 'extend', 'url', 'component', 'remark'],
    pid: { 'ui:widget': 'reference' },
    type: { 'ui:widget': 'enum' },
    title: { 'ui:widget': 'text' },
    name: { 'ui:widget': 'text' },
    path: { 'ui:widget': 'text' },
    icon: { 'ui:widget': 'text' },
    menu_type: { 'ui:widget': 'enum' },
    url: { 'ui:widget': 'url' },
    component: { 'ui:widget': 'text' },
    keepalive: { 'ui:widget': 'enum' },
    extend: { 'ui:widget': 'enum' },
    remark: { 'ui:widget': 'text' },
    status: { 'ui:widget': 'enum' },
  },
}
