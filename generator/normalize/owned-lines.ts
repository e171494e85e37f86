/** Lines: which entity owns which, and the columns that tie a line to its owner. */
import { formerNames, type FieldModel, type OwnerModel } from '../../runtime/protocol/index.ts'
import type { Draft, DraftField } from './entity.ts'
import { idOf } from '../source/source-file.ts'

/** Column with the place of a line, from 1. */
export const lineNumberColumn = 'line_no'

/** Column of a line with its owner's id. @param owner short name, for example `warehousing` */
export const ownerColumn = (owner: string): string => `${owner}_id`

/** The owner of an entity of lines. */
interface Owner {
  readonly model: OwnerModel
  /** Names of the column while the owner had other names. */
  readonly formerColumns: readonly string[]
}

/** The owner of each entity of lines. Of several owners the first counts; the checks refuse the others. */
export function ownersOf(drafts: readonly Draft[]): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>()
  for (const { file, raw, fields } of drafts) {
    const field = ownerColumn(file.name)
    const formerColumns = formerNames(raw['x-renamedFrom'])
      .map((id) => ownerColumn(id.split('/').at(-1) ?? ''))
      .filter((column) => column !== field)
    for (const { model, relation } of fields) {
      if (relation?.owned && !owners.has(relation.to))
        owners.set(relation.to, { model: { entity: idOf(file), field, lines: model.name }, formerColumns })
    }
  }
  return owners
}

/** The draft of an owned entity: tied to its owner, in order, without actions of its own. Others stay as they are. */
export function attachToOwner(draft: Draft, owners: ReadonlyMap<string, Owner>): Draft {
  const owner = owners.get(idOf(draft.file))
  if (!owner) return draft
  const end = draft.fields.findLastIndex((field) => !field.model.implicit) + 1
  const fields = [...draft.fields.slice(0, end), ...ownerFields(owner), ...draft.fields.slice(end)]
  return { ...draft, ownedBy: owner.model, fields, actions: [], sort: { field: lineNumberColumn, direction: 'asc' } }
}

function ownerFields({ model: owner, formerColumns }: Owner): readonly DraftField[] {
  const tie = { required: true, readOnly: true, private: false, implicit: true } as const
  const record: FieldModel = {
    name: owner.field,
    kind: 'reference',
    label: { 'zh-cn': '所属单据', en: 'Belongs to' },
    ...tie,
    ...(formerColumns.length > 0 && { renamedFrom: formerColumns }),
  }
  const place: FieldModel = {
    name: lineNumberColumn,
    kind: 'integer',
    label: { 'zh-cn': '行号', en: 'Line' },
    ...tie,
    // Records that become lines get their places when their document is saved.
    default: 1,
  }
  return [
    { model: record, relation: { to: owner.entity, onDelete: 'cascade' }, raw: null },
    { model: place, relation: null, raw: null },
  ]
}
