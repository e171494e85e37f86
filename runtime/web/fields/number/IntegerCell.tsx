import { formatWhole, isEmpty } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import { GroupedNumber } from '../GroupedNumber.tsx'
import type { CellProps } from '../renderer.ts'

/** A whole number. Numbers that serve as names (id, sort weight) are not grouped. */
export function IntegerCell({ value, field, locale }: CellProps) {
  if (isEmpty(value)) return <Blank />
  const text = String(value)
  if (field.implicit || !/^-?\d+$/.test(text)) return <GroupedNumber text={text} />
  return (
    <GroupedNumber text={`${text.startsWith('-') ? '-' : ''}${formatWhole(text.replace('-', ''), locale.language)}`} />
  )
}
