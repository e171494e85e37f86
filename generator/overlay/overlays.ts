/** Which overlays extend which entity, in the order in which they are merged. */
import { fieldsOf } from '../normalize/default-views.ts'
import { ownsLines } from '../normalize/field-kind.ts'
import type { Sources } from '../read.ts'
import { member, type Json, type JsonObject } from '../source/json.ts'
import { compareTexts } from '../source/problem.ts'
import type { SourceFile } from '../source/source-file.ts'

/** A document as a stage knows it: its value may differ from that of the file. */
export interface Valued {
  readonly file: SourceFile
  readonly value: JsonObject
}

/** An overlay with what other documents say of it. */
export interface Overlay<Document extends Valued = Valued> {
  readonly document: Document
  /** Label of its module. */
  readonly label: Json | undefined
  /** Whether it extends the lines of a document, whose grid shows all fields where the schema lists none. */
  readonly isOfLines: boolean
}

/**
 * Overlays by the `$id` that they extend. Those of a module with a lower `order` come first, as in the menu; then the
 * names of modules and files decide.
 */
export function overlaysByEntity<Document extends Valued>(
  documents: readonly Document[],
): ReadonlyMap<string, readonly Overlay<Document>[]> {
  const modules = new Map(
    documents.flatMap(({ file, value }) => (file.type === 'module' ? [[file.module, value] as const] : [])),
  )
  const orderOf = (file: SourceFile): number => Number(member(modules.get(file.module), 'order') ?? 0)
  const sorted = documents
    .filter(({ file }) => file.type === 'overlay')
    .sort((a, b) => orderOf(a.file) - orderOf(b.file) || compareTexts(a.file.path, b.file.path))
  if (sorted.length === 0) return new Map()
  const lines = new Set(
    documents.flatMap(({ value }) =>
      fieldsOf(value).flatMap(([, field]) => (ownsLines(field) ? [member(field['x-relation'], 'to')] : [])),
    ),
  )
  const overlaysByFile = new Map<string, Overlay<Document>[]>()
  for (const document of sorted) {
    const target = member(document.value, 'x-extends')
    if (typeof target !== 'string') continue
    const label = member(modules.get(document.file.module), 'x-label')
    const overlay = { document, label, isOfLines: lines.has(target) }
    overlaysByFile.set(target, [...(overlaysByFile.get(target) ?? []), overlay])
  }
  return overlaysByFile
}

/**
 * Modules of the package whose generated files are the package's own; a project has those of the others, which its
 * overlays extend.
 */
export function packagedModules({ files, shipped = [] }: Pick<Sources, 'files' | 'shipped'>): readonly string[] {
  const extended = new Set(
    [...overlaysByEntity(files.map((file) => ({ file, value: file.value }))).keys()].map(moduleOf),
  )
  return shipped.filter((name) => !extended.has(name))
}

const moduleOf = (id: string): string => id.split('/')[0] ?? ''

/** What the name of every field, index and check that the module adds begins with. */
export const prefixOf = ({ module }: Pick<SourceFile, 'module'>): string => `${module}_`
