/** The layers of each root: its folders and loose files, lowest first. An entry imports only entries before it. */
import type { SourceFile } from './source-tree.ts'

export const layers: Readonly<Record<string, readonly string[]>> = {
  generator: [
    'source',
    'raw',
    'read.ts',
    'dialect',
    'rule',
    'machine',
    'normalize',
    'ledger',
    'check',
    'link',
    'emit',
    'write.ts',
    'pipeline.ts',
    'format-problems.ts',
    'validators.ts',
  ],
}

/** Imports of the files below `root` that lead to the same or a higher layer, and entries that have no layer. */
export function layerViolations(
  files: readonly SourceFile[],
  root: string,
  order: readonly string[],
): readonly string[] {
  const entryOf = (path: string): string | null =>
    path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/')[0]! : null
  const violations = new Set<string>()
  for (const file of files) {
    const entry = entryOf(file.path)
    if (entry === null) continue
    const layer = order.indexOf(entry)
    if (layer < 0) violations.add(`${root}/${entry} has no layer`)
    for (const path of file.imports) {
      const target = entryOf(path)
      if (target !== null && target !== entry && order.indexOf(target) >= layer)
        violations.add(`${file.path} → ${path}`)
    }
  }
  return [...violations]
}
