/** All tables of the running system, found by what requests and records name them with. */
import { lockOrder } from './lock-order.ts'
import { controllerKey, type FieldModel, type TableModel } from '../../../protocol/index.ts'

/** A field of another table that points to a record. */
export interface Referrer {
  readonly model: TableModel
  readonly field: FieldModel
}

export interface Registry {
  readonly list: readonly TableModel[]
  /** By entity, for example `wms/warehouse_area`. */
  byId(id: string): TableModel | undefined
  /** The same for an entity that must be there. Throws a TypeError when it is not. */
  require(id: string): TableModel
  /** By controller in any casing, for example `wms.warehouse_area`. */
  byController(name: string): TableModel | undefined
  /** Fields of any table whose relation points to the entity. */
  referrers(id: string): readonly Referrer[]
  /** The tables sorted into the order in which they are locked. */
  inLockOrder(tables: Iterable<string>): readonly string[]
}

/** Throws when two tables share an entity, a controller or a database table, because nothing could distinguish them. */
export function createRegistry(models: readonly TableModel[]): Registry {
  const list = models.filter((model) => model.storage === 'table')
  const byId = mapBy(list, (model) => model.id)
  const byController = mapBy(list, (model) => controllerKey(model.controller))
  mapBy(list, (model) => model.table)
  const referrers = new Map<string, Referrer[]>()
  for (const model of list) {
    for (const field of model.fields) {
      if (field.relation && !field.relation.owned)
        referrers.set(field.relation.to, [...(referrers.get(field.relation.to) ?? []), { model, field }])
    }
  }
  const ranks = new Map(lockOrder(list).map((table, index) => [table, index]))
  return {
    list,
    byId: (id) => byId.get(id),
    require: (id) => {
      const model = byId.get(id)
      if (!model) throw new TypeError(`no table ${id}`)
      return model
    },
    byController: (name) => byController.get(controllerKey(name)),
    referrers: (id) => referrers.get(id) ?? [],
    // Tables without a model are none that operations lock.
    inLockOrder: (tables) => [...tables].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0)),
  }
}

function mapBy(models: readonly TableModel[], keyOf: (model: TableModel) => string): Map<string, TableModel> {
  const modelsByTable = new Map<string, TableModel>()
  for (const model of models) {
    const key = keyOf(model)
    const other = modelsByTable.get(key)
    if (other) throw new Error(`${other.id} and ${model.id} both answer to "${key}"`)
    modelsByTable.set(key, model)
  }
  return modelsByTable
}
