/** What the stages conclude and the emitters print: modules with their entities, complete. */
import type { FormModel, TableModel, Text } from '../../runtime/protocol/index.ts'

export interface Entity {
  readonly model: TableModel
  readonly form: FormModel
  /** Dialogs of the machine's actions that have inputs, by action. */
  readonly actionForms: ReadonlyMap<string, FormModel>
  /** Path of its document below `schemas/`, and those of its overlays. */
  readonly source: string
  /** Variable of the model, for example `warehouseArea`. */
  readonly variable: string
  /** Interface of a row, for example `WarehouseArea`. */
  readonly type: string
}

export interface Module {
  readonly name: string
  readonly label: Text
  readonly icon: string | null
  readonly order: number
  /** Pages in menu order. */
  readonly menu: readonly string[]
  /** By `$id`. */
  readonly entities: readonly Entity[]
  /** Texts of hand-written pages, by key. */
  readonly texts: Readonly<Record<string, Text>>
}

export interface SchemaSet {
  /** By name. */
  readonly modules: readonly Module[]
}
