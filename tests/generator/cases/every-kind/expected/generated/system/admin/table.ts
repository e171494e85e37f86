// Made by tablewright generate from schemas/system/admin.json · do not edit · 79661ad5278655c1

import type { TableModel } from 'tablewright/protocol'

export const admin: TableModel = {
  id: 'system/admin',
  module: 'system',
  name: 'admin',
  table: 'admin',
  controller: 'system.Admin',
  page: 'system/admin',
  label: { 'zh-cn': '管理员', en: 'Admins' },
  singular: { 'zh-cn': '管理员', en: 'Admin' },
  icon: null,
  title: 'username',
  key: [],
  storage: 'table',
  created: null,
  updated: null,
  softDelete: null,
  owner: null,
  sort: null,
  tree: null,
  actions: [],
  search: [],
  fields: [
    { name: 'id', kind: 'integer', label: { 'zh-cn': '编号', en: 'ID' }, required: true, readOnly: true, private: false, implicit: true },
    {
      name: 'username',
      kind: 'text',
      label: { 'zh-cn': '用户名', en: 'Username' },
      required: true,
      readOnly: false,
      private: false,
      implicit: false,
      maxLength: 32,
    },
    { name: 'version', kind: 'integer', label: { 'zh-cn': '版本', en: 'Version' }, required: true, readOnly: true, private: false, implicit: true },
  ],
  indexes: [],
  list: { columns: ['username'], sort: { field: 'id', direction: 'desc' } },
  form: [{ name: 'basic', label: null, rows: [['username']] }],
  renamedFrom: null,
}
