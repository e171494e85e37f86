// Made by tablewright generate from schemas/shop/item.json · do not edit · 2fbe4c82bffb5796

import type { TableModel } from 'tablewright/protocol'

export const item: TableModel = {
  id: 'shop/item',
  module: 'shop',
  name: 'item',
  table: 'shop_item',
  controller: 'shop.Item',
  page: 'shop/item',
  label: { 'zh-cn': '物品', en: 'Items' },
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
      minLength: 1,
      maxLength: 64,
    },
    { name: 'version', kind: 'integer', label: { 'zh-cn': '版本', en: 'Version' }, required: true, readOnly: true, private: false, implicit: true },
  ],
  indexes: [],
  list: { columns: ['name'], sort: { field: 'id', direction: 'desc' } },
  form: [{ name: 'basic', label: null, rows: [['name']] }],
  renamedFrom: null,
}
