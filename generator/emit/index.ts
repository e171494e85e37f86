/** All artifacts of a house. A new artifact is one file and one line here. */
import type { Entity, House, Module } from '../link/schema-set.ts'
import { emitDatabase } from './database.ts'
import { emitDocs } from './docs/module.ts'
import { emitActionForms, emitForm } from './form.ts'
import { emitManifest } from './manifest.ts'
import { emitMessages } from './messages.ts'
import { emitOpenapi } from './openapi.ts'
import type { Output } from './output.ts'
import { emitParts } from './parts.ts'
import { emitRow } from './row.ts'
import { emitTable } from './table.ts'
import { emitTransitions } from './transitions.ts'

const perEntity: readonly ((entity: Entity) => Output | Promise<Output>)[] = [emitTable, emitForm, emitRow]
const perModule: readonly ((module: Module) => Output)[] = [emitManifest, emitMessages, emitParts, emitDocs]
const perHouse: readonly ((house: House) => Output)[] = [emitDatabase, emitOpenapi]

/** Every file of the house, in a stable order. */
export async function emit(house: House): Promise<readonly Output[]> {
  const entities = house.modules.flatMap((module) => module.entities)
  const own = await Promise.all(
    entities.flatMap((entity) => [
      ...perEntity.map((emitOne) => emitOne(entity)),
      ...emitActionForms(entity),
      ...emitTransitions(entity),
    ]),
  )
  return [
    ...own,
    ...house.modules.flatMap((module) => perModule.map((emitOne) => emitOne(module))),
    ...perHouse.map((emitOne) => emitOne(house)),
  ]
}
