import { formatDecimal, isEmpty } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import { GroupedNumber } from '../GroupedNumber.tsx'
import type { CellProps } from '../renderer.ts'

export function DecimalCell({ value, field, locale }: CellProps) {
  if (isEmpty(value)) return <Blank />
  return <GroupedNumber text={formatDecimal(String(value), field.scale ?? 0, locale.language)} />
}
