import { formatBytes } from '../../files/file-texts.ts'
import type { CellProps } from '../renderer.ts'

/** A number of bytes in the unit people read; the exact number on demand. */
export function BytesCell({ value, locale }: CellProps) {
  const bytes = Number(value ?? 0)
  return (
    <span title={`${new Intl.NumberFormat(locale.language).format(bytes)} B`}>
      {formatBytes(bytes, locale.language)}
    </span>
  )
}
