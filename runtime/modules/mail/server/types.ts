/** The types of the server, bound to the tables and entities of the mail module. */
import type * as server from 'tablewright/server'
import type { Database } from '../../../../generated/database.ts'
import type { MailServerParts } from '../../../../generated/mail/parts.ts'

type EntityId = server.EntityId<MailServerParts>
type Entity<Id extends EntityId> = server.EntityOf<MailServerParts, Id>

export type Reading = server.Reading<Database>
export type Transaction = server.Transaction<Database>
export type Hooks<Id extends EntityId> = server.Hooks<Entity<Id>, Database>
export type Effect<Id extends EntityId, Action extends server.ActionOf<Entity<Id>>> = server.Effect<
  Entity<Id>,
  Action,
  Database
>
