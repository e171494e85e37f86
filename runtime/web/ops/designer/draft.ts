/** The changes of one entity that are not applied yet: kept in this browser until they are applied or discarded. */
import { readStored, removeStored, writeStored } from '../../core/preferences/browser-storage.ts'
import type { Json, JsonObject, Operation } from './calls.ts'

export interface DesignDraft {
  readonly operations: readonly Operation[]
  /** Texts that the operations were made on, by path. */
  readonly bases: Readonly<Record<string, string>>
}

const keyOf = (entity: string): string => `tablewright.design.${entity}`

export function readDraft(entity: string): DesignDraft | null {
  const draft = readStored(keyOf(entity))
  if (typeof draft !== 'object' || draft === null || !('operations' in draft) || !('bases' in draft)) return null
  // Nobody else writes under the key.
  return Array.isArray(draft.operations) && draft.operations.length > 0 ? (draft as DesignDraft) : null
}

export function writeDraft(entity: string, draft: DesignDraft): void {
  if (draft.operations.length === 0) removeStored(keyOf(entity))
  else writeStored(keyOf(entity), draft)
}

/**
 * With one more operation. What concerns a field that is new in the same draft becomes part of the operation that adds
 * it, and a value that is set again replaces the one before: the list says what happens, not which keys were pressed.
 */
export function withOperation(operations: readonly Operation[], next: Operation): readonly Operation[] {
  const field = fieldOf(next)
  const added = operations.findIndex(
    (item) => item.op === 'addField' && item.entity === next.entity && item.field === field,
  )
  const addition = operations[added]
  if (addition && field !== undefined) {
    if (next.op === 'removeField') return operations.filter((item) => !isAbout(item, next.entity, field))
    if (next.op === 'renameField')
      return operations.map((item) =>
        isAbout(item, next.entity, field) ? renamed(item, field, String(next['name'])) : item,
      )
    const schema = changedSchema(addition['schema'] as JsonObject, next)
    if (schema) return operations.map((item, index) => (index === added ? { ...item, schema } : item))
  }
  const last = operations.at(-1)
  return last && isSameSetting(last, next) ? [...operations.slice(0, -1), next] : [...operations, next]
}

const pathOf = ({ path }: Operation): readonly string[] => (Array.isArray(path) ? (path as string[]) : [])

/** The field that an operation is about. */
const fieldOf = (operation: Operation): string | undefined => {
  const [root, field] = pathOf(operation)
  return operation.field ?? (root === 'properties' ? field : undefined)
}

const isAbout = (operation: Operation, entity: string | undefined, field: string): boolean =>
  operation.entity === entity && fieldOf(operation) === field

function renamed(operation: Operation, field: string, name: string): Operation {
  if (operation.field === field) return { ...operation, field: name }
  return { ...operation, path: pathOf(operation).map((part, index) => (index === 1 ? name : part)) }
}

/** The schema of a new field after an operation on it; null where that is none of its schema. */
function changedSchema(schema: JsonObject, next: Operation): JsonObject | null {
  const path = pathOf(next)
  const [, , keyword] = path
  if (next.op === 'changeKind') {
    const { 'x-label': label, 'x-help': help } = schema
    return { ...(next['schema'] as JsonObject), ...(label && { 'x-label': label }), ...(help && { 'x-help': help }) }
  }
  if (path.length !== 3 || keyword === undefined) return null
  if (next.op === 'setFacet') return { ...schema, [keyword]: next['value'] as Json }
  if (next.op !== 'removeFacet') return null
  const { [keyword]: _removed, ...rest } = schema
  return rest
}

const isSameSetting = (last: Operation, next: Operation): boolean =>
  last.op === next.op &&
  last.entity === next.entity &&
  last.field === next.field &&
  (last.op === 'setFacet'
    ? pathOf(last).join('/') === pathOf(next).join('/')
    : last.op === 'setRequired' || last.op === 'changeKind')
