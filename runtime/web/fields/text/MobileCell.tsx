import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

export function MobileCell({ value }: CellProps) {
  const text = String(value ?? '')
  return text === '' ? (
    <Blank />
  ) : (
    <a className="cell-text cell-moment" href={`tel:${text.replace(/[^\d+]/g, '')}`}>
      {text}
    </a>
  )
}
