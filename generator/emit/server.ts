/** `<module>/server.ts`: the types of `tablewright/server`, bound to the tables and entities of the module. */
import type { Module } from '../link/schema-set.ts'
import { pascalCase } from '../source/names.ts'
import { generatedFolder } from './folder.ts'
import { typescript, type Output } from './output.ts'

/** Its server part is the core. */
const frameworkModule = 'system'

export function emitServer(module: Module): Output | null {
  if (module.name === frameworkModule) return null
  const parts = `${pascalCase(module.name)}ServerParts`
  const body = `import type * as server from 'tablewright/server'
import type { Database } from '../database.ts'
import type { ${parts} } from './parts.ts'

type Entity<Id extends EntityId> = server.EntityOf<${parts}, Id>
type Action<Id extends EntityId> = server.ActionOf<Entity<Id>>

/** The id of an entity of the module. */
export type EntityId = server.EntityId<${parts}>
/** The name of an action, or of a further right. */
export type RightOf<Id extends EntityId> = Action<Id> | Entity<Id>['rights']

export type Scope = server.Scope<Database>
export type Reading = server.Reading<Database>
export type Transaction = server.Transaction<Database>
export type Records = server.Records<${parts}>

export type Hooks<Id extends EntityId> = server.Hooks<Entity<Id>, Database>
export type Change<Id extends EntityId> = server.Change<Entity<Id>>
export type LinesCall<Id extends EntityId> = server.LinesCall<Entity<Id>>
export type Posting<Id extends EntityId> = server.Posting<Entity<Id>>
export type Posted<Id extends EntityId> = server.Posted<Entity<Id>>
export type Effect<Id extends EntityId, Name extends Action<Id>> = server.Effect<Entity<Id>, Name, Database>
export type EffectCall<Id extends EntityId, Name extends Action<Id> = Action<Id>> = server.EffectCall<
  Entity<Id>,
  Name,
  Database
>

/** A stored row, and one that is inserted. */
export type Row<Id extends EntityId> = server.StoredRow<Entity<Id>>
export type NewRow<Id extends EntityId> = server.NewRow<Entity<Id>['columns']>

/** The members of \`defineServerModule\`. */
export type ModuleHooks = server.ModuleHooks<${parts}>
export type ModuleEffects = server.ModuleEffects<${parts}>
export type Migration = server.Migration<${parts}>
export type PrepareCall = server.PrepareCall<${parts}>
export type Check = server.Check<Database>
export type Derivation = server.Derivation<Database>

export type AnyDemoRecord = server.AnyDemoRecord<${parts}>
export type DemoRecord<Id extends EntityId> = server.DemoRecord<${parts}, Id>
export type DemoValues<Id extends EntityId> = server.DemoValues<Entity<Id>>
export type DemoWork = server.DemoWork<${parts}>`
  return typescript(`${generatedFolder}/${module.name}/server.ts`, `schemas/${module.name}`, body)
}
