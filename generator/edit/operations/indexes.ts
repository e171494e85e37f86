/** Operations on the indexes of an entity. */
import { isObject, type JsonObject } from '../../source/json.ts'
import type { DocumentEditor } from '../document-editor.ts'
import { OperationError, requireName, type OperationOf } from '../operation.ts'
import { insertBefore, removeMember, requireDocument } from './fields.ts'

export function addIndex(editor: DocumentEditor, { entity, name, on, unique }: OperationOf<'addIndex'>): void {
  const path = requireDocument(editor, entity)
  requireName(name)
  if (on.length === 0) throw new OperationError('value', name)
  const value: JsonObject = { on, ...(unique === true && { unique: true }) }
  const indexes = editor.valueAt(path, ['x-index'])
  if (indexes === undefined) return insertBefore(editor, path, 'x-search', 'x-index', { [name]: value })
  if (!isObject(indexes)) throw new OperationError('value', 'x-index')
  if (Object.hasOwn(indexes, name)) throw new OperationError('taken', name)
  editor.edit(path, { op: 'insert', path: ['x-index'], index: Infinity, name, value })
}

export function removeIndex(editor: DocumentEditor, { entity, name }: OperationOf<'removeIndex'>): void {
  const path = requireDocument(editor, entity)
  if (editor.valueAt(path, ['x-index', name]) === undefined) throw new OperationError('missing', name)
  removeMember(editor, path, ['x-index', name])
}
