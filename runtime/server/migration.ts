/** Data steps that modules declare: changes of records that no conversion of a field covers. */
import type { AdoptedEngine, Text } from '../protocol/index.ts'
import type { Transaction } from './db/index.ts'
import type { AnyModule, ModuleTypes } from './operation/entity-types.ts'
import type { Scope } from './operation/scope.ts'
import type { Records } from './records/api/records.ts'

interface MigrationBase {
  /** Begins with the name of the module, and never changes: `shop/split-names`. */
  readonly name: string
  /** What it does, for the plan, without a stop at the end. */
  readonly label: Text
}

/** A data step of SQL statements; where the engines need different ones, by engine. */
export interface SqlMigration extends MigrationBase {
  readonly sql: readonly string[] | Readonly<Record<AdoptedEngine, readonly string[]>>
  readonly run?: never
}

/** A data step that code does. It may run again when the transaction is retried, as hooks do. */
export interface CodeMigration<Types extends ModuleTypes = AnyModule> extends MigrationBase {
  run(call: MigrationCall<Types>): Promise<void>
  readonly sql?: never
}

/** What the code of a data step receives. */
export interface MigrationCall<Types extends ModuleTypes = AnyModule> {
  readonly scope: Scope<Types['tables']>
  readonly trx: Transaction<Types['tables']>
  /** The records by the rights of the module, in the transaction; the log shows the name of the step. */
  readonly records: Records<Types>
}

/** Each runs once in a database, in the order of the list, in a transaction of its own. */
export type Migration<Types extends ModuleTypes = AnyModule> = SqlMigration | CodeMigration<Types>
