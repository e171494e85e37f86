/** The tables that the models define: columns, indexes, foreign keys. */
import {
  columnType,
  isColumn,
  kinds,
  refersToOne,
  requireRelation,
  type FieldModel,
  type IndexModel,
  type TableModel,
} from '../../../protocol/index.ts'
import type { ColumnPlan, FloorPlan, ForeignKeyPlan, IndexPlan, TablePlan } from '../ddl.ts'
import { searchPlanOf } from '../search.ts'
import { appendOnlyName, floorName, keyName, objectName } from './object-names.ts'

/** The table is the product's own: created and changed by plans. */
const isOwnTable = ({ storage, adopted }: TableModel): boolean => storage === 'table' && !adopted

/** Tables of all models that are stored and not adopted, sorted by name. */
export function wantedTables(models: readonly TableModel[]): readonly TablePlan[] {
  const ownModels = models.filter(isOwnTable)
  const floors = floorsOf(ownModels)
  const adopted = new Set(models.filter((model) => model.adopted).map(({ table }) => table))
  return ownModels
    .map((model) => tablePlan(model, floors, adopted))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

/** Whether a column may be NULL; ORDER BY depends on it. */
export function isNullable(model: TableModel, name: string): boolean {
  const field = model.fields.find((candidate) => candidate.name === name)
  return field === undefined || columnPlan(model, field).nullable
}

/** By table and column (`wms_stock.quantity`): balances of ledgers that have a floor are never negative. */
function floorsOf(models: readonly TableModel[]): ReadonlyMap<string, FloorPlan> {
  const balances = models.flatMap((model) => model.ledger?.balances ?? []).filter(({ floor }) => floor !== null)
  return new Map(balances.map(({ table, field }) => [`${table}.${field}`, { name: floorName(table, field), least: 0 }]))
}

/**
 * The `minimum` of a read-only number. What people enter is checked with a message for them; what only the server
 * writes can break it by a defect alone, which the database then stops.
 */
function ownFloor({ table }: TableModel, field: FieldModel): FloorPlan | undefined {
  const { name, minimum, scale = 0 } = field
  if (!field.readOnly || minimum === undefined || columnType(field) !== 'integer') return undefined
  return { name: floorName(table, name), least: Math.round(minimum * 10 ** scale) }
}

/** @param adopted names of tables that are elsewhere: a database knows no references into another one */
function tablePlan(model: TableModel, floors: ReadonlyMap<string, FloorPlan>, adopted: ReadonlySet<string>): TablePlan {
  const search = searchPlanOf(model)
  return {
    name: model.table,
    columns: model.fields
      .filter(isColumn)
      .map((field) =>
        withFloor(columnPlan(model, field), floors.get(`${model.table}.${field.name}`) ?? ownFloor(model, field)),
      ),
    indexes: indexPlans(model),
    foreignKeys: model.fields
      .filter(refersToOne)
      .map((field) => foreignKeyPlan(model, field))
      .filter(({ table }) => !adopted.has(table)),
    entity: model.id,
    ...(model.renamedFrom !== null && { renamedFrom: model.renamedFrom }),
    ...(model.ledger && { appendOnly: appendOnlyName(model.table) }),
    ...(search && { search }),
    ...(model.postings && { isNamedInLedger: true as const }),
    fields: model.fields.filter(isColumn),
  }
}

const withFloor = (column: ColumnPlan, floor: FloorPlan | undefined): ColumnPlan =>
  floor ? { ...column, floor } : column

/** Only digits that there are: an integer has no point in any storage. */
const scaleOf = ({ scale = 0 }: FieldModel): Pick<ColumnPlan, 'scale'> => (scale > 0 ? { scale } : {})

function columnPlan(model: TableModel, field: FieldModel): ColumnPlan {
  const always = field.name === 'id' || field.name === 'version' || field.name === model.sort
  const start = field.default === undefined ? null : kinds[field.kind].toStored(field.default, field)
  return {
    name: field.name,
    type: columnType(field),
    ...scaleOf(field),
    nullable: !always && !field.required,
    default: start ?? (field.name === 'version' ? 1 : field.name === model.sort ? 0 : null),
    ...(field.renamedFrom !== undefined && { renamedFrom: field.renamedFrom }),
  }
}

function foreignKeyPlan(model: TableModel, field: FieldModel): ForeignKeyPlan {
  const relation = requireRelation(field)
  return {
    name: keyName(model.table, field.name),
    column: field.name,
    table: relation.table,
    onDelete: relation.onDelete === 'keep' ? 'restrict' : relation.onDelete,
  }
}

/**
 * Declared indexes, then one per reference column and one for the sort weight, unless a declared one covers it. Every
 * list filters deleted rows, so plain indexes end with the soft-delete column: counting then never reads the rows.
 * Unique indexes contain only rows that are not deleted.
 */
export function indexPlans(model: TableModel): readonly IndexPlan[] {
  const plans = model.indexes.map((index) => indexPlan(model, index))
  const references = model.fields.filter(refersToOne).map(({ name }): [string, ...string[]] => [name])
  const orders = model.sort === null ? references : [...references, [model.sort, 'id'] as const]
  for (const on of orders)
    if (!plans.some((plan) => isServedBy(plan, on)))
      plans.push(indexPlan(model, { name: freeName(model, on[0], plans), on, unique: false }))
  return plans
}

function indexPlan(model: TableModel, { name, on, unique }: IndexModel): IndexPlan {
  const tail = unique || model.softDelete === null || on.includes(model.softDelete) ? [] : [model.softDelete]
  return {
    name: objectName(model.table, name),
    columns: [...on, ...tail],
    unique,
    whereNull: unique ? model.softDelete : null,
  }
}

/** A partial index does not contain deleted rows, so it cannot support a foreign key. */
const isServedBy = (plan: IndexPlan, columns: readonly string[]): boolean =>
  plan.whereNull === null && columns.every((column, index) => plan.columns[index] === column)

/** The column's name as an index name, with a suffix when a declared index of other columns uses it. */
function freeName(model: TableModel, column: string, others: readonly IndexPlan[]): string {
  let name = column
  while (others.some((other) => other.name === objectName(model.table, name))) name += '_key'
  return name
}
