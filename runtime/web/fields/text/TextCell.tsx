import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** One line of text; overflow is cut off and shown on hover. */
export function TextCell({ value }: CellProps) {
  const text = String(value ?? '')
  return text === '' ? (
    <Blank />
  ) : (
    <span className="cell-text" title={text}>
      {text}
    </span>
  )
}
