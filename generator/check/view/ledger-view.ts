/** Ledgers and postings as the rules look at them, as far as their keywords have the right shape. */
import { columnType, memoizeByObject, type FieldModel } from '../../../runtime/protocol/index.ts'
import { idField, implicitFields } from '../../normalize/implicit-fields.ts'
import { isObject, member, objectOf } from '../../source/json.ts'
import type { RawLedger, RawPosting } from '../../raw/ledger.ts'
import { fieldModel } from '../../normalize/entity.ts'
import type { RawMeta } from '../../raw/documents.ts'
import { asRaw } from '../../raw/as-raw.ts'
import { escaped, isSound } from './document.ts'
import { enumsOf } from './machine-view.ts'
import { fieldPointer, type EntityView, type View } from './view.ts'

export interface LedgerView {
  readonly entity: EntityView
  readonly raw: RawLedger
}

export interface PostingView {
  readonly entity: EntityView
  readonly name: string
  readonly raw: RawPosting
  readonly pointer: string
  /** Null when there is no such ledger. */
  readonly ledger: LedgerView | null
  /** Entity the entries read from: of the lines, or of the document. Null when `each` names no lines. */
  readonly line: EntityView | null
}

/** Ledgers whose keywords have the right shape. */
export const ledgersOf = (view: View): readonly LedgerView[] =>
  [...view.entities.values()].flatMap((entity) => ledgerIn(entity) ?? [])

export function ledgerIn(entity: EntityView): LedgerView | null {
  const raw = member(entity.document.value, 'x-ledger')
  return isObject(raw) && isSound(entity.document, '/x-ledger') ? { entity, raw: asRaw<RawLedger>(raw) } : null
}

/** Postings whose keywords have the right shape. */
export function postingsIn(entity: EntityView, view: View): readonly PostingView[] {
  return Object.entries(objectOf(member(entity.document.value, 'x-posting'))).flatMap(([name, value]) => {
    const pointer = `/x-posting/${escaped(name)}`
    if (!isObject(value) || !isSound(entity.document, pointer)) return []
    const raw = asRaw<RawPosting>(value)
    const target = view.entities.get(raw.ledger)
    return [
      {
        entity,
        name,
        raw,
        pointer,
        ledger: target ? ledgerIn(target) : null,
        line: raw.each === undefined ? entity : linesOf(entity, raw.each, view),
      },
    ]
  })
}

export const allPostings = (view: View): readonly PostingView[] =>
  [...view.entities.values()].flatMap((entity) => postingsIn(entity, view))

function linesOf(entity: EntityView, field: string, view: View): EntityView | null {
  const relation = objectOf(member(entity.fields.get(field), 'x-relation'))
  return member(relation, 'owned') === true ? (view.entities.get(String(member(relation, 'to'))) ?? null) : null
}

const enumDocumentsOf = memoizeByObject(enumsOf)

/** What a column is; null when it is not there or not sound. Columns that come by themselves are integers. */
export function columnOf(view: View, entity: EntityView | undefined, name: string): FieldModel | null {
  if (!entity) return null
  if (entity.implicit.has(name))
    return (
      [idField, ...implicitFields(asRaw<RawMeta>(entity.meta))].find((field) => field.name === name) ?? {
        ...idField,
        name,
      }
    )
  const field = entity.fields.get(name)
  if (!field || !isSound(entity.document, fieldPointer(name))) return null
  const { default: _unused, ...rest } = field
  const required = member(entity.document.value, 'required')
  return fieldModel(
    name,
    rest,
    Array.isArray(required) && required.includes(name),
    entity.document.file,
    enumDocumentsOf(view),
  )
}

/** Entity a reference of one record leads to. */
export function targetOf(view: View, entity: EntityView | undefined, name: string): EntityView | null {
  const field = entity?.fields.get(name)
  const to = member(objectOf(member(field, 'x-relation')), 'to')
  if (typeof to !== 'string' || field?.['type'] !== 'integer') return null
  return view.entities.get(to) ?? null
}

/** How a column's values are stored, for comparing two: decimals of another scale are other numbers. */
export const storedAs = (field: FieldModel): string =>
  field.scale === undefined ? columnType(field) : `decimal ${field.scale}`
