/** A document with lines, as the generator makes it from the schemas of its golden case, on a fresh database. */
import { join } from 'node:path'
import type { FormModel, TableModel } from 'tablewright/protocol'
import { buildSchemaSet } from '../../../generator/pipeline.ts'
import { read } from '../../../generator/read.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { scopeOn } from './scope.ts'

export interface Documents {
  readonly database: TestDatabase
  readonly scope: Scope
  readonly orders: TableModel
  readonly lines: TableModel
  readonly items: TableModel
}

const root = join(import.meta.dirname, '../../generator/cases/lines-and-numbers')
const systemRoot = join(import.meta.dirname, '../../..')

/** @param change of the models before their tables are made */
export async function openDocuments(
  engine: Engine,
  change: (model: TableModel) => TableModel = (model) => model,
  more: Partial<Scope> = {},
): Promise<Documents> {
  const entities = [
    ...(await entitiesOf(root)),
    ...(await entitiesOf(systemRoot)).filter(({ model }) => model.id === 'system/seq'),
  ]
  const models = entities.map(({ model }) => change(model))
  const forms: readonly FormModel[] = entities.map(({ form }) => form)
  const database = await engine.open(models)
  const of = (id: string): TableModel => models.find((model) => model.id === id)!
  return {
    database,
    scope: scopeOn(database, models, more, forms),
    orders: of('shop/orders'),
    lines: of('shop/orders_line'),
    items: of('shop/item'),
  }
}

async function entitiesOf(folder: string) {
  return buildSchemaSet(await read(folder)).modules.flatMap((module) => module.entities)
}
