// Made by tablewright generate from schemas/depot/warehouse.json · do not edit · 094e7dd90dcbb88f

import type { TableModel } from 'tablewright/protocol'

export const warehouse: TableModel = {
  id: 'depot/warehouse',
  module: 'depot',
  name: 'warehouse',
  table: 'depot_warehouse',
  controller: 'depot.Warehouse',
  page: 'depot/warehouse',
  label: { 'zh-cn': '仓库', en: 'Warehouse' },
  singular: { 'zh-cn': '仓库', en: 'Warehouse' },
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
