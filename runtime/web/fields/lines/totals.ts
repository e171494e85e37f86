/** Sums of the columns that are marked for it, exact to the last digit. Pure. */
import { decimalText, isEmpty, kinds, type FieldModel } from '../../../protocol/index.ts'
import { columnsOf, type DraftLine } from './edit.ts'

/** Wire text of the sum by field name; unreadable values count as zero. */
export function totalsOf(
  field: FieldModel,
  lines: readonly DraftLine[],
  timeZone: string,
): ReadonlyMap<string, string> {
  const marked = columnsOf(field).filter((one) => one.column?.total)
  return new Map(
    marked.map((one) => [
      one.name,
      decimalText(
        lines.reduce((sum, line) => sum + scaled(one, line[one.name], timeZone), 0n),
        one.scale ?? 0,
      ),
    ]),
  )
}

function scaled(field: FieldModel, value: unknown, timeZone: string): bigint {
  if (isEmpty(value)) return 0n
  const kind = kinds[field.kind]
  const read = kind.read(value, field, { timeZone })
  return 'value' in read ? BigInt(kind.toStored(read.value, field) ?? 0) : 0n
}
