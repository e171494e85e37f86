/** Operations on the fields of an entity. */
import { isObject, member, objectOf, textsOf, type Json, type JsonObject } from '../../source/json.ts'
import { valueAt, type DocumentEditor } from '../document-editor.ts'
import type { JsonPath } from '../json-edit.ts'
import { entityPath, OperationError, requireEntity, requireName, type OperationOf } from '../operation.ts'
import { columnsPlace, placeInForm, removeFromForm } from './views.ts'

/** @throws OperationError when the entity has no such field */
export function requireField(editor: DocumentEditor, entity: string, field: string): JsonObject {
  const schema = editor.valueAt(entityPath(entity), ['properties', field])
  if (!isObject(schema)) throw new OperationError('missing', field)
  return schema
}

/** @throws OperationError when there is no such entity, or its name is none */
export function requireDocument(editor: DocumentEditor, entity: string): string {
  requireEntity(entity)
  const path = entityPath(entity)
  if (!editor.has(path)) throw new OperationError('missing', entity)
  return path
}

/** Declares a field, and shows it in list and form where those name their fields. */
export function addField(editor: DocumentEditor, { entity, field, schema, place }: OperationOf<'addField'>): void {
  const path = requireDocument(editor, entity)
  declareField(editor, path, field, schema)
  const columns = editor.valueAt(path, columnsPlace)
  if (Array.isArray(columns)) editor.edit(path, { op: 'insert', path: columnsPlace, index: Infinity, value: field })
  placeInForm(editor, path, field, place ?? null)
}

/** A field of a document, an entity or an overlay of one. */
export function declareField(editor: DocumentEditor, path: string, field: string, schema: JsonObject): void {
  requireName(field)
  if (editor.valueAt(path, ['properties', field]) !== undefined) throw new OperationError('taken', field)
  editor.set(path, ['properties'], field, schema as Json)
}

/** The field is named anew in every place of its entity that names it; its records keep their values. */
export function renameField(editor: DocumentEditor, { entity, field, name }: OperationOf<'renameField'>): void {
  const path = requireDocument(editor, entity)
  const schema = requireField(editor, entity, field)
  requireName(name)
  if (editor.valueAt(path, ['properties', name]) !== undefined) throw new OperationError('taken', name)
  editor.edit(path, { op: 'rename', path: ['properties', field], name })
  setFormerName(editor, { path, place: ['properties', name] }, schema, { former: field, name })
  replaceMentions(editor, path, field, name)
  for (const other of editor.paths())
    if (editor.includes(other, `"${entity}"`)) replaceForeignMentions(editor, other, entity, field, name)
}

/** Names that a thing had are listed, so that what is stored follows; renamed back, it has none. */
export function setFormerName(
  editor: DocumentEditor,
  { path, place }: { readonly path: string; readonly place: readonly string[] },
  value: JsonObject,
  { former, name }: { readonly former: string; readonly name: string },
): void {
  const before = member(value, 'x-renamedFrom')
  const names = typeof before === 'string' ? [before] : textsOf(before)
  const all = [...new Set([...names, former])].filter((item) => item !== name)
  const [only, ...others] = all
  if (only === undefined) {
    if (before !== undefined) editor.edit(path, { op: 'remove', path: [...place, 'x-renamedFrom'] })
  } else editor.set(path, place, 'x-renamedFrom', others.length === 0 ? only : all)
}

/** Members of entity documents that are lists of field names, or one of them. */
const namingPlaces: readonly (readonly string[])[] = [
  ['required'],
  ['x-search'],
  ['x-entity', 'title'],
  ['x-entity', 'key'],
  ['x-entity', 'details'],
  ['x-entity', 'tree'],
  ['x-entity', 'tree', 'parent'],
  ['x-entity', 'number', 'field'],
  ['x-views', 'table', 'columns'],
  ['x-views', 'mail', 'columns'],
  ['x-machine', 'field'],
]

/** Keywords whose value is a rule. */
const ruleKeywords = ['x-when', 'x-required', 'x-readonly', 'x-backfill', 'x-computed', 'x-fill'] as const

function replaceMentions(editor: DocumentEditor, path: string, field: string, name: string): void {
  const replaced = (text: string): string => renameIn(text, field, name)
  for (const place of namingPlaces) replaceTexts(editor, path, place, replaced)
  replaceTexts(editor, path, ['x-views', 'table', 'sort'], (text) =>
    text.replace(/^(-?)(.*)$/, (_all, sign: string, rest: string) => sign + replaced(rest)),
  )
  for (const key of Object.keys(objectOf(editor.valueAt(path, ['x-index'])))) {
    replaceTexts(editor, path, ['x-index', key, 'on'], replaced)
  }
  replaceTexts(editor, path, ['x-views', 'form'], replaced, ['rows', 'grid'])
  const rule = (text: string): string => renameInRule(text, field, name)
  for (const key of Object.keys(objectOf(editor.valueAt(path, ['properties']))))
    for (const keyword of ruleKeywords) {
      replaceTexts(editor, path, ['properties', key, keyword], rule)
      replaceTexts(editor, path, ['properties', key, keyword, 'rule'], rule)
    }
  for (const key of Object.keys(objectOf(editor.valueAt(path, ['x-checks'])))) {
    replaceTexts(editor, path, ['x-checks', key, 'rule'], rule)
    replaceTexts(editor, path, ['x-checks', key, 'field'], replaced)
  }
}

/** Relations that show the field in other entities. */
function replaceForeignMentions(
  editor: DocumentEditor,
  path: string,
  entity: string,
  field: string,
  name: string,
): void {
  for (const [key, schema] of Object.entries(objectOf(editor.valueAt(path, ['properties'])))) {
    const relation = member(schema, 'x-relation')
    if (isObject(relation) && relation['to'] === entity)
      replaceTexts(editor, path, ['properties', key, 'x-relation', 'show'], (text) => renameIn(text, field, name))
  }
}

/** A field by itself, or the first step of a path such as `warehouse_id.name`. */
const renameIn = (text: string, field: string, name: string): string =>
  text === field ? name : text.startsWith(`${field}.`) ? name + text.slice(field.length) : text

/** Names of a rule outside of its texts and behind no dot. */
const renameInRule = (rule: string, field: string, name: string): string =>
  rule.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.])(?:old\.)?[a-z_]\w*/gi, (part) =>
    part === field ? name : part === `old.${field}` ? `old.${name}` : part,
  )

/** @param within only below members of these names; absent = everywhere */
function replaceTexts(
  editor: DocumentEditor,
  path: string,
  place: readonly (string | number)[],
  replaced: (text: string) => string,
  within: readonly string[] | null = null,
): void {
  const value = editor.valueAt(path, place)
  if (typeof value === 'string') {
    if (within === null && replaced(value) !== value)
      editor.edit(path, { op: 'replace', path: place, value: replaced(value) })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (!Array.isArray(value) && within === null) continue
    const isInside = within?.includes(key) ?? false
    replaceTexts(editor, path, [...place, Array.isArray(value) ? Number(key) : key], replaced, isInside ? null : within)
  }
}

/** The field, and every place of its entity that lists it. */
export function removeField(editor: DocumentEditor, { entity, field }: OperationOf<'removeField'>): void {
  const path = requireDocument(editor, entity)
  requireField(editor, entity, field)
  if (Object.keys(objectOf(editor.valueAt(path, ['properties']))).length === 1) throw new OperationError('last', field)
  removeFromForm(editor, path, field)
  for (const place of [['required'], ['x-search'], columnsPlace, ['x-views', 'mail', 'columns'], ['x-entity', 'key']])
    removeFromList(editor, path, place, field)
  const sort = editor.valueAt(path, ['x-views', 'table', 'sort'])
  if (sort === field || sort === `-${field}`) editor.edit(path, { op: 'remove', path: ['x-views', 'table', 'sort'] })
  for (const [name, index] of Object.entries(objectOf(editor.valueAt(path, ['x-index']))))
    if (textsOf(member(index, 'on')).includes(field)) removeMember(editor, path, ['x-index', name])
  editor.edit(path, { op: 'remove', path: ['properties', field] })
}

/** An item of a list of texts; the list goes with its last item. */
function removeFromList(editor: DocumentEditor, path: string, place: readonly string[], item: string): void {
  const list = textsOf(editor.valueAt(path, place))
  const index = list.indexOf(item)
  if (index < 0) return
  if (list.length === 1) removeMember(editor, path, place)
  else editor.edit(path, { op: 'remove', path: [...place, index] })
}

/** A member; the object goes with its last one. */
export function removeMember(editor: DocumentEditor, path: string, place: readonly string[]): void {
  const parent = place.slice(0, -1)
  const isLast = Object.keys(objectOf(editor.valueAt(path, parent))).length === 1
  if (isLast && parent.length > 0) removeMember(editor, path, parent)
  else editor.edit(path, { op: 'remove', path: place })
}

/** Keywords that make up the kind of a field, with what is valid for one kind only. */
const kindKeywords: readonly string[] = [
  '$ref',
  'type',
  'format',
  'enum',
  'x-options',
  'x-scale',
  'x-unit',
  'x-relation',
  'items',
  'additionalProperties',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'default',
  'x-widget',
  'x-cell',
]

/**
 * A kind with the default that the field has. A text that becomes a choice keeps it as the option of that value, name
 * or label; where there is none, somebody has to say which one it is.
 */
function withDefault(schema: JsonObject, former: JsonObject): JsonObject {
  const text = former['default']
  const isKept = typeof text === 'string' && text !== '' && former['enum'] === undefined
  if (!isKept || schema['enum'] === undefined || schema['default'] !== undefined) return schema
  const option = Object.entries(objectOf(schema['x-options'])).find(([name, option]) =>
    [name, member(option, 'value'), ...Object.values(objectOf(member(option, 'x-label')))].includes(text),
  )
  const value = option && member(option[1], 'value')
  if (value === undefined) throw new OperationError('value', `default: ${text}`)
  return { ...schema, default: value }
}

/** Keywords that both kinds have stay in their place, to the byte where they are equal. */
export function changeKind(editor: DocumentEditor, { entity, field, schema: kind }: OperationOf<'changeKind'>): void {
  const path = requireDocument(editor, entity)
  const former = requireField(editor, entity, field)
  const foreign = Object.keys(kind).find((key) => !kindKeywords.includes(key))
  if (foreign !== undefined) throw new OperationError('value', foreign)
  const schema = withDefault(kind, former)
  // A new keyword is written before the last old one goes: the field never is an empty object in between.
  for (const [key, value] of Object.entries(schema))
    if (JSON.stringify(former[key]) !== JSON.stringify(value))
      editor.set(path, ['properties', field], key, value ?? null)
  for (const key of kindKeywords)
    if (former[key] !== undefined && schema[key] === undefined)
      editor.edit(path, { op: 'remove', path: ['properties', field, key] })
}

export function setRequired(editor: DocumentEditor, { entity, field, required }: OperationOf<'setRequired'>): void {
  const path = requireDocument(editor, entity)
  requireField(editor, entity, field)
  const list = editor.valueAt(path, ['required'])
  const isRequired = textsOf(list).includes(field)
  if (required && !isRequired) {
    if (Array.isArray(list)) editor.edit(path, { op: 'insert', path: ['required'], index: Infinity, value: field })
    else insertBefore(editor, path, 'properties', 'required', [field])
  }
  if (!required) removeFromList(editor, path, ['required'], field)
}

/** A member of the root where careful authors write it: before another one. */
export function insertBefore(editor: DocumentEditor, path: string, next: string, name: string, value: Json): void {
  const index = Object.keys(editor.read(path)).indexOf(next)
  editor.edit(path, { op: 'insert', path: [], index: index < 0 ? Infinity : index, name, value })
}

/** Members that decide where a document is, and names that other operations change with all that refers to them. */
const protectedRoots: readonly string[] = ['$id', '$schema', 'x-renamedFrom', 'x-extends']

function requireFacet(path: readonly string[]): void {
  const [root, field, ...rest] = path
  const isProtected =
    root === undefined ||
    protectedRoots.includes(root) ||
    ['constructor', 'prototype', '__proto__'].some((name) => path.includes(name)) ||
    (root === 'properties' && (field === undefined || rest.length === 0 || rest[0] === 'x-renamedFrom'))
  // Guard T61: a value is set only where no other operation has to change more than it.
  if (isProtected) throw new OperationError('protected', path.join('.'))
}

export function setFacet(editor: DocumentEditor, { entity, path: place, value }: OperationOf<'setFacet'>): void {
  const path = requireDocument(editor, entity)
  requireFacet(place)
  const [root, field = ''] = place
  if (root === 'properties') requireField(editor, entity, field)
  if (JSON.stringify(editor.valueAt(path, place)) === JSON.stringify(value)) return
  const steps = stepsTo(editor.read(path), place)
  editor.set(path, steps.slice(0, -1), place.at(-1) ?? '', value)
}

/** The items of lists are found by their index. */
function stepsTo(document: Json, place: readonly string[]): JsonPath {
  let value: Json | undefined = document
  return place.map((key) => {
    const isItem = Array.isArray(value)
    value = valueAt(value ?? null, [key])
    return isItem ? Number(key) : key
  })
}

export function removeFacet(editor: DocumentEditor, { entity, path: place }: OperationOf<'removeFacet'>): void {
  const path = requireDocument(editor, entity)
  requireFacet(place)
  if (editor.valueAt(path, place) === undefined) throw new OperationError('missing', place.join('.'))
  if (place[0] === 'properties') editor.edit(path, { op: 'remove', path: place })
  else removeMember(editor, path, place)
}
