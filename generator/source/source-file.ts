/** A schema document as it was read: its text, its tree with places, and its value. */
import type { Node } from 'jsonc-parser'
import type { JsonObject } from './json.ts'

export type DocumentType = 'entity' | 'overlay' | 'enum' | 'type' | 'module' | 'text'

/** Where a part of a document was written. */
export interface Origin {
  readonly file: SourceFile
  readonly pointer: string
}

export interface SourceFile {
  /** Path below `schemas/`, for example `wms/product.json`. */
  readonly path: string
  readonly type: DocumentType
  readonly module: string
  /** File name without `.json`. */
  readonly name: string
  readonly text: string
  /** Undefined when the text is no JSON at all. */
  readonly tree: Node | undefined
  readonly value: JsonObject
  /** Of nodes of the tree that stand at another place: what a shared type says, what a short form stands for. */
  readonly origins?: ReadonlyMap<Node, Origin>
  /** Of an entity, once they were merged with it: what adds to it, in the order in which it was merged. */
  readonly overlays?: readonly SourceFile[]
}

/** `wms/product`, `wms/enums/enabled`, `helpdesk/overlays/product`: the required value of `$id`. */
export function idOf(file: SourceFile): string {
  return file.path.replace(/\.json$/, '')
}
