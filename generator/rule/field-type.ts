/** What a field holds, as a rule sees it. */
import { columnType, holdsLines, kinds, refersToMany, type FieldModel } from '../../runtime/protocol/index.ts'
import type { RuleType } from './type.ts'

/** The type of a field; null for maps, which rules do not look into. */
export function typeOfField(field: FieldModel): RuleType | null {
  if (holdsLines(field)) return { is: 'lines', field }
  if (columnType(field) === 'json')
    return Array.isArray(kinds[field.kind].toWire(null, field)) ? { is: 'list', field } : null
  if (field.options) return { is: 'option', field }
  if (field.relation && !refersToMany(field)) return { is: 'id' }
  if (columnType(field) === 'integer')
    return field.name === 'id' && field.implicit ? { is: 'id' } : { is: 'number', scale: field.scale ?? 0 }
  return { is: 'text', field }
}
