/** The enum document a field or the items of a list point to. */
import { member, type JsonObject } from '../../source/json.ts'
import { resolveRef } from '../../source/names.ts'
import type { Document } from './document.ts'
import type { EntityView, View } from './view.ts'

/** The document, or undefined when the keywords have no reference or its target does not exist. */
export function enumDocumentOf(keywords: JsonObject, entity: EntityView, view: View): Document | undefined {
  const ref = member(keywords, '$ref')
  const path = typeof ref === 'string' ? resolveRef(entity.document.file.path, ref) : null
  return path === null ? undefined : view.enums.get(path)
}
