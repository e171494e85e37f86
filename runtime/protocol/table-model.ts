/**
 * The plain-data model between the schemas and the runtime: the generator derives it from the schemas, server and web
 * read it, and no other code interprets raw schemas. Every value here is JSON (frozen, serializable, complete).
 */
import {
  formerNames,
  type CheckModel,
  type FieldModel,
  type RenamedFrom,
  type FormModel,
  type RelationModel,
  type Text,
} from './field-model.ts'
import type { AdoptedModel } from './kinds/adopted.ts'
import type { MachineModel } from './machine/machine-model.ts'
import type { BalanceModel, LedgerModel, PostingModel } from './ledger.ts'
import type { RuleModel } from './rules/rule.ts'

export * from './field-model.ts'
export type * from './machine/machine-model.ts'

export interface IndexModel {
  readonly name: string
  readonly on: readonly string[]
  readonly unique: boolean
}

export type SortDirection = 'asc' | 'desc'
export interface SortModel {
  readonly field: string
  readonly direction: SortDirection
}

export interface SectionModel {
  readonly name: string
  readonly label: Text | null
  /** Rows of field names; the fields of one row are side by side on a wide screen. */
  readonly rows: readonly (readonly string[])[]
  /** The section is a full-width grid of these lines; its only row names the same field. */
  readonly grid?: string
}

export const actionNames = ['index', 'add', 'edit', 'del', 'restore', 'sortable', 'import', 'export', 'mail'] as const
export type ActionName = (typeof actionNames)[number]

/** Routes of every record with states, in addition to those of its table; both require the right to see the list. */
export const recordRoutes = ['view', 'history'] as const

/** Whose lines the rows of a table are. */
export interface OwnerModel {
  /** The owner, for example `wms/warehousing`. */
  readonly entity: string
  /** Column with the owner's id, for example `warehousing_id`. The position among the lines is in `line_no`, from 1. */
  readonly field: string
  /** Field of the owner that contains the lines, for example `product_detail`. */
  readonly lines: string
}

/** Pattern of the numbers of new records, for example `RK{yyyyMMdd}{seq:6}`. */
export interface NumberModel {
  readonly field: string
  readonly pattern: string
}

export interface TreeModel {
  readonly parent: string
  /** Deepest level allowed, the roots being level 1; null = no limit. */
  readonly depth: number | null
}

/** Whose rows an admin sees who is not super: by admin in a column; a number is a group whose members see all. */
export const limitModes = ['personal', 'allAuth', 'allAuthAndOthers', 'parent'] as const
export type LimitMode = (typeof limitModes)[number] | number

/** Rows are limited by the admin in the column `on`; own rows always count. */
export interface LimitModel {
  readonly mode: LimitMode
  readonly on: string
}

/**
 * Actions that can have their own list of fields; select, search, sort and export follow `index`, an import follows
 * `add` and `edit`.
 */
export const listedActions = ['index', 'add', 'edit'] as const
export type ListedAction = (typeof listedActions)[number]

/** Restrictions for everybody except super admins, in all operations alike. */
export interface PolicyModel {
  readonly limit: LimitModel | null
  /** Fields of an action; absent = all of them. */
  readonly fields: Readonly<Partial<Record<ListedAction, readonly string[]>>>
  /** Rule of the rows an action reaches; `index` applies to every action in addition to its own. Absent = all rows. */
  readonly rows?: Readonly<Partial<Record<ActionName, RuleModel>>>
  /** The rows and fields that anybody may see. Absent = nothing. */
  readonly public?: { readonly rows: RuleModel; readonly fields: readonly string[] }
  /** The rows on which members run actions. Absent = none. */
  readonly member?: { readonly rows: RuleModel }
}

/** One entity, complete. */
export interface TableModel {
  /** `<module>/<snake_name>`, for example `wms/warehouse_area`. */
  readonly id: string
  readonly module: string
  readonly name: string
  readonly table: string
  /** `wms.WarehouseArea` */
  readonly controller: string
  /** `wms/warehouseArea`: page name, page path and prefix of the permission nodes. */
  readonly page: string
  /** Name of the entity, in the plural: "Suppliers". */
  readonly label: Text
  /** Name of one record: "Supplier". */
  readonly singular: Text
  readonly icon: string | null
  /** Field that names a record to people. */
  readonly title: string
  /** Natural key used by import; empty when there is none. */
  readonly key: readonly string[]
  /** Fields that options show beside the name; absent = none. */
  readonly details?: readonly string[]
  /** `none` = lives only in the client: no table, no routes. */
  readonly storage: 'table' | 'none'
  /** `first` = transactions lock its rows before those of all other tables; absent = as references have it. */
  readonly lock?: 'first'
  readonly created: string | null
  readonly updated: string | null
  readonly softDelete: string | null
  readonly owner: string | null
  /** Column of the sort weight (`weigh`); null when records cannot be ordered by hand. */
  readonly sort: string | null
  readonly tree: TreeModel | null
  /** Set when the rows are lines of another entity's records: no list, no routes of their own. */
  readonly ownedBy?: OwnerModel
  /** Set when new records get a number from the server. */
  readonly number?: NumberModel
  readonly actions: readonly ActionName[]
  /** Set when the record has states that actions lead through. */
  readonly machine?: MachineModel
  /** Fields the quick search compares. */
  readonly search: readonly string[]
  /** The id first, then the declared fields in schema order, then the other implicit ones. */
  readonly fields: readonly FieldModel[]
  readonly indexes: readonly IndexModel[]
  readonly list: { readonly columns: readonly string[]; readonly sort: SortModel }
  /** Fields in a mail of a record, or of these lines; absent = those of the list, or of the grid. */
  readonly mail?: { readonly columns: readonly string[] }
  readonly form: readonly SectionModel[]
  /** Absent = none. */
  readonly checks?: readonly CheckModel[]
  /** Set when the table is an append-only ledger that maintains balances. */
  readonly ledger?: LedgerModel
  /** Set when a ledger keeps balances here: the entity of the ledger, and which of its rows are behind a record. */
  readonly balanceOf?: { readonly entity: string; readonly key: BalanceModel['key'] }
  /** Postings of the record's actions to ledgers, by name. */
  readonly postings?: Readonly<Record<string, PostingModel>>
  /** Absent = everybody with the right sees every row and field. */
  readonly policy?: PolicyModel
  /** Former ids of the entity, whose table is renamed; null = none. */
  readonly renamedFrom: RenamedFrom | null
  /** Set when another application created the table, which is read and written as it is. */
  readonly adopted?: AdoptedModel
}

/** One module as `generated/<module>/index.ts` exports it. Large parts load on demand. */
export interface ModuleManifest {
  readonly name: string
  readonly label: Text
  readonly icon: string | null
  readonly order: number
  /** Pages in menu order. */
  readonly menu: readonly string[]
  /** By page name (`wms/warehouseArea`). */
  readonly tables: Readonly<Record<string, TableEntry>>
}

export interface TableEntry {
  /** Name of one record, for texts shown before the model is loaded: "Supplier". */
  readonly singular: Text
  readonly model: () => Promise<TableModel>
  readonly form: () => Promise<FormModel>
  /** Dialogs of the machine's actions that have inputs, by action. */
  readonly actions?: Readonly<Record<string, () => Promise<FormModel>>>
}

/** The usual page of an entity, if its schema names no other: `wms/warehouse_area` → `wms/warehouseArea`. */
export const usualPage = (entity: string): string =>
  entity.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The field of that name, or undefined. */
export function fieldOf(model: TableModel, name: string): FieldModel | undefined {
  return model.fields.find((field) => field.name === name)
}

/** The field that has the name, or that had it: logs contain the names of their time. */
export function fieldEverNamed(model: Pick<TableModel, 'fields'>, name: string): FieldModel | undefined {
  const { fields } = model
  const current = fields.find((field) => field.name === name)
  return current ?? fields.find(({ renamedFrom }) => formerNames(renamedFrom).includes(name))
}

/** Values that a log contains by the names of their time, by those of today. */
export function renameLogged<Value>(model: TableModel, values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [fieldEverNamed(model, name)?.name ?? name, value]),
  )
}

/** The id of the entity and its former ones: rows that never change contain those of their time. */
export const everyIdOf = ({ id, renamedFrom }: Pick<TableModel, 'id' | 'renamedFrom'>): readonly string[] => [
  id,
  ...formerNames(renamedFrom),
]

/**
 * The field of that name, which the model or its generated parts name: without it the schemas contradict themselves.
 */
export function requireField(model: TableModel, name: string): FieldModel {
  const field = fieldOf(model, name)
  if (!field) throw new TypeError(`${model.id} has no field ${name}`)
  return field
}

/** The relation of a field that refers to records. */
export function requireRelation({ name, relation }: FieldModel): RelationModel {
  if (!relation) throw new TypeError(`${name} is no reference`)
  return relation
}

/** How the rows of a table form a tree, for tables that do. */
export function requireTree({ id, tree }: TableModel): TreeModel {
  if (!tree) throw new TypeError(`${id} is no tree`)
  return tree
}

/** The states and actions of a table that has them. */
export function requireMachine({ id, machine }: TableModel): MachineModel {
  if (!machine) throw new TypeError(`${id} has no states`)
  return machine
}

/** Fields a client may write: declared, not read-only. */
export function writableFields(model: TableModel): readonly FieldModel[] {
  return model.fields.filter((field) => !field.readOnly)
}

/** Fields a client may see, filter and sort by. */
export function visibleFields(model: TableModel): readonly FieldModel[] {
  return model.fields.filter((field) => !field.private)
}
