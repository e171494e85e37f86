import type { CellProps } from '../fields/renderer.ts'

/** A table by its name for people; its id where it no longer exists. */
export function TableNameCell({ value, row }: CellProps) {
  const id = String(value ?? '')
  return (
    <span className="cell-text" title={id}>
      {String(row['entity_label'] ?? id)}
    </span>
  )
}
