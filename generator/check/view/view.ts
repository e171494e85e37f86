/** What the rules look at: all documents, repaired, and the entities and enumerations among them by name. */
import { fullTitleName, memoizeByObject } from '../../../runtime/protocol/index.ts'
import { columnKeywords } from '../../normalize/implicit-fields.ts'
import { isObject, member, objectOf, type JsonObject } from '../../source/json.ts'
import { overlaysByEntity, type Overlay } from '../../overlay/overlays.ts'
import { mergedDocument } from './merged-document.ts'
import { ownsLines } from '../../normalize/field-kind.ts'
import { ownerColumn, lineNumberColumn } from '../../normalize/owned-lines.ts'
import type { Sources } from '../../read.ts'
import { idOf, type SourceFile } from '../../source/source-file.ts'
import { walkDocument, type Document } from './document.ts'

export interface EntityView {
  readonly document: Document
  readonly id: string
  /** Declared fields by name. */
  readonly fields: ReadonlyMap<string, JsonObject>
  /** Fields that come by themselves. */
  readonly implicit: ReadonlySet<string>
  readonly meta: JsonObject
}

/** An overlay and what it extends. */
export interface OverlayView {
  readonly document: Document
  /** What `x-extends` names; undefined where it is missing. */
  readonly target: string | undefined
  /** The entity without what overlays add; undefined where there is none of that name. */
  readonly base: EntityView | undefined
  /** Overlays of the same entity that are merged before it. */
  readonly earlier: readonly Overlay<Document>[]
}

export interface View {
  readonly sources: Sources
  /** As they stand in their files. */
  readonly documents: readonly Document[]
  /** With what overlays add to them. */
  readonly entities: ReadonlyMap<string, EntityView>
  readonly overlays: readonly OverlayView[]
  /** By path below `schemas/`. */
  readonly enums: ReadonlyMap<string, Document>
  /** Paths whose syntax is broken: references to them are not reported in addition. */
  readonly unreadable: ReadonlySet<string>
}

/** The view of the sources; files with broken syntax are left out of it. */
export function viewOf(sources: Sources): View {
  const documents = sources.files.flatMap((file) => (!sources.syntax.has(file) ? (documentOf(file) ?? []) : []))
  const own = documents.filter((document) => document.file.type === 'entity')
  const extending = overlaysByEntity(documents)
  const merged = own.map((document) => {
    // Nothing can be added to the table of another application, which the rule of overlays reports.
    const isAdopted = member(member(document.value, 'x-entity'), 'adopted') !== undefined
    const overlays = isAdopted ? undefined : extending.get(idOf(document.file))
    return overlays ? mergedDocument(document, overlays) : document
  })
  const entities = withOwnerColumns(merged.map(entityView))
  const enums = documents.filter((document) => document.file.type === 'enum')
  const unreadable = sources.files.filter((file) => !file.tree || sources.syntax.has(file)).map((file) => file.path)
  return {
    sources,
    documents,
    entities: new Map(entities.map((entity) => [entity.id, entity])),
    overlays: overlayViews(documents, own, extending),
    enums: new Map(enums.map((document) => [document.file.path, document])),
    unreadable: new Set([...unreadable, ...sources.strayFiles.map((stray) => stray.path)]),
  }
}

function overlayViews(
  documents: readonly Document[],
  entities: readonly Document[],
  extending: ReadonlyMap<string, readonly Overlay<Document>[]>,
): readonly OverlayView[] {
  const bases = new Map(
    entities
      .flatMap((document) => (extending.has(idOf(document.file)) ? [entityView(document)] : []))
      .map((entity) => [entity.id, entity]),
  )
  return documents
    .filter(({ file }) => file.type === 'overlay')
    .map((document) => {
      const name = member(document.value, 'x-extends')
      const target = typeof name === 'string' ? name : undefined
      const same = extending.get(target ?? '') ?? []
      const earlier = same.slice(
        0,
        same.findIndex((overlay) => overlay.document === document),
      )
      return { document, target, base: bases.get(target ?? ''), earlier }
    })
}

/** Kept with its file: a process that checks again and again walks only what was edited. */
const documentOf = memoizeByObject((file: SourceFile): Document | null =>
  file.tree ? walkDocument(file, file.tree) : null,
)

/** Lines also have the columns that tie them to their owner. */
function withOwnerColumns(entities: readonly EntityView[]): readonly EntityView[] {
  const ties = new Map(
    entities.flatMap(({ document, fields }) =>
      [...fields.values()]
        .filter(ownsLines)
        .map((field): [string, readonly string[]] => [
          String(member(field['x-relation'], 'to')),
          [ownerColumn(document.file.name), lineNumberColumn],
        ]),
    ),
  )
  return entities.map((entity) => {
    const columns = ties.get(entity.id)
    return columns ? { ...entity, implicit: new Set([...entity.implicit, ...columns]) } : entity
  })
}

function entityView(document: Document): EntityView {
  const meta = objectOf(member(document.value, 'x-entity'))
  const fields = Object.entries(objectOf(member(document.value, 'properties'))).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  )
  const names = columnKeywords
    .map((keyword) => member(meta, keyword))
    .filter((name): name is string => typeof name === 'string')
  return {
    document,
    id: idOf(document.file),
    fields: new Map(fields),
    implicit: new Set(['id', 'version', ...names, ...(Array.isArray(meta['title']) ? [fullTitleName] : [])]),
    meta,
  }
}

/** Pointer of a declared field. */
export function fieldPointer(name: string): string {
  return `/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The own field that names a record, the last one where the title lists several; null where the schema has none. */
export function titleFieldOf({ title }: JsonObject): { readonly name: string; readonly pointer: string } | null {
  const name = Array.isArray(title) ? title.at(-1) : title
  if (typeof name !== 'string') return null
  return { name, pointer: Array.isArray(title) ? `/x-entity/title/${title.length - 1}` : '/x-entity/title' }
}
