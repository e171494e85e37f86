import { kinds } from '../../protocol/index.ts'
import { Blank } from './Blank.tsx'
import type { CellProps } from './renderer.ts'

/** `key=value; …` on one line. */
export function PairsCell({ value, field, locale }: CellProps) {
  const text =
    typeof value === 'object' && value !== null
      ? kinds.pairs.toText(value as Readonly<Record<string, string>>, field, locale, locale.language)
      : ''
  return text === '' ? (
    <Blank />
  ) : (
    <span className="cell-text" title={text}>
      {text}
    </span>
  )
}
