/** Changes of several schema documents at once, each with the changes that take it back, to the byte. */
import { parse } from 'jsonc-parser'
import { isObject, type Json, type JsonObject } from '../source/json.ts'
import { editJson, JsonEditError, setMember, type JsonEdit, type JsonPath } from './json-edit.ts'

/** Texts by path below `schemas/`, for example `shop/brand.json`. */
export type Documents = ReadonlyMap<string, string>

/** Edits of one document, or its whole text; null = there is none. */
export type DocumentChange =
  | { readonly path: string; readonly edits: readonly JsonEdit[] }
  | { readonly path: string; readonly text: string | null }

export interface ChangedDocuments {
  readonly documents: Documents
  /** Applied to the changed documents, they give the former ones. */
  readonly inverse: readonly DocumentChange[]
}

export interface DocumentEditor {
  readonly has: (path: string) => boolean
  readonly paths: () => readonly string[]
  /** @throws JsonEditError when there is no such document, or its root is no object */
  readonly read: (path: string) => JsonObject
  readonly valueAt: (path: string, place: JsonPath) => Json | undefined
  /** Whether a text occurs in a document: cheaper than reading it. */
  readonly includes: (path: string, text: string) => boolean
  /** @throws JsonEditError when the place leads nowhere, or a name is taken */
  readonly edit: (path: string, edit: JsonEdit) => void
  /** Gives a member a value; objects that are missing on the way are made. */
  readonly set: (path: string, place: JsonPath, name: string, value: Json) => void
  /** The whole text of a document, or null to remove it. */
  readonly write: (path: string, text: string | null) => void
  readonly result: () => ChangedDocuments
}

/** An editor of a copy: the given documents stay as they are. */
export function createEditor(documents: Documents): DocumentEditor {
  const current = new Map(documents)
  const inverse: DocumentChange[] = []
  const textOf = (path: string): string => {
    const text = current.get(path)
    if (text === undefined) throw new JsonEditError([path], 'there is no such document')
    return text
  }
  const read = (path: string): JsonObject => {
    const value: unknown = parse(textOf(path))
    if (!isObject(value)) throw new JsonEditError([path], 'the document is no object')
    return value
  }
  const write = (path: string, text: string | null): void => {
    inverse.unshift({ path, text: current.get(path) ?? null })
    if (text === null) current.delete(path)
    else current.set(path, text)
  }
  const edit = (path: string, change: JsonEdit): void => {
    const edited = editJson(textOf(path), change)
    current.set(path, edited.text)
    inverse.unshift({ path, edits: [edited.inverse] })
  }
  return {
    has: (path) => current.has(path),
    paths: () => [...current.keys()],
    read,
    valueAt: (path, place) => valueAt(read(path), place),
    includes: (path, text) => textOf(path).includes(text),
    edit,
    set(path, place, name, value) {
      const parent = valueAt(read(path), place)
      if (isObject(parent)) {
        const isThere = Object.hasOwn(parent, name)
        edit(
          path,
          isThere
            ? { op: 'replace', path: [...place, name], value }
            : { op: 'insert', path: place, index: Infinity, name, value },
        )
        return
      }
      // The change that takes it back removes what was made on the way as well.
      write(path, setMember(textOf(path), place, name, value))
    },
    write,
    result: () => ({ documents: current, inverse }),
  }
}

/**
 * Applies changes one after the other.
 *
 * @throws JsonEditError when one does not fit the documents
 */
export function changeDocuments(documents: Documents, changes: readonly DocumentChange[]): ChangedDocuments {
  const editor = createEditor(documents)
  for (const change of changes)
    if ('edits' in change) for (const edit of change.edits) editor.edit(change.path, edit)
    else editor.write(change.path, change.text)
  return editor.result()
}

/** The value at a place of a document; undefined where there is none. */
export function valueAt(document: Json, place: JsonPath): Json | undefined {
  let value: Json | undefined = document
  for (const key of place) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, Json>>)[key]
  }
  return value
}
