/** The tables of the test module with their validators, on a fresh database. */
import type { TableModel } from 'tablewright/protocol'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'
import { scopeOn } from './scope.ts'

export interface Shop {
  readonly database: TestDatabase
  readonly scope: Scope
  readonly models: readonly TableModel[]
  /** The model of `shop/<name>`. */
  of(name: string): TableModel
}

export async function openShop(engine: Engine): Promise<Shop> {
  const { models, forms, model } = shop
  const database = await engine.open(models)
  return { database, scope: scopeOn(database, models, {}, forms), models, of: model }
}
