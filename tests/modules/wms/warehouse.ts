/** The tables of the warehouse with their validators, on a fresh database. */
import type { FormModel, TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { scopeOn } from '../../server/records/scope.ts'

export interface Warehouse {
  readonly database: TestDatabase
  readonly scope: Scope
  readonly models: readonly TableModel[]
  /** The model of `wms/<name>`. */
  of(name: string): TableModel
}

export async function openWarehouse(engine: Engine): Promise<Warehouse> {
  const entries = Object.values(wms.tables)
  // Documents name the admins who made them.
  const admins = await Promise.all(Object.values(system.tables).map((entry) => entry.model()))
  const models: readonly TableModel[] = await Promise.all(entries.map((entry) => entry.model()))
  const forms: readonly FormModel[] = await Promise.all(entries.map((entry) => entry.form()))
  const database = await engine.open([...models, ...admins])
  const of = (name: string): TableModel => {
    const model = models.find((one) => one.id === `wms/${name}`)
    if (!model) throw new Error(`no wms/${name}`)
    return model
  }
  return { database, scope: scopeOn(database, [...models, ...admins], {}, forms), models, of }
}
