/** The types of the server, bound to the tables and entities of the member module. */
import type * as server from 'tablewright/server'
import type { Database } from '../../../../generated/database.ts'
import type { MemberServerParts } from '../../../../generated/member/parts.ts'

type EntityId = server.EntityId<MemberServerParts>
type Entity<Id extends EntityId> = server.EntityOf<MemberServerParts, Id>

export type Scope = server.Scope<Database>
export type Transaction = server.Transaction<Database>
export type Hooks<Id extends EntityId> = server.Hooks<Entity<Id>, Database>
export type Effect<Id extends EntityId, Action extends server.ActionOf<Entity<Id>>> = server.Effect<
  Entity<Id>,
  Action,
  Database
>
export type Reading = server.Reading<Database>
