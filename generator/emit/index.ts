/** Every artifact of a schema set. A new artifact is one file and one line here. */
import type { Entity, SchemaSet, Module } from '../link/schema-set.ts'
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
import { emitTable } from './table.ts'
import { emitTables } from './tables.ts'
import { emitTransitions } from './transitions.ts'

const perEntity: readonly ((entity: Entity) => Output | Promise<Output>)[] = [emitTable, emitForm, emitRow]
const perModule: readonly ((module: Module, schemas: SchemaSet) => Output | null)[] = [
  emitManifest,
  emitMessages,
  emitTables,
  emitEntities,
  emitOptions,
  emitParts,
  emitDocs,
]
const perSchemaSet: readonly ((schemas: SchemaSet, shipped: readonly string[]) => Output)[] = [
  emitDatabase,
  emitOpenapi,
]

/**
 * Every generated file of the schema set, in a stable order.
 * @param shipped modules whose own files come with the package
 */
export async function emit(schemas: SchemaSet, shipped: readonly string[] = []): Promise<readonly Output[]> {
  const modules = schemas.modules.filter(({ name }) => !shipped.includes(name))
  const entities = modules.flatMap((module) => module.entities)
  const own = await Promise.all(
    entities.flatMap((entity) => [
      ...perEntity.map((emitOne) => emitOne(entity)),
      ...emitActionForms(entity),
      ...emitTransitions(entity),
    ]),
  )
  return [
    ...own,
    ...modules.flatMap((module) => perModule.flatMap((emitOne) => emitOne(module, schemas) ?? [])),
    ...perSchemaSet.map((emitOne) => emitOne(schemas, shipped)),
  ]
}
