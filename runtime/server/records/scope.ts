/** What an operation on records may know: where it runs, for whom, in which language; and what tables add to operations. */
import type {
  FieldModel,
  Language,
  ListQuery,
  RecordReference,
  SchemaError,
  StoredValue,
  TableModel,
} from '../../protocol/index.ts'
import type { Actor } from '../access/actor.ts'
import type { Audit } from '../audit/entry.ts'
import type { Database } from '../db/database.ts'
import type { Row, Write } from '../db/tables.ts'
import type { Posted, Posting } from '../ledger/posting.ts'
import type { Registry } from '../models/registry.ts'
import type { Settings } from '../settings/settings.ts'

export interface Validate {
  (data: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** Compiled validators by entity, loaded when first needed; null = the entity has none. */
export type Validators = (id: string) => Promise<Validate | null>

export interface Scope {
  readonly database: Database
  readonly registry: Registry
  readonly settings: Settings
  readonly language: Language
  /** Null = nobody is signed in: the command line, which is trusted like the files it lies beside. */
  readonly actor: Actor | null
  readonly validators: Validators
  /** What tables add to the operations, by entity. */
  readonly behaviors?: Behaviors
  /** What modules do in actions, by entity and name. */
  readonly effects?: Effects
  /** What an admin noted on a page, "" when nothing; absent where nobody reads it. */
  readonly remarkOf?: (page: string) => Promise<string>
  /** `database.write` for a request that must be done once only, however often it comes; absent for all others. */
  readonly once?: <T>(work: (trx: Write) => Promise<T>) => Promise<T>
  /** Leaves a row in the admin log, inside `database.write`; absent where nobody keeps one. */
  readonly audit?: Audit
}

export type Behaviors = ReadonlyMap<string, readonly Behavior[]>
export type Effects = ReadonlyMap<string, Readonly<Record<string, Effect>>>

/** One action on one record, inside its transaction. The state is changed already; nobody else can change the record now. */
export interface EffectCall {
  readonly scope: Scope
  readonly trx: Write
  readonly model: TableModel
  /** As it was before the action. */
  readonly row: Row
  /** What was sent with the action, checked, as columns hold it. */
  readonly input: Readonly<Record<string, StoredValue>>
  /** The action's name. */
  readonly action: string
  /** What the action's earlier `post` and `reverse` effects wrote, by posting. */
  readonly posted: ReadonlyMap<string, Posted>
  /** Stored lines of one of its fields, by place; read once an action. */
  readonly lines: (field: string) => Promise<readonly Row[]>
  /** Writes what the rows name, all of them the same columns, into the stored lines of their ids. */
  replaceLines(field: string, rows: readonly Row[]): Promise<void>
  /** Further columns of the record to write; state fields may become one of the values `to` allows. */
  set(values: Readonly<Record<string, StoredValue>>): void
  /** Further members of `data` of the answer, beside the record's `id` and `version`; `made` is a record the action made. */
  answer(values: ActionAnswer): void
  /** True when the caller holds the right `<page>/<name>`. */
  can(right: string): boolean
  /** Runs after the commit; what it throws is passed over, since the action is done. */
  afterCommit(work: () => Promise<void>): void
}

/** What effects tell about an action that was done. Values are JSON. */
export interface ActionAnswer {
  /** Screens offer to open it. */
  readonly made?: RecordReference
  /** A sentence screens add to what they tell. */
  readonly note?: string
  readonly [name: string]: unknown
}

/** What a module does in an action. Refuses by throwing a Refusal; runs again when the transaction is tried again. */
export type Effect = (call: EffectCall) => Promise<void>

/** A record on its way into a table. */
export interface Change {
  /** Null for a new record. */
  readonly id: number | null
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>
  /** The fields the body names, as columns hold them. Hooks before the checks may set further ones. */
  readonly given: Map<string, StoredValue>
  /** Values stored in place of the checked ones (a hash for a password) or of fields nobody may send. */
  readonly stored: Map<string, StoredValue>
  /** Lines the body names, by field; a field it does not name keeps its lines. */
  readonly lines?: ReadonlyMap<string, readonly Line[]>
  /** Sentences hooks add: the write is done, and the answer says them. */
  readonly warnings: string[]
}

/** A line on its way into its table. */
export interface Line {
  /** Null for a new line. */
  readonly id: number | null
  /** The whole line as columns will hold it, without id, owner and place: hooks may set values. */
  readonly values: Map<string, StoredValue>
}

/** The lines of one field of one record, about to be stored. */
export interface LinesCall {
  /** The owner. */
  readonly model: TableModel
  /** Its field that holds the lines. */
  readonly field: FieldModel
  /** As they will be stored, in order. */
  readonly lines: readonly Line[]
  /** As they are stored now; empty for a new record. */
  readonly current: readonly Row[]
  /** The owner as it will be stored. */
  readonly header: ReadonlyMap<string, StoredValue>
  /** Values to store with the owner, totals for example: set them in `stored`. */
  readonly change: Change
}

export type Purpose = 'index' | 'edit' | 'export'

/** A write that was done. */
export interface Written {
  /** `add`, `edit`, `del`, `restore`, `sortable`, or the name of an action of the machine. */
  readonly action: string
  readonly ids: readonly number[]
  /** Columns an edit changed; empty otherwise. */
  readonly changed: ReadonlySet<string>
}

/**
 * What a table adds to the operations on its records; every hook is optional. Those with a `trx` run inside the
 * operation's transaction, may refuse by throwing a Refusal, and may run again when the transaction is tried again.
 */
export interface Behavior {
  /** Before the body is read and outside the transaction: the body as it shall be read. For slow work, too: it may fill `stored`. */
  prepare?(scope: Scope, model: TableModel, change: Change): Promise<Readonly<Record<string, unknown>>>
  /** First thing in the transaction of any write: a lock, for example. `change` comes with an edit. */
  begin?(scope: Scope, trx: Write, change?: Change): Promise<void>
  beforeCreate?(scope: Scope, trx: Write, change: Change): Promise<void>
  /** @param current the row as it is stored now */
  beforeUpdate?(scope: Scope, trx: Write, change: Change, current: Row): Promise<void>
  /** Lines were checked and are about to be stored, before their owner is: fill snapshots, compute amounts and totals. */
  beforeLines?(scope: Scope, trx: Write, call: LinesCall): Promise<void>
  beforeRemove?(scope: Scope, trx: Write, ids: readonly number[]): Promise<void>
  /** Fields of stored records that may not change any more, by id. Imports ask, too: once for many records. */
  frozen?(
    scope: Scope,
    query: Pick<Write, 'selectFrom'>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly string[]>>
  /** What to tell about a write that is done all the same, in `change.warnings`. Imports do not ask. @param current null for a new record */
  advise?(scope: Scope, trx: Write, change: Change, current: Row | null): Promise<void>
  /** Records were added or changed, one by hand or many by an import: what is kept beside them follows. */
  afterRows?(scope: Scope, trx: Write, ids: readonly number[]): Promise<void>
  beforeSort?(scope: Scope, trx: Write, ids: readonly number[]): Promise<void>
  afterWrite?(scope: Scope, trx: Write, written: Written): Promise<void>
  /** Of a ledger: before a posting, or the undoing of one, touches a balance. */
  beforePosting?(scope: Scope, trx: Write, posting: Posting): Promise<void>
  /** Of a ledger: its rows are written, balances and chain included. */
  afterPosting?(scope: Scope, trx: Write, posting: Posting, posted: Posted): Promise<void>
  /** Rows as they leave the server, lines at every door among them; changes them in place. */
  present?(scope: Scope, rows: readonly Record<string, unknown>[], purpose: Purpose): Promise<void>
  /** Ids of the records the caller may reach; null = all. Asked by every operation on records that exist. */
  reach?(scope: Scope, query: ListQuery | null): Promise<readonly number[] | null>
  /** Ids a quick search finds, instead of a look into the search fields. */
  find?(scope: Scope, text: string): Promise<readonly number[]>
  /** Further members of `data` of `index`, for example the caller's own groups. */
  extra?(scope: Scope): Promise<Readonly<Record<string, unknown>>>
}

/** The write of an operation: what it resolves with is what the operation answers. */
export const writeOnce = <T>(
  { once, database }: Pick<Scope, 'once' | 'database'>,
  work: (trx: Write) => Promise<T>,
): Promise<T> => (once ? once(work) : database.write(work))
