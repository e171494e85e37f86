/** The types of the server, bound to the tables and entities of the warehouse. */
import type * as server from 'tablewright/server'
import type { Database } from '../../../../generated/database.ts'
import type { WmsServerParts } from '../../../../generated/wms/parts.ts'

type Entity<Id extends EntityId> = server.EntityOf<WmsServerParts, Id>

/** An entity of the warehouse, for example `wms/product`. */
export type EntityId = server.EntityId<WmsServerParts>
export type Scope = server.Scope<Database>
export type Reading = server.Reading<Database>
export type Transaction = server.Transaction<Database>

export type Hooks<Id extends EntityId> = server.Hooks<Entity<Id>, Database>
export type Change<Id extends EntityId> = server.Change<Entity<Id>>
export type LinesCall<Id extends EntityId> = server.LinesCall<Entity<Id>>
export type Posting<Id extends EntityId> = server.Posting<Entity<Id>>
export type Posted<Id extends EntityId> = server.Posted<Entity<Id>>

type Action<Id extends EntityId> = server.ActionOf<Entity<Id>>
export type Effect<Id extends EntityId, Name extends Action<Id>> = server.Effect<Entity<Id>, Name, Database>
export type EffectCall<Id extends EntityId, Name extends Action<Id> = Action<Id>> = server.EffectCall<
  Entity<Id>,
  Name,
  Database
>

/** The name of an action, or of a further right. */
export type RightOf<Id extends EntityId> = Action<Id> | Entity<Id>['rights']

/** A stored row. */
export type Row<Id extends EntityId> = server.StoredRow<Entity<Id>>
/** A row that is inserted. */
export type NewRow<Id extends EntityId> = server.NewRow<Entity<Id>['columns']>

export type ModuleHooks = server.ModuleHooks<WmsServerParts>
export type ModuleEffects = server.ModuleEffects<WmsServerParts>
export type AnyDemoRecord = server.AnyDemoRecord<WmsServerParts>
export type DemoRecord<Id extends EntityId> = server.DemoRecord<WmsServerParts, Id>
export type DemoValues<Id extends EntityId> = server.DemoValues<Entity<Id>>
export type DemoWork = server.DemoWork<WmsServerParts>

export type Check = server.Check<Database>
export type Derivation = server.Derivation<Database>
