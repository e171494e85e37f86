/** Sums of the columns that are marked for it, exact to the last digit. Pure. */
import { decimalText, isEmpty, kinds, memoizeByObject, type FieldModel } from '../../../protocol/index.ts'
import { columnsOf, type DraftLine } from './edit.ts'

/** Wire text of the sum by field name; unreadable values count as zero. */
export function totalsOf(
  field: FieldModel,
  lines: readonly DraftLine[],
  timeZone: string,
): ReadonlyMap<string, string> {
  const marked = columnsOf(field).filter((column) => column.column?.total)
  return new Map(
    marked.map((column) => [
      column.name,
      decimalText(
        lines.reduce((sum, line) => sum + scaled(column, line[column.name], timeZone), 0n),
        column.scale ?? 0,
      ),
    ]),
  )
}

/** Values of lines in the field's unit: a key changes one of many. */
const scaledCache = memoizeByObject((_field: FieldModel) => new Map<unknown, bigint>())

/** More than the longest document has; above that the values of long editing are dropped. */
const maxCached = 2_000

function scaled(field: FieldModel, value: unknown, timeZone: string): bigint {
  if (isEmpty(value)) return 0n
  const cache = scaledCache(field)
  if (cache.size > maxCached) cache.clear()
  const result = cache.get(value) ?? read(field, value, timeZone)
  cache.set(value, result)
  return result
}

function read(field: FieldModel, value: unknown, timeZone: string): bigint {
  const kind = kinds[field.kind]
  const result = kind.read(value, field, { timeZone })
  return 'value' in result ? BigInt(kind.toStored(result.value, field) ?? 0) : 0n
}
