/** Ids of records of another table, in the order chosen; stored as JSON list in the row. Digit strings count as ids. */
import type { FieldModel } from '../table-model.ts'
import { wholeNumber } from './integer.ts'
import { broken, ok } from './kind.ts'
import { holdsLines } from './lines.ts'
import { listKind } from './list.ts'

export const references = listKind((item) => {
  const id = wholeNumber(item)
  return id === null || id <= 0 ? broken('relation') : ok(id)
})

/** True for a field that stores ids of several records. */
export const refersToMany = (field: FieldModel): boolean => field.kind === 'references'

/** True for a field that stores the id of one record in its own column. */
export const refersToOne = (field: FieldModel): boolean =>
  field.relation !== undefined && !refersToMany(field) && !holdsLines(field)
