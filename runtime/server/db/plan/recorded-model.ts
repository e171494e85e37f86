/**
 * The model that the database was last brought to, as it records it: what its values mean, which types of columns do
 * not show. Format (JSON in `tablewright_meta`, key `model`): by table, its entity, soft-delete column, natural key,
 * state fields and, by name, its fields.
 */
import {
  columnType,
  formerNames,
  isColumn,
  type ColumnType,
  type FieldModel,
  type FileAccess,
  type RenamedFrom,
  type KindName,
  type OptionModel,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Ddl } from '../ddl.ts'
import type { Step } from './step.ts'

export interface RecordedField {
  readonly kind: KindName
  /**
   * `numeric`: the column has the figure itself instead of the integer. Versions that know integers only refuse to
   * write where another type is recorded.
   */
  readonly type: ColumnType | 'numeric'
  readonly required: boolean
  /** Former names; what is recorded under one is this field's. */
  readonly renamedFrom?: RenamedFrom
  /** Digits after the point of a decimal, whose unit is value × 10^scale. */
  readonly scale?: number
  readonly maxLength?: number
  /** Stored value of each option, by name. */
  readonly options?: Readonly<Record<string, number | string>>
  /** Names of the options whose records become one under another name, by former name. */
  readonly renamedOptions?: Readonly<Record<string, string>>
  /** Name of the option that the records of a removed one become, by the removed one's value. */
  readonly replacedOptions?: Readonly<Record<string, string>>
  readonly relation?: { readonly table: string; readonly onDelete: string }
  /** The access to its files; absent = everybody has it. */
  readonly access?: FileAccess
  /** The rule of a stored computed value. */
  readonly computed?: string
  /** The rule is answered only when a record is saved. */
  readonly isComputedBySaving?: true
  /** The rule that gave a value to records without one. */
  readonly backfill?: string
  /** No schema has the field any more; its column is kept. */
  readonly removed?: true
}

/** The type of the field's values, however the column stores them. */
export const valueType = ({ type }: RecordedField): ColumnType => (type === 'numeric' ? 'integer' : type)

export interface RecordedTable {
  readonly entity: string
  readonly softDelete: string | null
  readonly key: readonly string[]
  /** Fields whose options are the states of a record. */
  readonly states: readonly string[]
  readonly fields: Readonly<Record<string, RecordedField>>
  /** No schema has the table any more; it is kept. */
  readonly removed?: true
}

/** Names of tables and their columns that earlier plans created. */
export type CreatedColumns = Readonly<Record<string, readonly string[]>>

/** By table. */
export type RecordedModel = Readonly<Record<string, RecordedTable>>

/** What is recorded of the models, in the order of their tables' names. */
export function recordOf(models: readonly TableModel[], ddl: Pick<Ddl, 'typeOf'>): RecordedModel {
  const ownModels = models.filter(({ storage, adopted }) => storage === 'table' && !adopted)
  const sorted = ownModels.toSorted((left, right) => (left.table < right.table ? -1 : 1))
  return Object.fromEntries(sorted.map((model) => [model.table, tableRecord(model, ddl)]))
}

const tableRecord = (model: TableModel, ddl: Pick<Ddl, 'typeOf'>): RecordedTable => ({
  entity: model.id,
  softDelete: model.softDelete,
  key: model.key,
  states: model.machine?.fields ?? [],
  fields: Object.fromEntries(model.fields.filter(isColumn).map((field) => [field.name, fieldRecord(field, ddl)])),
})

function fieldRecord(field: FieldModel, ddl: Pick<Ddl, 'typeOf'>): RecordedField {
  const { kind, required, renamedFrom, scale, maxLength, options, relation, computed, backfill, access } = field
  const type = columnType(field)
  const isNumeric = ddl.typeOf({ type, ...(scale !== undefined && { scale }) }) !== ddl.typeOf({ type })
  return {
    kind,
    type: isNumeric ? 'numeric' : type,
    required,
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(scale !== undefined && { scale }),
    ...(maxLength !== undefined && { maxLength }),
    ...(options && optionsRecord(options)),
    ...(relation && { relation: { table: relation.table, onDelete: relation.onDelete } }),
    // What a module stores is not computed again.
    ...(computed && !computed.preview && { computed: computed.rule.source }),
    ...(isComputedBySaving(field) && { isComputedBySaving: true }),
    ...(backfill && { backfill: backfill.source }),
    ...(access && { access }),
  }
}

/** The rule of its computed value asks who saves the record, when, or what it was before. */
export const isComputedBySaving = ({ computed }: Pick<FieldModel, 'computed'>): boolean =>
  computed?.rule.asks?.some((what) => what === 'actor' || what === 'now' || what === 'old') === true

function optionsRecord(options: readonly OptionModel[]): Partial<RecordedField> {
  const renamed = options.flatMap(({ name, renamedFrom }) =>
    formerNames(renamedFrom).map((from) => [from, name] as const),
  )
  const replaced = options.flatMap(({ name, replaces = [] }) => replaces.map((value) => [String(value), name]))
  return {
    options: Object.fromEntries(options.map(({ name, value }) => [name, value])),
    ...(renamed.length > 0 && { renamedOptions: Object.fromEntries(renamed) }),
    ...(replaced.length > 0 && { replacedOptions: Object.fromEntries(replaced) }),
  }
}

/**
 * The record after a plan was carried out except for the steps that are left: what waits for a decision stays as it was
 * recorded, and so do fields and tables that no schema has any more.
 */
export function mergeRecord(
  old: RecordedModel,
  target: RecordedModel,
  left: readonly Pick<Step, 'kind' | 'table' | 'column' | 'blocking'>[],
): RecordedModel {
  const merged: Record<string, RecordedTable> = {}
  const isAsked = left.some((step) => step.kind === 'create-table')
  // Whether a new table is one of these under another name waits for the answer.
  for (const [name, table] of Object.entries(old))
    if (!target[name]) merged[name] = isAsked ? table : { ...table, removed: true }
  for (const [name, table] of Object.entries(target)) {
    const before = old[name]
    const isKeyOpen = left.some((step) => step.kind === 'check-key' && step.table === name)
    const waiting = left.filter((step) => step.blocking && step.table === name).map((step) => step.column)
    if (before) {
      const key = isKeyOpen ? before.key : table.key
      const isOpen = left.some((step) => step.kind === 'change-storage' && step.table === name)
      const { fields, ...rest } = mergeTable(before, table, waiting)
      merged[name] = { ...rest, fields: isOpen ? withFormerTypes(fields, before) : fields, key }
    } else if (!left.some((step) => step.kind === 'create-table' && step.table === name)) merged[name] = table
  }
  return merged
}

/** The columns are stored as they were. */
const withFormerTypes = (fields: RecordedTable['fields'], before: RecordedTable): RecordedTable['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.type === 'numeric' ? { ...field, type: before.fields[name]?.type ?? field.type } : field,
    ]),
  )

function mergeTable(before: RecordedTable, table: RecordedTable, waiting: readonly (string | null)[]): RecordedTable {
  const fields: Record<string, RecordedField> = {}
  const wanted = Object.entries(table.fields)
  const isRenamed = (name: string): boolean => wanted.some(([, field]) => formerNames(field.renamedFrom).includes(name))
  /** A new field of the same kind waits for the answer whether it is this one under a new name. */
  const isAsked = ({ kind }: RecordedField): boolean =>
    wanted.some(([name, field]) => waiting.includes(name) && !before.fields[name] && field.kind === kind)
  for (const [name, field] of Object.entries(before.fields))
    if (!table.fields[name] && !isRenamed(name)) fields[name] = isAsked(field) ? field : { ...field, removed: true }
  for (const [name, field] of wanted) {
    const names = [name, ...formerNames(field.renamedFrom)]
    const recordedField = names.map((candidate) => before.fields[candidate]).find(Boolean)
    if (!waiting.includes(name)) fields[name] = field
    else if (recordedField) fields[name] = recordedField
  }
  const isDeletionOpen = before.softDelete !== null && waiting.includes(before.softDelete)
  return { ...table, fields, softDelete: isDeletionOpen ? before.softDelete : table.softDelete }
}
