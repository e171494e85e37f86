/** Which tables and fields the rules for deleted records and for sensitive data may watch, and why not the others. */
import {
  holdsLines,
  isColumn,
  linesOf,
  type FieldModel,
  type TableModel,
  type TextKey,
} from '../../../protocol/index.ts'

/** `delete`: rows that are deleted are kept; `change`: values that are replaced are kept. */
export type Watch = 'delete' | 'change'

/** Tables of the framework whose records people manage; the others are its own books. */
const ownTables: ReadonlySet<string> = new Set(['system/admin', 'system/admin_group', 'system/admin_rule'])

/** True for tables whose records people delete, or edit: only these can be chosen at all. */
export const canBeWatched = (model: TableModel, watch: Watch): boolean =>
  model.storage === 'table' && model.actions.includes(watch === 'delete' ? 'del' : 'edit')

/** Why the rows of the table are left out, since another mechanism owns them; null = they can be watched. */
export function whyNotWatched(model: TableModel, watch: Watch): TextKey | null {
  const { id, module, ledger, balanceOf, postings = {}, adopted, softDelete } = model
  if (id === 'system/attachment') return 'watch.attachment'
  if (ledger || balanceOf || Object.keys(postings).length > 0) return 'watch.ledger'
  if (adopted) return 'watch.adopted'
  if (module === 'system' && !ownTables.has(id)) return 'watch.own'
  if (watch === 'delete') return softDelete === null && linesOf(model).length > 0 ? 'watch.lines' : null
  return watchableFields(model).length === 0 ? 'watch.no_fields' : null
}

/** Fields that people fill in. Of secrets it is recorded that they changed, not what they were. */
export const watchableFields = ({ fields }: TableModel): readonly FieldModel[] =>
  fields.filter(
    (field) => isColumn(field) && !field.implicit && !field.readOnly && !holdsLines(field) && !field.computed,
  )
