/** Operations on the options of a field, in its own document or in the shared one it refers to. */
import { isObject, member, objectOf, type Json } from '../../source/json.ts'
import { resolveRef } from '../../source/names.ts'
import type { DocumentEditor } from '../document-editor.ts'
import { OperationError, requireName, type OperationOf } from '../operation.ts'
import { requireDocument, requireField, setFormerName } from './fields.ts'

interface OptionsPlace {
  readonly path: string
  /** Path of the object with `enum` and `x-options`. */
  readonly place: readonly string[]
}

/** @throws OperationError when the field has no options */
function placeOf(editor: DocumentEditor, entity: string, field: string): OptionsPlace {
  const path = requireDocument(editor, entity)
  const schema = requireField(editor, entity, field)
  if (isObject(schema['x-options'])) return { path, place: ['properties', field] }
  const ref = schema['$ref']
  const shared = typeof ref === 'string' ? resolveRef(path, ref) : null
  if (shared !== null && editor.has(shared) && isObject(editor.read(shared)['x-options']))
    return { path: shared, place: [] }
  throw new OperationError('missing', field)
}

const optionOf = (editor: DocumentEditor, { path, place }: OptionsPlace, name: string) => {
  const option = editor.valueAt(path, [...place, 'x-options', name])
  if (!isObject(option)) throw new OperationError('missing', name)
  return option
}

export function addOption(
  editor: DocumentEditor,
  { entity, field, name, option, index = Infinity }: OperationOf<'addOption'>,
): void {
  const options = placeOf(editor, entity, field)
  const { path, place } = options
  requireName(name)
  if (editor.valueAt(path, [...place, 'x-options', name]) !== undefined) throw new OperationError('taken', name)
  const values = valuesOf(editor, options)
  const value = member(option, 'value')
  if (typeof value !== typeof values[0] || values.includes(value ?? null)) throw new OperationError('value', name)
  editor.edit(path, { op: 'insert', path: [...place, 'enum'], index, value: value ?? null })
  editor.edit(path, { op: 'insert', path: [...place, 'x-options'], index, name, value: option })
}

const valuesOf = (editor: DocumentEditor, { path, place }: OptionsPlace): readonly Json[] =>
  (editor.valueAt(path, [...place, 'enum']) ?? []) as readonly Json[]

/** The name is that of code and rules; stored values stay. */
export function renameOption(
  editor: DocumentEditor,
  { entity, field, option, name }: OperationOf<'renameOption'>,
): void {
  const options = placeOf(editor, entity, field)
  const { path, place } = options
  const value = optionOf(editor, options, option)
  requireName(name)
  if (editor.valueAt(path, [...place, 'x-options', name]) !== undefined) throw new OperationError('taken', name)
  editor.edit(path, { op: 'rename', path: [...place, 'x-options', option], name })
  setFormerName(editor, { path, place: [...place, 'x-options', name] }, value, { former: option, name })
}

const facets: readonly string[] = ['x-label', 'tone']

/** Its label or tone; another value would be another option. */
export function setOption(
  editor: DocumentEditor,
  { entity, field, option, facet, value }: OperationOf<'setOption'>,
): void {
  const options = placeOf(editor, entity, field)
  const former = optionOf(editor, options, option)
  if (!facets.includes(facet)) throw new OperationError('protected', facet)
  if (JSON.stringify(former[facet]) === JSON.stringify(value)) return
  editor.set(options.path, [...options.place, 'x-options', option], facet, value)
}

export function moveOption(editor: DocumentEditor, { entity, field, option, to }: OperationOf<'moveOption'>): void {
  const options = placeOf(editor, entity, field)
  const { path, place } = options
  const { value } = optionOf(editor, options, option)
  const names = Object.keys(objectOf(editor.valueAt(path, [...place, 'x-options'])))
  const [from, index] = [names.indexOf(option), Math.min(to, names.length - 1)]
  if (from === index) return
  editor.edit(path, { op: 'move', path: [...place, 'x-options'], from, to: index })
  const position = valuesOf(editor, options).indexOf(value ?? null)
  if (position >= 0 && position !== index)
    editor.edit(path, { op: 'move', path: [...place, 'enum'], from: position, to: index })
}

/** Records of the option get another one where `into` names it; without it they must not exist. */
export function removeOption(
  editor: DocumentEditor,
  { entity, field, option, into }: OperationOf<'removeOption'>,
): void {
  const options = placeOf(editor, entity, field)
  const { path, place } = options
  const { value, 'x-replaces': former } = optionOf(editor, options, option)
  const values = valuesOf(editor, options)
  if (values.length === 1) throw new OperationError('last', option)
  if (into === option) throw new OperationError('value', option)
  const target = into === undefined ? null : optionOf(editor, options, into)
  editor.edit(path, { op: 'remove', path: [...place, 'enum', values.indexOf(value ?? null)] })
  editor.edit(path, { op: 'remove', path: [...place, 'x-options', option] })
  if (target && into !== undefined) {
    const replaced = [target['x-replaces'], former].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []))
    editor.set(path, [...place, 'x-options', into], 'x-replaces', [...new Set([...replaced, value ?? null])])
  }
  // A default that no option has any more would be refused.
  if (editor.valueAt(path, [...place, 'default']) === value) {
    const fallback = target?.['value']
    if (fallback === undefined) editor.edit(path, { op: 'remove', path: [...place, 'default'] })
    else editor.edit(path, { op: 'replace', path: [...place, 'default'], value: fallback })
  }
}
