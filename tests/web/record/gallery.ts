/** A table with one field of every kind, and its form. */
import type { FieldModel, FormModel, KindName, TableModel } from 'tablewright/protocol'

const option = (name: string, value: number | string) => ({
  name,
  value,
  label: { 'zh-cn': `选项${name}`, en: `Option ${name}` },
  tone: 'none' as const,
})

function field(name: string, kind: KindName, more: Partial<FieldModel> = {}): FieldModel {
  return {
    name,
    kind,
    label: { 'zh-cn': `字段 ${name}`, en: `Field ${name}` },
    required: false,
    readOnly: false,
    private: false,
    implicit: false,
    ...more,
  }
}

const brand = {
  to: 'shop/brand',
  controller: 'shop.Brand',
  table: 'shop_brand',
  show: 'name',
  as: 'brand',
  onDelete: 'restrict',
  softDelete: null,
  filter: [],
} as const

/** By field name: its kind and the JSON Schema the generator writes for it. */
const columns: readonly (readonly [FieldModel, object])[] = [
  [
    field('text', 'text', { required: true, minLength: 1, maxLength: 20, help: { 'zh-cn': '帮助', en: 'Help' } }),
    { type: 'string', minLength: 1, maxLength: 20 },
  ],
  [field('textarea', 'textarea', { maxLength: 300 }), { type: 'string', maxLength: 300 }],
  [
    field('integer', 'integer', { minimum: 0, maximum: 1000, default: 5 }),
    { type: 'integer', minimum: 0, maximum: 1000 },
  ],
  [
    field('decimal', 'decimal', { scale: 4, minimum: 0, unit: { 'zh-cn': '元', en: 'CNY' } }),
    { type: 'string', format: 'decimal' },
  ],
  [field('datetime', 'datetime'), { type: 'integer', format: 'timestamp' }],
  [field('date', 'date'), { type: 'string', format: 'date' }],
  [field('time', 'time'), { type: 'string', format: 'time' }],
  [field('year', 'year'), { type: 'string', format: 'year' }],
  [
    field('enum', 'enum', { options: [option('a', 10), option('b', 20)], default: 10 }),
    { type: 'integer', enum: [10, 20] },
  ],
  [
    field('list', 'enum', { options: [option('a', 'x'), option('b', 'y'), option('c', 'z')] }),
    { type: 'string', enum: ['x', 'y', 'z'] },
  ],
  [
    field('search', 'enum', { options: Array.from({ length: 9 }, (_, at) => option(`s${at}`, at)) }),
    { type: 'integer', enum: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
  ],
  [
    field('switch', 'enum', { options: [option('off', 0), option('on', 1)], widget: 'switch', default: 0 }),
    { type: 'integer', enum: [0, 1] },
  ],
  [
    field('set', 'set', { options: [option('a', 'x'), option('b', 'y'), option('c', 'z')] }),
    { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] } },
  ],
  [field('reference', 'reference', { relation: brand }), { type: 'integer' }],
  [field('image', 'image', { maxLength: 255 }), { type: 'string', format: 'image' }],
  [
    field('images', 'images', { maxItems: 3 }),
    { type: 'array', maxItems: 3, items: { type: 'string', format: 'image' } },
  ],
  [field('file', 'file', { maxLength: 255 }), { type: 'string', format: 'file' }],
  [field('files', 'files', { maxItems: 3 }), { type: 'array', maxItems: 3, items: { type: 'string', format: 'file' } }],
  [field('color', 'color'), { type: 'string', format: 'color' }],
  [field('icon', 'icon', { maxLength: 40 }), { type: 'string', format: 'icon' }],
  [field('url', 'url', { maxLength: 255 }), { type: 'string', format: 'url' }],
  [field('email', 'email', { maxLength: 100 }), { type: 'string', format: 'email' }],
  [field('mobile', 'mobile', { maxLength: 11 }), { type: 'string', format: 'mobile' }],
  [field('idNumber', 'idNumber', { maxLength: 18 }), { type: 'string', format: 'idNumber' }],
  [field('region', 'region', { maxLength: 6 }), { type: 'string', format: 'region' }],
  [field('account', 'account', { maxLength: 15 }), { type: 'string', format: 'account' }],
  [
    field('password', 'password', { required: true, private: true, minLength: 6, maxLength: 32 }),
    { type: 'string', format: 'password', minLength: 6, maxLength: 32 },
  ],
  [field('tags', 'tags'), { type: 'array', items: { type: 'string', maxLength: 255 } }],
  [field('pairs', 'pairs'), { type: 'object', additionalProperties: { type: 'string' } }],
]

const names = columns.map(([one]) => one.name)

export const gallery: TableModel = {
  id: 'demo/gallery',
  module: 'demo',
  name: 'gallery',
  table: 'demo_gallery',
  controller: 'demo.Gallery',
  page: 'demo/gallery',
  label: { 'zh-cn': '样品', en: 'Gallery' },
  singular: { 'zh-cn': '样品', en: 'Sample' },
  icon: null,
  title: 'text',
  key: [],
  storage: 'table',
  created: null,
  updated: null,
  softDelete: null,
  owner: null,
  sort: null,
  tree: null,
  actions: ['index', 'add', 'edit'],
  search: ['text'],
  fields: [
    { ...field('id', 'integer'), readOnly: true, implicit: true },
    ...columns.map(([one]) => one),
    { ...field('version', 'integer'), readOnly: true, implicit: true },
  ],
  indexes: [],
  list: { columns: ['text'], sort: { field: 'id', direction: 'desc' } },
  renamedFrom: null,
  form: [
    {
      name: 'all',
      label: { 'zh-cn': '全部', en: 'All' },
      rows: names.filter((_, at) => at % 2 === 0).map((_, at) => names.slice(at * 2, at * 2 + 2)),
    },
  ],
}

export const galleryForm: FormModel = {
  id: 'demo/gallery',
  schema: {
    type: 'object',
    required: ['text', 'password'],
    properties: Object.fromEntries(columns.map(([one, schema]) => [one.name, schema])),
  },
  uiSchema: { 'ui:order': names },
}
