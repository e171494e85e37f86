import { Blank } from './Blank.tsx'
import type { CellProps } from './renderer.ts'

/** A swatch and the value of the colour. Anything but `#rrggbb[aa]` is shown as text only. */
export function ColorCell({ value }: CellProps) {
  const text = String(value ?? '')
  if (text === '') return <Blank />
  return (
    <span className="cell-color">
      {/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(text) && (
        <svg className="cell-swatch" viewBox="0 0 16 16" aria-hidden>
          <rect width="16" height="16" rx="3" fill={text} />
        </svg>
      )}
      <span className="cell-text">{text}</span>
    </span>
  )
}
