/** Lines: which entity owns which, and the columns that tie a line to its owner. */
import type { FieldModel, OwnerModel } from '../../runtime/protocol/index.ts'
import type { Draft, DraftField } from './entity.ts'
import { idOf } from '../source/source-file.ts'

/** Column with the place of a line, from 1. */
export const lineNumberColumn = 'line_no'

/** Column of a line with its owner's id. @param owner short name, for example `warehousing` */
export const ownerColumn = (owner: string): string => `${owner}_id`

/** The owner of each entity of lines. Of several owners the first counts; the checks refuse the others. */
export function ownersOf(drafts: readonly Draft[]): ReadonlyMap<string, OwnerModel> {
  const owners = new Map<string, OwnerModel>()
  for (const { file, fields } of drafts) {
    for (const { model, relation } of fields) {
      if (relation?.owned && !owners.has(relation.to))
        owners.set(relation.to, { entity: idOf(file), field: ownerColumn(file.name), lines: model.name })
    }
  }
  return owners
}

/** The draft of an owned entity: tied to its owner, in order, without actions of its own. Others stay as they are. */
export function attachToOwner(draft: Draft, owners: ReadonlyMap<string, OwnerModel>): Draft {
  const ownedBy = owners.get(idOf(draft.file))
  if (!ownedBy) return draft
  const end = draft.fields.findLastIndex((field) => !field.model.implicit) + 1
  const fields = [...draft.fields.slice(0, end), ...ownerFields(ownedBy), ...draft.fields.slice(end)]
  return { ...draft, ownedBy, fields, actions: [], sort: { field: lineNumberColumn, direction: 'asc' } }
}

function ownerFields(owner: OwnerModel): readonly DraftField[] {
  const tie = { required: true, readOnly: true, private: false, implicit: true } as const
  const record: FieldModel = {
    name: owner.field,
    kind: 'reference',
    label: { 'zh-cn': '所属单据', en: 'Belongs to' },
    ...tie,
  }
  const place: FieldModel = { name: lineNumberColumn, kind: 'integer', label: { 'zh-cn': '行号', en: 'Line' }, ...tie }
  return [
    { model: record, relation: { to: owner.entity, onDelete: 'cascade' }, raw: null },
    { model: place, relation: null, raw: null },
  ]
}
