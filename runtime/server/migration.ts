/** Data steps that modules declare: changes of records that no conversion of a field covers. */
import type { AdoptedEngine, Text } from '../protocol/index.ts'
import type { Transaction } from './db/index.ts'
import type { AnyModule, ModuleTypes } from './operation/entity-types.ts'
import type { MessageDeclaration } from './operation/messages.ts'
import type { Scope } from './operation/scope.ts'
import { records, type Records } from './records/api/records.ts'

interface MigrationBase {
  /** Begins with the name of the module, and never changes: `shop/split-names`. */
  readonly name: string
  /** Its effect in words, for the plan, without a stop at the end. */
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

/** The argument of the code of a data step. */
export interface MigrationCall<Types extends ModuleTypes = AnyModule> {
  readonly scope: Scope<Types['tables']>
  readonly trx: Transaction<Types['tables']>
  /** The records by the rights of the module, in the transaction; the log shows the name of the step or module. */
  readonly records: Records<Types>
}

/** The argument of `prepare` of a module: the operation that it is part of, and the messages of all modules. */
export interface PrepareCall<Types extends ModuleTypes = AnyModule> extends MigrationCall<Types> {
  readonly messages: readonly MessageDeclaration[]
}

/** Each runs once in a database, in the order of the list, in a transaction of its own. */
export type Migration<Types extends ModuleTypes = AnyModule> = SqlMigration | CodeMigration<Types>

/** The scope that code of modules works in; it is made when the first of them needs it. */
export type OpenScope = () => Promise<Scope>

/** @param name of the step or the module, which the log shows */
export function migrationCall(opened: Scope, transaction: Transaction, name: string): MigrationCall {
  // Code of a module knows its own tables; the core works on any.
  const scope = { ...opened, transaction } as unknown as MigrationCall['scope']
  // So does its transaction.
  const trx = transaction as unknown as MigrationCall['trx']
  return { scope, trx, records: records<AnyModule>(scope).asModule(name) }
}
