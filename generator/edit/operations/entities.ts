/** Operations on whole documents: entities, modules and overlays. */
import { textsOf, type Json, type JsonObject } from '../../source/json.ts'
import type { DocumentEditor } from '../document-editor.ts'
import type { JsonPath } from '../json-edit.ts'
import { entityPath, modulePath, OperationError, requireEntity, requireName, type OperationOf } from '../operation.ts'
import { declareField, requireDocument, setFormerName } from './fields.ts'
import { columnsPlace, placeInForm } from './views.ts'

/** Names of files that are no entities. */
const otherDocuments: readonly string[] = ['module']

const render = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`

export function addModule(editor: DocumentEditor, { module, document }: OperationOf<'addModule'>): void {
  requireName(module)
  const path = modulePath(module)
  if (editor.has(path) || module === 'dialect') throw new OperationError('taken', module)
  editor.write(path, render(document))
}

export function setMenu(editor: DocumentEditor, { module, menu }: OperationOf<'setMenu'>): void {
  requireName(module)
  const path = modulePath(module)
  if (!editor.has(path)) throw new OperationError('missing', module)
  const unknown = menu.find((name) => !editor.has(entityPath(`${module}/${name}`)))
  if (unknown !== undefined) throw new OperationError('missing', unknown)
  editor.set(path, [], 'menu', menu)
}

/** Writes a document and names it at the end of the menu of its module. */
export function addEntity(editor: DocumentEditor, { entity, document }: OperationOf<'addEntity'>): void {
  const [module, name] = requireEntity(entity)
  if (otherDocuments.includes(name)) throw new OperationError('name', name)
  const path = entityPath(entity)
  if (editor.has(path)) throw new OperationError('taken', entity)
  if (document['$id'] !== entity) throw new OperationError('value', entity)
  editor.write(path, render(document))
  addToMenu(editor, module, name)
}

function addToMenu(editor: DocumentEditor, module: string, name: string): void {
  const path = modulePath(module)
  if (!editor.has(path)) return
  const menu = editor.valueAt(path, ['menu'])
  if (Array.isArray(menu) && !menu.includes(name))
    editor.edit(path, { op: 'insert', path: ['menu'], index: Infinity, value: name })
}

/** Its file, and every document that refers to it; its table and rights follow, because it names what it was. */
export function renameEntity(editor: DocumentEditor, { entity, name }: OperationOf<'renameEntity'>): void {
  const [module, formerName] = requireEntity(entity)
  const path = requireDocument(editor, entity)
  requireName(name)
  const renamed = `${module}/${name}`
  const target = entityPath(renamed)
  if (editor.has(target) || otherDocuments.includes(name)) throw new OperationError('taken', renamed)
  const document = editor.read(path)
  editor.edit(path, { op: 'replace', path: ['$id'], value: renamed })
  setFormerName(editor, { path, place: [] }, document, { former: entity, name: renamed })
  for (const other of editor.paths()) {
    if (!editor.includes(other, `"${entity}"`)) continue
    for (const mention of placesOf(editor.read(other), entity))
      editor.edit(other, { op: 'replace', path: mention, value: renamed })
  }
  const menu = modulePath(module)
  const index = editor.has(menu) ? textsOf(editor.valueAt(menu, ['menu'])).indexOf(formerName) : -1
  if (index >= 0) editor.edit(menu, { op: 'replace', path: ['menu', index], value: name })
  const { documents } = editor.result()
  editor.write(target, documents.get(path) ?? null)
  editor.write(path, null)
}

/** Members that name an entity. */
const referring: readonly string[] = ['x-relation', 'to', 'x-extends', 'ledger', 'table']

/** Where a document names an entity, but for its own former names. */
function placesOf(value: Json, entity: string, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : Object.entries(value as JsonObject)
  return entries.flatMap(([key, item]) =>
    item === entity && referring.includes(String(key))
      ? [[...path, key]]
      : placesOf(item ?? null, entity, [...path, key]),
  )
}

/** Its document and its entry in the menu; its records stay in the database. */
export function removeEntity(editor: DocumentEditor, { entity }: OperationOf<'removeEntity'>): void {
  const [module, name] = requireEntity(entity)
  const path = requireDocument(editor, entity)
  const menu = modulePath(module)
  const index = editor.has(menu) ? textsOf(editor.valueAt(menu, ['menu'])).indexOf(name) : -1
  if (index >= 0) editor.edit(menu, { op: 'remove', path: ['menu', index] })
  editor.write(path, null)
}

/** The document in which a module extends an entity, or the one in which it would: the second name says whose it is. */
function overlayPathIn(editor: DocumentEditor, module: string, entity: string): string {
  const [owner, name] = requireEntity(entity)
  const pathOf = (file: string): string => `${module}/overlays/${file}.json`
  const isFree = (path: string): boolean => !editor.has(path) || editor.valueAt(path, ['x-extends']) === entity
  return isFree(pathOf(name)) ? pathOf(name) : pathOf(`${owner}_${name}`)
}

export function addOverlayField(
  editor: DocumentEditor,
  { entity, module, field, schema }: OperationOf<'addOverlayField'>,
): void {
  requireName(module)
  const [owner] = requireEntity(entity)
  if (owner === module || !field.startsWith(`${module}_`)) throw new OperationError('name', field)
  const path = overlayPathIn(editor, module, entity)
  if (!editor.has(path)) {
    requireName(field)
    editor.write(path, render(overlayDocument(path, entity, field, schema)))
    return
  }
  declareField(editor, path, field, schema)
  const columns = editor.valueAt(path, columnsPlace)
  if (Array.isArray(columns)) editor.edit(path, { op: 'insert', path: columnsPlace, index: Infinity, value: field })
  placeInForm(editor, path, field, null)
}

/** @param field the first field of the overlay, which list and form show */
export const overlayDocument = (path: string, entity: string, field: string, schema: JsonObject): JsonObject => ({
  $schema: '../../dialect/overlay.json',
  $id: path.replace(/\.json$/, ''),
  'x-extends': entity,
  properties: { [field]: schema },
  'x-views': { table: { columns: [field] } },
})
