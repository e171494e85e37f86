/** The types of hooks, bound to the framework's own entities. */
import type { SystemEntities, SystemTables } from '../../operation/access/system-tables.ts'
import type * as changes from '../../operation/change.ts'
import type * as operation from '../../operation/scope.ts'

/** An entity of the framework, for example `system/admin`. */
export type EntityId = keyof SystemEntities
export type Hooks<Id extends EntityId> = operation.Hooks<SystemEntities[Id], SystemTables>
export type Change<Id extends EntityId> = changes.Change<SystemEntities[Id]>
export type Scope = operation.Scope<SystemTables>
/** A row as it is sent; a list may leave columns out. */
export type SentRow<Id extends EntityId> = Partial<SystemEntities[Id]['row']>

/** Hooks by entity, as the core runs them. */
export function defineHooks(hooks: {
  readonly [Id in EntityId]?: Hooks<Id>
}): Readonly<Record<string, operation.Hooks>> {
  // The core calls hooks with rows of the very entity they are registered for, which it knows at run time only.
  return hooks as unknown as Readonly<Record<string, operation.Hooks>>
}
