/** Paths of the generated folders below the project root. */
import type { TableModel } from '../../runtime/protocol/index.ts'

export const generatedFolder = 'generated'

/** Folder of an entity's own files. */
export function folderOf(model: Pick<TableModel, 'module' | 'name'>): string {
  return `${generatedFolder}/${model.module}/${model.name}`
}
