/** Applies operations to schema documents. */
import { createEditor, type ChangedDocuments, type DocumentEditor, type Documents } from './document-editor.ts'
import { JsonEditError, type JsonPath } from './json-edit.ts'
import {
  entityPath,
  modulePath,
  OperationError,
  type Operation,
  type OperationName,
  type OperationOf,
} from './operation.ts'
import { addEntity, addModule, addOverlayField, removeEntity, renameEntity, setMenu } from './operations/entities.ts'
import {
  addField,
  changeKind,
  removeFacet,
  removeField,
  renameField,
  setFacet,
  setRequired,
} from './operations/fields.ts'
import { addIndex, removeIndex } from './operations/indexes.ts'
import { addOption, moveOption, removeOption, renameOption, setOption } from './operations/options.ts'
import { addSection, moveInForm, moveInTable, moveSection, removeSection } from './operations/views.ts'

type Run<Name extends OperationName> = (editor: DocumentEditor, operation: OperationOf<Name>) => void

const runs: { readonly [Name in OperationName]: Run<Name> } = {
  addModule,
  setMenu,
  addEntity,
  renameEntity,
  removeEntity,
  addField,
  addOverlayField,
  renameField,
  removeField,
  changeKind,
  setRequired,
  setFacet,
  removeFacet,
  moveInForm,
  moveInTable,
  addSection,
  removeSection,
  moveSection,
  addOption,
  renameOption,
  setOption,
  moveOption,
  removeOption,
  addIndex,
  removeIndex,
}

/**
 * Applies one operation; the given documents stay as they are.
 *
 * @throws OperationError when it does not fit the documents
 */
export function applyOperation(documents: Documents, operation: Operation): ChangedDocuments {
  const editor = createEditor(documents)
  // Each function takes the operation of its own name.
  const run = runs[operation.op] as (editor: DocumentEditor, operation: Operation) => void
  try {
    run(editor, operation)
  } catch (error) {
    // The document is written in a way that the operation cannot change, or a name is taken in it.
    if (error instanceof JsonEditError) throw new OperationError('place', error.path.join('.'))
    throw error
  }
  return editor.result()
}

/**
 * Applies operations one after the other.
 *
 * @throws OperationError when one does not fit what those before it made
 */
export function applyOperations(documents: Documents, operations: readonly Operation[]): ChangedDocuments {
  let result: ChangedDocuments = { documents, inverse: [] }
  for (const operation of operations) {
    const next = applyOperation(result.documents, operation)
    result = { documents: next.documents, inverse: [...next.inverse, ...result.inverse] }
  }
  return result
}

interface TouchedNode {
  readonly path: string
  readonly place: JsonPath
}

/**
 * The nodes that an operation is about. Where somebody else has changed the documents since, it can be done all the
 * same while these are as they were.
 */
export function touchedNodes(operation: Operation): readonly TouchedNode[] {
  if ('module' in operation && !('entity' in operation))
    return [{ path: modulePath(operation.module), place: ['menu'] }]
  if (!('entity' in operation)) return []
  const path = entityPath(operation.entity)
  const field = 'field' in operation ? operation.field : ''
  const ofField = { path, place: ['properties', field] }
  const form = { path, place: ['x-views', 'form'] }
  switch (operation.op) {
    case 'addEntity':
    case 'renameEntity':
    case 'removeEntity':
      return [{ path, place: [] }]
    case 'renameField':
      return [ofField, { path, place: ['properties', operation.name] }]
    case 'setFacet':
    case 'removeFacet':
      return [{ path, place: operation.path }]
    case 'moveInForm':
      return [ofField, form]
    case 'moveInTable':
      return [ofField, { path, place: ['x-views', 'table', 'columns'] }]
    case 'addSection':
    case 'removeSection':
    case 'moveSection':
      return [form]
    case 'addIndex':
    case 'removeIndex':
      return [{ path, place: ['x-index', operation.name] }]
    default:
      return [ofField]
  }
}
