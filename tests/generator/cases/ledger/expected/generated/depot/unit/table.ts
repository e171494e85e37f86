// Made by tablewright generate from schemas/depot/unit.json · do not edit · 7f4888948a4e9c9b

import type { TableModel } from 'tablewright/protocol'

export const unit: TableModel = {
  id: 'depot/unit',
  module: 'depot',
  name: 'unit',
  table: 'depot_unit',
  controller: 'depot.Unit',
  page: 'depot/unit',
  label: { 'zh-cn': '单位', en: 'Unit' },
  singular: { 'zh-cn': '单位', en: 'Unit' },
  icon: null,
  title: 'name',
  key: [],
  storage: 'table',
  created: null,
  updated: null,
  softDelete: null,
  owner: null,
  sort: null,
  tree: null,
  actions: ['index', 'add', 'edit', 'del', 'import', 'export'],
  search: [],
  fields: [
    { name: 'id', kind: 'integer', label: { 'zh-cn': '编号', en: 'ID' }, required: true, readOnly: true, private: false, implicit: true },
    {
      name: 'name',
      kind: 'text',
      label: { 'zh-cn': '名称', en: 'Name' },
      required: true,
      readOnly: false,
      private: false,
      implicit: false,
      maxLength: 64,
    },
    { name: 'version', kind: 'integer', label: { 'zh-cn': '版本', en: 'Version' }, required: true, readOnly: true, private: false, implicit: true },
  ],
  indexes: [],
  list: { columns: ['name'], sort: { field: 'id', direction: 'desc' } },
  form: [{ name: 'basic', label: null, rows: [['name']] }],
  renamedFrom: null,
}
