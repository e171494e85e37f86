import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** Long text. In a list it is one line, which the style sheet sees to, and the whole text shows on hover. */
export function TextareaCell({ value }: CellProps) {
  const text = String(value ?? '')
  return text.trim() === '' ? (
    <Blank />
  ) : (
    <span className="cell-text" title={text}>
      {text.trim()}
    </span>
  )
}
