import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** A date, a time of day or a year, in tabular digits. */
export function DateCell({ value }: CellProps) {
  const text = String(value ?? '')
  return text === '' ? <Blank /> : <span className="cell-moment">{text}</span>
}
