/** Every artifact of a schema set. A new artifact is one file and one line here. */
import type { Entity, SchemaSet, Module } from '../link/schema-set.ts'
import { emitApi } from './api.ts'
import { emitDatabase } from './database.ts'
import { emitDocs } from './docs/module.ts'
import { emitEntities } from './entities.ts'
import { emitActionForms, emitForm } from './form.ts'
import { emitManifest } from './manifest.ts'
import { emitMessages } from './messages.ts'
import { emitOpenapi } from './openapi.ts'
import { emitOptions } from './options.ts'
import type { Output } from './output.ts'
import { emitParts } from './parts.ts'
import { emitRow } from './row.ts'
import { emitServer } from './server.ts'
import { emitTable } from './table.ts'
import { emitTables } from './tables.ts'
import { emitTransitions } from './transitions.ts'

/** Files of an entity that an earlier call made, by the id of the entity. */
type Emitted = Map<string, { readonly key: string; readonly outputs: readonly Output[] }>

const perEntity: readonly ((entity: Entity) => Output | Promise<Output>)[] = [emitTable, emitForm, emitRow]
const perModule: readonly ((module: Module, schemas: SchemaSet) => Output | null)[] = [
  emitManifest,
  emitMessages,
  emitTables,
  emitEntities,
  emitOptions,
  emitParts,
  emitServer,
  emitDocs,
]
const perSchemaSet: readonly ((schemas: SchemaSet, shipped: readonly string[], emitted: Emitted) => Output)[] = [
  emitApi,
  emitDatabase,
  (schemas, _shipped, emitted) => emitOpenapi(schemas, emitted),
]

/**
 * Every generated file of the schema set, in a stable order.
 * @param shipped modules whose own files come with the package, as they are
 * @param emitted files of an earlier call: those of an entity that is the same are used again
 */
export async function emit(
  schemas: SchemaSet,
  shipped: readonly string[] = [],
  emitted: Emitted = new Map(),
): Promise<readonly Output[]> {
  return [
    ...(await emitModules(schemas, shipped, emitted)),
    ...perSchemaSet.map((one) => one(schemas, shipped, emitted)),
  ]
}

/** What modules consist of, without what describes all of them together. */
export async function emitModules(
  schemas: SchemaSet,
  shipped: readonly string[],
  emitted: Emitted,
): Promise<readonly Output[]> {
  const modules = schemas.modules.filter(({ name }) => !shipped.includes(name))
  const entities = modules.flatMap((module) => module.entities)
  const own = await Promise.all(entities.map((entity) => emitEntity(entity, emitted)))
  return [...own.flat(), ...modules.flatMap((module) => perModule.flatMap((one) => one(module, schemas) ?? []))]
}

async function emitEntity(entity: Entity, emitted: Emitted): Promise<readonly Output[]> {
  const { model, form, actionForms, ...names } = entity
  const key = JSON.stringify([model, form, [...actionForms], names])
  const known = emitted.get(model.id)
  if (known?.key === key) return known.outputs
  const outputs = await Promise.all([
    ...perEntity.map((emitOne) => emitOne(entity)),
    ...emitActionForms(entity),
    ...emitTransitions(entity),
  ])
  emitted.set(model.id, { key, outputs })
  return outputs
}
