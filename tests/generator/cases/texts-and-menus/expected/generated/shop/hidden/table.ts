// Made by tablewright generate from schemas/shop/hidden.json · do not edit · 7fa880f0ff0b4b16

import type { TableModel } from 'tablewright/protocol'

export const hidden: TableModel = {
  id: 'shop/hidden',
  module: 'shop',
  name: 'hidden',
  table: 'shop_hidden',
  controller: 'shop.Hidden',
  page: 'shop/hidden',
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
  actions: [],
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
