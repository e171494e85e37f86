/** Takes back what `add` writes below `schemas/`. */
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'jsonc-parser'
import { editJson, type JsonPath } from '../../generator/edit/json-edit.ts'
import type { JsonObject } from '../../generator/source/json.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { overlayDocument } from '../../generator/edit/operations/entities.ts'
import { entityDocument, fieldKinds, moduleDocument } from '../adding/schemas.ts'
import type { Removal } from './code.ts'

interface EntityJson {
  readonly 'x-label'?: Text
  readonly 'x-extends'?: string
  readonly 'x-entity'?: { readonly label?: Text }
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly 'x-views'?: {
    readonly table?: { readonly columns?: readonly unknown[] }
    readonly form?: readonly { readonly rows?: readonly unknown[] }[]
  }
}

const noText: Text = { 'zh-cn': '', en: '' }

/** @returns false when there is none */
export function removeModuleDocument({ draft, edited }: Removal, module: string): boolean {
  const path = `schemas/${module}/module.json`
  const text = draft.read(path)
  if (text === null) return false
  const document = parse(text) as { readonly 'x-label'?: Text }
  if (!isDeepStrictEqual(document, moduleDocument(document['x-label'] ?? noText))) edited.add(path)
  draft.remove(path)
  return true
}

/** The document, and its entry in the menu. @returns false when there is none */
export function removeEntity({ draft, edited }: Removal, module: string, name: string): boolean {
  const path = `schemas/${module}/${name}.json`
  const text = draft.read(path)
  if (text === null) return false
  const document = parse(text) as EntityJson
  const labels = [document['x-label'] ?? noText, document['x-entity']?.label ?? noText] as const
  if (!isDeepStrictEqual(document, entityDocument(`${module}/${name}`, ...labels))) edited.add(path)
  draft.remove(path)
  const menuPath = `schemas/${module}/module.json`
  const menuText = draft.read(menuPath)
  const { menu = [] } = (menuText === null ? {} : parse(menuText)) as { readonly menu?: readonly unknown[] }
  const index = menu.indexOf(name)
  if (menuText !== null && index >= 0) draft.write(menuPath, without(menuText, ['menu', index]))
  return true
}

/** The field, its column and its row of the form. @returns false when there is none */
export function removeField({ draft, edited }: Removal, path: string, name: string): boolean {
  const before = draft.read(path)
  const document = before === null ? null : (parse(before) as EntityJson)
  const field = document?.properties?.[name]
  if (before === null || !document || !field) return false
  if (!isAsWritten(field)) edited.add(path)
  const own = overlayDocument(path.replace(/^schemas\//, ''), document['x-extends'] ?? '', name, field as JsonObject)
  if (document['x-extends'] !== undefined && isDeepStrictEqual(document, own)) {
    draft.remove(path)
    return true
  }
  let text = without(before, ['properties', name])
  const { table, form = [] } = document['x-views'] ?? {}
  const column = table?.columns?.indexOf(name) ?? -1
  if (column >= 0) text = without(text, ['x-views', 'table', 'columns', column])
  form.forEach(({ rows = [] }, section) => {
    const index = rows.findIndex((row) => isDeepStrictEqual(row, [name]))
    if (index >= 0) text = without(text, ['x-views', 'form', section, 'rows', index])
  })
  draft.write(path, text)
  return true
}

/** True for a field of one of the kinds of `add`; its label came from the command line. */
const isAsWritten = ({ 'x-label': _label, ...schema }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(fieldKinds).some((kind) => isDeepStrictEqual(schema, kind))

/** A module of the package is not used any more. @returns false when the product does not name it */
export function removeFromProduct({ draft }: Removal, module: string): boolean {
  const text = draft.read('package.json')
  const { tablewright } = (text === null ? {} : parse(text)) as {
    readonly tablewright?: { readonly modules?: readonly string[] }
  }
  const index = tablewright?.modules?.indexOf(module) ?? -1
  if (text === null || index < 0) return false
  draft.write('package.json', without(text, ['tablewright', 'modules', index]))
  return true
}

/** Without a member or an item; everything else stays as it was, to the byte. */
const without = (text: string, path: JsonPath): string => editJson(text, { op: 'remove', path }).text
