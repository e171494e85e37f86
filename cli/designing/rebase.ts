/** Operations that were made on documents which others have changed since. */
import { createHash } from 'node:crypto'
import { parse } from 'jsonc-parser'
import { applyOperation, touchedNodes } from '../../generator/edit/apply-operations.ts'
import { valueAt, type DocumentChange, type Documents } from '../../generator/edit/document-editor.ts'
import { OperationError, type Operation } from '../../generator/edit/operation.ts'
import type { Json } from '../../generator/source/json.ts'
import { DesignRefusal } from './refusal.ts'

/** Identifies a text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An operation with the changes that take it back. */
export interface DoneOperation {
  readonly operation: Operation
  readonly inverse: readonly DocumentChange[]
}

export interface Replayed {
  readonly documents: Documents
  readonly done: readonly DoneOperation[]
}

/**
 * Does the operations on the documents as they are now.
 *
 * @param bases the documents that the operations were made on, by path, where they were known; those that others have
 * changed since may differ in every node that the operations are not about
 * @throws DesignRefusal `conflict` with both texts when a node differs; OperationError when an operation does not fit
 */
export function replay(current: Documents, bases: Documents, operations: readonly Operation[]): Replayed {
  let documents = current
  let before = new Map([...current, ...bases]) as Documents
  const done: DoneOperation[] = []
  for (const operation of operations) {
    for (const { path, place } of touchedNodes(operation)) {
      const [own, other] = [before.get(path), documents.get(path)]
      if (own === other) continue
      if (textAt(own, place) !== textAt(other, place)) throw conflict(path, own, other)
    }
    const result = applyOperation(documents, operation)
    done.push({ operation, inverse: result.inverse })
    documents = result.documents
    before = follow(before, operation)
  }
  return { documents, done }
}

const textAt = (text: string | undefined, place: readonly (string | number)[]): string =>
  text === undefined ? '' : JSON.stringify(valueAt(parse(text) as Json, place) ?? null)

/** The documents as the author of the operations sees them. */
function follow(before: Documents, operation: Operation): Documents {
  try {
    return applyOperation(before, operation).documents
  } catch (error) {
    if (error instanceof OperationError) return before
    throw error
  }
}

const conflict = (path: string, own: string | undefined, other: string | undefined): DesignRefusal =>
  new DesignRefusal(
    'conflict',
    {
      'zh-cn': `schemas/${path} 的同一处已被他人修改。请对照两个版本，再次修改。`,
      en: `Somebody else has changed the same place of schemas/${path}. Compare both versions and change it again.`,
    },
    { path, own: own ?? '', other: other ?? '' },
  )
