/**
 * What an operation on records receives (where it runs, for whom, in which language), and what modules add to
 * operations: hooks and effects. Scope and hooks refer to each other, so they are declared together.
 */
import type { Language, ListQuery, RecordReference, SchemaError, TableModel } from '../../protocol/index.ts'
import type { Actor } from './access/actor.ts'
import type { MemberAccounts } from './access/member.ts'
import type { Audit } from './audit/entry.ts'
import type { Database } from '../db/database.ts'
import type { Reading, Tables, Transaction } from '../db/tables.ts'
import type { Registry } from '../core/models/registry.ts'
import type { Settings } from '../settings/settings.ts'
import type { Contracts } from './contracts/contracts.ts'
import type { Change, CompletedWrite, ImportedRecord, LinesCall, Purpose } from './change.ts'
import type {
  ActionOf,
  AnyEntity,
  EntityTypes,
  LineRow,
  SomeColumns,
  StoredInput,
  StoredRow,
  UncheckedBody,
} from './entity-types.ts'
import type { Messengers } from './messages.ts'
import type { Posted, Posting } from './posting.ts'

/** A compiled JSON Schema. */
export interface Validate {
  (data: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** Compiled validators by entity, loaded when first needed; null = the entity has none. */
export type Validators = (id: string) => Promise<Validate | null>

export interface Scope<DB = Tables> extends Messengers, Contracts<Scope> {
  readonly database: Database<DB>
  readonly registry: Registry
  readonly settings: Settings
  readonly language: Language
  /** Null = nobody is signed in: the command line, which is trusted like the files on its disk. */
  readonly actor: Actor | null
  readonly validators: Validators
  /** Absent = no module has members. */
  readonly members?: MemberAccounts
  /** Aborted when the client of the request is gone; absent where nobody waits. */
  readonly signal?: AbortSignal
  /** Hooks of modules, by entity. */
  readonly hooks?: HookRegistry
  /** Effects of modules in actions, by entity and name. */
  readonly effects?: EffectRegistry
  /** The remark an admin left on a page, "" when there is none; absent where no caller needs it. */
  readonly remarkOf?: (page: string) => Promise<string>
  /**
   * `database.write` for a request that must take effect once only, however often it is sent; absent for all others.
   */
  withIdempotency?<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T>
  /** The transaction that the operation is part of; absent outside of one. */
  readonly transaction?: Transaction<DB>
  /** Where the request came from; absent where it came from nowhere, such as the command line. */
  readonly origin?: { readonly ip: string; readonly agent: string }
  /** Writes a row of the admin log, inside `database.write`; absent where no log is kept. */
  readonly audit?: Audit
}

/** An operation on records of one table, inside its transaction. */
export interface Operation {
  readonly scope: Scope
  readonly model: TableModel
  readonly trx: Transaction
}

export type HookRegistry = ReadonlyMap<string, readonly Hooks[]>
export type EffectRegistry = ReadonlyMap<string, Readonly<Record<string, Effect>>>

/** One action on one record, inside its transaction. The new state is written already, and the row is locked. */
export interface EffectCall<
  Entity extends EntityTypes = AnyEntity,
  Action extends ActionOf<Entity> = ActionOf<Entity>,
  DB = Tables,
> {
  readonly scope: Scope<DB>
  readonly trx: Transaction<DB>
  readonly model: TableModel
  /** The record as it was before the action. */
  readonly row: StoredRow<Entity>
  /** The checked inputs of the action, as columns hold them. */
  readonly input: StoredInput<Entity, Action>
  /** The name of the action. */
  readonly action: Action
  /** Rows that earlier `post` and `reverse` effects of the action wrote, by posting. */
  readonly posted: PostedByName<Entity['postings']>
  /** Stored lines of one field of the record, in order; read once per action. */
  lines<Field extends keyof Entity['lines'] & string>(field: Field): Promise<readonly LineRow<Entity, Field>[]>
  /** Writes the columns the rows name, the same ones in all of them, into the stored lines of their ids. */
  replaceLines<Field extends keyof Entity['lines'] & string>(
    field: Field,
    rows: readonly SomeColumns<Entity['lines'][Field]>[],
  ): Promise<void>
  /**
   * Adds stored lines to the record: `line_no` is the place of each. All rows name the same columns, with what hooks
   * would fill in, which do not run.
   */
  addLines<Field extends keyof Entity['lines'] & string>(
    field: Field,
    rows: readonly SomeColumns<Entity['lines'][Field]>[],
  ): Promise<void>
  /** Further columns of the record to write; state fields may become one of the values `to` allows. */
  set(values: Readonly<SomeColumns<Entity['columns']>>): void
  /**
   * Adds members to `data` of the answer, next to the record's `id` and `version`; `made` is a record the action
   * created.
   */
  answer(values: ActionAnswer): void
  /** True when the caller has the right `<page>/<name>`. */
  can(right: ActionOf<Entity> | Entity['rights']): boolean
  /** Runs after the commit; an error it throws is ignored, since the action is done. */
  afterCommit(work: () => Promise<void>): void
}

/** Rows that were posted, by the name of the posting. */
type PostedByName<Postings> = string extends keyof Postings
  ? ReadonlyMap<string, Posted>
  : {
      get<Name extends keyof Postings>(
        name: Name,
      ): Posted<EntityTypes & { readonly columns: Postings[Name] & object }> | undefined
    }

/** Data that effects add to the answer of an action. Values are JSON. */
export interface ActionAnswer {
  /** A record the action created: screens offer to open it. */
  readonly made?: RecordReference
  /** A sentence that screens add to the success message. */
  readonly note?: string
  readonly [name: string]: unknown
}

/**
 * What a module does in an action. Refuses by throwing an OperationError; runs again when the transaction is retried.
 */
export type Effect<
  Entity extends EntityTypes = AnyEntity,
  Action extends ActionOf<Entity> = ActionOf<Entity>,
  DB = Tables,
> = (call: EffectCall<Entity, Action, DB>) => Promise<void>

/** By column: the values that rows may have there. */
export type RowChoice = Readonly<Record<string, readonly string[]>>

/** Which records of a table the caller may reach; an absent member limits nothing. */
export interface RowLimits {
  /** Ids of the records. */
  readonly ids?: readonly number[]
  /**
   * A row is reached when one of the choices has its value in every column the choice names. For tables of which nobody
   * could list the ids.
   */
  readonly rows?: readonly RowChoice[]
  /** Ids that the quick search of the list finds, in place of a search in the search fields. */
  readonly matches?: readonly number[]
}

/**
 * What a module adds to the operations on the records of one table; every hook is optional. Hooks that receive a `trx`
 * run inside the transaction of the operation, may refuse by throwing an OperationError, and run again when the
 * transaction is retried.
 *
 * An import asks the hooks of adding and editing for its records as well, in the transaction of a batch of rows: what
 * one of them refuses is reported with its line, and the other rows are written. Its preview runs them, too, and takes
 * back what they wrote.
 */
export interface Hooks<Entity extends EntityTypes = AnyEntity, DB = Tables> {
  /**
   * Runs before the body is read and outside the transaction, therefore also the place for slow work: it may fill
   * `overrides`. An import asks for each row, with the fields of the file as its body.
   * @returns the body that is read in place of the one that was sent
   */
  prepareBody?(scope: Scope<DB>, model: TableModel, change: Change<Entity>): Promise<UncheckedBody<Entity>>
  /**
   * Runs first in the transaction of any write: take a lock, or refuse the write as a whole. Once for a batch of an
   * import.
   * @param change comes with an edit
   * @param ids the stored records that an edit, a deletion, a restore, an import, an action or a change of the order is
   * about
   * @param action `add`, `edit`, `del`, `restore`, `sortable`, `import`, or the name of an action of the machine
   */
  beforeWrite?(
    scope: Scope<DB>,
    trx: Transaction<DB>,
    change: Change<Entity> | undefined,
    ids: readonly number[],
    action: string,
  ): Promise<void>
  /**
   * Records of a batch of an import were checked and are written next: lock and read for all of them what
   * `beforeCreate` and `beforeUpdate` need of others, which then run for each of them.
   */
  beforeImport?(scope: Scope<DB>, trx: Transaction<DB>, records: readonly ImportedRecord<Entity>[]): Promise<void>
  /**
   * A new record was checked and is stored next: set values of `change.overrides`, refuse it, or add a sentence to
   * `change.warnings`, which the answer shows although the record is stored.
   */
  beforeCreate?(scope: Scope<DB>, trx: Transaction<DB>, change: Change<Entity>): Promise<void>
  /**
   * The same for a record that is changed.
   * @param current the row as it is stored now
   */
  beforeUpdate?(
    scope: Scope<DB>,
    trx: Transaction<DB>,
    change: Change<Entity>,
    current: StoredRow<Entity>,
  ): Promise<void>
  /**
   * Lines were checked and are stored next, before their owner: fill snapshots, compute amounts and totals. Files of
   * imports have no lines.
   */
  beforeLines?(scope: Scope<DB>, trx: Transaction<DB>, call: LinesCall<Entity>): Promise<void>
  beforeRemove?(scope: Scope<DB>, trx: Transaction<DB>, ids: readonly number[]): Promise<void>
  /** Fields of stored records that may not change any more, by id. Imports ask as well: once for many records. */
  frozenFields?(
    scope: Scope<DB>,
    query: Reading<DB>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly (keyof Entity['columns'] & string)[]>>
  /**
   * Records were written: update what is derived from them, or refuse what they have become. Once for the records that
   * a batch of an import added, and once for those that it changed; it leaves out a row that was refused.
   */
  afterWrite?(scope: Scope<DB>, trx: Transaction<DB>, written: CompletedWrite): Promise<void>
  /** For ledgers: the rows of a posting or a reversal are written, balances and chain included. It may refuse. */
  afterPosting?(scope: Scope<DB>, trx: Transaction<DB>, posting: Posting<Entity>, posted: Posted<Entity>): Promise<void>
  /** Rows before they leave the server, lines included; changes them in place. */
  present?(scope: Scope<DB>, rows: readonly Partial<Entity['row']>[], purpose: Purpose): Promise<void>
  /**
   * Which records the caller may reach. Every operation on existing records asks for it.
   * @param query of a list; null for all other operations
   */
  restrictRows?(scope: Scope<DB>, query: ListQuery | null): Promise<RowLimits>
}

const noHooks: readonly Hooks[] = []

/** The hooks of a table. A table without hooks costs one lookup in a map. */
export function hooksOf(scope: Pick<Scope, 'hooks'>, model: TableModel): readonly Hooks[] {
  return scope.hooks?.get(model.id) ?? noHooks
}

/** The hooks of several parts of the server in one registry; those of one table run in the order given. */
export function joinHooks(parts: readonly Readonly<Record<string, Hooks>>[]): HookRegistry {
  const joined = new Map<string, readonly Hooks[]>()
  for (const part of parts)
    for (const [id, hooks] of Object.entries(part)) joined.set(id, [...(joined.get(id) ?? []), hooks])
  return joined
}

/**
 * The write of an operation: what it resolves with is what the operation answers. It is part of the transaction of the
 * scope where there is one, and has its own otherwise. The work gets a scope inside the transaction.
 */
export async function writeOnce<T, Own extends Scope>(
  scope: Own,
  work: (trx: Transaction, scope: Own) => Promise<T>,
): Promise<T> {
  if (scope.transaction) return work(scope.transaction, scope)
  const attempt = (trx: Transaction): Promise<T> => work(trx, { ...scope, transaction: trx })
  return scope.withIdempotency ? scope.withIdempotency(attempt) : scope.database.write(attempt)
}
