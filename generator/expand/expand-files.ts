/** All documents in their long form. */
import { expandFile } from './expand.ts'
import type { SourceFile } from '../source/source-file.ts'

interface Known {
  readonly expanded: SourceFile
  /** What the paths of its shared types led to. */
  readonly types: ReadonlyMap<string, SourceFile | undefined>
}

/** Kept with its file: a process that reads again and again expands only what was edited. */
const known = new WeakMap<SourceFile, Known>()

/** The documents in their order, each in its long form. */
export function expandFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  const types = new Map(files.filter(({ type }) => type === 'type').map((file) => [file.path, file]))
  return files.map((file) => {
    const former = known.get(file)
    if (former && [...former.types].every(([path, type]) => types.get(path) === type)) return former.expanded
    const used = new Map<string, SourceFile | undefined>()
    const expanded = expandFile(file, (path) => {
      used.set(path, types.get(path))
      return types.get(path)
    })
    known.set(file, { expanded, types: used })
    return expanded
  })
}
