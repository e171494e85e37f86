import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

export function EmailCell({ value }: CellProps) {
  const text = String(value ?? '')
  return text === '' ? (
    <Blank />
  ) : (
    <a className="cell-text" href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`} title={text}>
      {text}
    </a>
  )
}
