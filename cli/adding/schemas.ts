/** Documents and fields as `add` writes them, and single members of files that are there. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { editJson, setMember, type JsonPath } from '../../generator/edit/json-edit.ts'
import type { Json, JsonObject } from '../../generator/source/json.ts'
import type { Text } from '../../runtime/protocol/index.ts'

/** Kinds that `add field` knows, with what the schema says of each. */
export const fieldKinds: Readonly<Record<string, JsonObject>> = {
  text: { maxLength: 64 },
  textarea: { maxLength: 1000 },
  html: { format: 'html' },
  integer: { type: 'integer', minimum: 0 },
  decimal: { 'x-scale': 2 },
  date: { format: 'date' },
  datetime: { format: 'timestamp' },
  image: { format: 'image', maxLength: 255 },
  switch: {
    enum: [0, 1],
    default: 0,
    'x-options': {
      no: { value: 0, 'x-label': { 'zh-cn': '否', en: 'No' } },
      yes: { value: 1, 'x-label': { 'zh-cn': '是', en: 'Yes' } },
    },
    'x-widget': 'switch',
  },
}

export const moduleDocument = (label: Text): JsonObject => ({
  $schema: '../dialect/module.json',
  'x-label': label,
  icon: 'box',
  order: 50,
  menu: [],
})

export const entityDocument = (id: string, plural: Text, singular: Text): JsonObject => ({
  $schema: '../dialect/entity.json',
  $id: id,
  title: singular.en,
  'x-label': plural,
  required: ['name'],
  'x-entity': {
    label: singular,
    title: 'name',
    key: ['name'],
    icon: 'document',
    created: 'createtime',
    updated: 'updatetime',
  },
  properties: {
    name: { minLength: 1, maxLength: 64, 'x-label': { 'zh-cn': '名称', en: 'Name' } },
  },
  'x-search': ['name'],
  'x-views': {
    table: { columns: ['name', 'createtime'] },
    form: [{ section: 'basic', rows: [['name']] }],
  },
})

/** The file in which a module extends an entity, or the one in which it would. */
export function overlayPath(root: string, module: string, entity: string): string {
  const [owner, name] = entity.split('/')
  const paths = [name, `${owner}_${name}`].map((one) => `schemas/${module}/overlays/${one}.json`)
  const isFree = (path: string): boolean => {
    const file = join(root, path)
    if (!existsSync(file)) return true
    return (parse(readFileSync(file, 'utf8')) as { readonly 'x-extends'?: string } | null)?.['x-extends'] === entity
  }
  // The second name says whose entity it is.
  return paths.find(isFree) ?? paths[1]!
}

/** Adds one keyword to a field, behind those it has. The field must be there. */
export function addKeyword(root: string, path: string, field: string, keyword: string, value: string): void {
  const file = join(root, path)
  writeFileSync(file, setMember(readFileSync(file, 'utf8'), ['properties', field], keyword, value))
}

/** Names a module of the package in the package.json of a product. */
export function addToProduct(root: string, module: string): void {
  const file = join(root, 'package.json')
  const text = readFileSync(file, 'utf8')
  const { tablewright } = parse(text) as { readonly tablewright?: { readonly modules?: readonly string[] } }
  const { modules } = tablewright ?? {}
  if (modules?.includes(module)) return
  writeFileSync(
    file,
    modules
      ? appended(text, ['tablewright', 'modules'], module)
      : setMember(text, ['tablewright'], 'modules', [module]),
  )
}

/** With one more item at the end of a list. */
const appended = (text: string, path: JsonPath, value: Json): string =>
  editJson(text, { op: 'insert', path, index: Infinity, value }).text
