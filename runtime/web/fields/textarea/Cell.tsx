import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** Long text on one line: line breaks become spaces, the whole text shows on hover. */
export function TextareaCell({ value }: CellProps) {
  const text = String(value ?? '')
  return text.trim() === '' ? (
    <Blank />
  ) : (
    <span className="cell-text" title={text}>
      {text.replace(/\s+/g, ' ')}
    </span>
  )
}
