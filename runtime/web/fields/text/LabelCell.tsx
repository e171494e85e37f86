import type { CellProps } from '../renderer.ts'

/** What the server calls the value, as `<field>_label` of the row; the value itself where it has no name any more. */
export function LabelCell({ value, field, row }: CellProps) {
  const text = String(value ?? '')
  return (
    <span className="cell-text" title={text}>
      {String(row[`${field.name}_label`] ?? text)}
    </span>
  )
}
