/**
 * The records of all tables for server code: hooks, effects, jobs, routes and checks. A call runs the operation that
 * the same request over HTTP runs, with its hooks, checks, numbers, machine, history and locks.
 */
import type { RecordReference, StoredValue, TableModel } from '../../../protocol/index.ts'
import type { Transaction } from '../../db/index.ts'
import type {
  ActionInput,
  ActionOf,
  AnyModule,
  EntityId,
  EntityOf,
  ModuleTypes,
  SomeColumns,
  StoredRow,
} from '../../operation/entity-types.ts'
import { memberActor, superActor } from '../../operation/access/actor.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { runAction, type CompletedAction } from '../actions/run-action.ts'
import { create } from '../create.ts'
import { remove } from '../remove.ts'
import { restore } from '../restore.ts'
import { update } from '../update.ts'
import type { Saved } from '../run-hooks.ts'
import { requireActionRight, requireTableRight } from '../recovery/table-right.ts'
import { countWhere, findRows, getRow, type RecordQuery, type Where } from './find.ts'
import { searchRows, type SearchAnswer, type SearchRequest } from '../search/search.ts'
import { asReferences, referencesTo, refuseInUse } from './references.ts'

type Input<Types extends ModuleTypes, Id extends EntityId<Types>> = EntityOf<Types, Id>['input']
type Wire<Types extends ModuleTypes, Id extends EntityId<Types>> = EntityOf<Types, Id>['row']
type Columns<Types extends ModuleTypes, Id extends EntityId<Types>> = EntityOf<Types, Id>['columns']

/** Values of columns, as columns hold them: one, or several of which one holds. */
type Conditions<Row> = { readonly [Column in keyof Row]?: Row[Column] | readonly Row[Column][] }

interface References<Types extends ModuleTypes> {
  /** How many records are named; 5 unless given. */
  readonly limit?: number
  /** By entity: only such records count, under these conditions. Absent = all that refer to it. */
  readonly among?: { readonly [Id in EntityId<Types>]?: Conditions<StoredRow<EntityOf<Types, Id>>> }
}

/**
 * Inputs and rows are those of the wire: decimals are texts (`"12.5000"`, see `addDecimals`). Refusals are
 * OperationErrors, as the operation over HTTP answers them; a missing right is `bad_state`.
 */
export interface Records<Types extends ModuleTypes> {
  /**
   * Adds a record with its lines.
   * @param set values of fields that no client may send, as columns hold them
   */
  create<Id extends EntityId<Types>>(
    entity: Id,
    input: Partial<Input<Types, Id>>,
    set?: SomeColumns<Columns<Types, Id>>,
  ): Promise<Saved>
  /** Changes the fields that the input names; `version` makes it a `conflict` when the record has another one. */
  update<Id extends EntityId<Types>>(
    entity: Id,
    id: number,
    input: Partial<Input<Types, Id>> & { readonly version?: number },
    set?: SomeColumns<Columns<Types, Id>>,
  ): Promise<Saved>
  /** Deletes records, and what is deleted with them. @returns how many of the ids there were */
  remove(entity: EntityId<Types>, ids: readonly number[]): Promise<number>
  /** Restores records that were marked as deleted. @returns how many of the ids were deleted */
  restore(entity: EntityId<Types>, ids: readonly number[]): Promise<number>
  /** Runs an action of the state machine. */
  runAction<Id extends EntityId<Types>, Action extends ActionOf<EntityOf<Types, Id>>>(
    entity: Id,
    action: Action,
    id: number,
    input?: Partial<ActionInput<EntityOf<Types, Id>, Action>> & { readonly version?: number },
  ): Promise<CompletedAction>
  /** The record with its lines; null where there is none, or it was deleted, or is out of the caller's reach. */
  get<Id extends EntityId<Types>>(entity: Id, id: number): Promise<Wire<Types, Id> | null>
  /** Records without their lines, in the order of the list unless the query has one; 100 unless it has a limit. */
  find<Id extends EntityId<Types>>(
    entity: Id,
    query?: RecordQuery<Wire<Types, Id>>,
  ): Promise<readonly Wire<Types, Id>[]>
  /**
   * Records that contain all words of a text in the fields of their quick search, best first: where the words stand,
   * how often, how near to each other, and how new the record is. Of more than 750 that match, the newest count.
   */
  search<Id extends EntityId<Types>>(
    entity: Id,
    request: SearchRequest<Wire<Types, Id>>,
  ): Promise<SearchAnswer<Wire<Types, Id>>>
  /** The exact number of records under these conditions. */
  count<Id extends EntityId<Types>>(entity: Id, where?: Where<Wire<Types, Id>>): Promise<number>
  /**
   * Records that refer to one of these, as far as the caller may see them: lines stand for the record they belong to,
   * rows of a ledger for the document that posted them. Deleted ones do not count.
   */
  referencesTo(
    entity: EntityId<Types>,
    ids: readonly number[],
    options?: References<Types>,
  ): Promise<readonly RecordReference[]>
  /**
   * Refuses (`in_use`) where any record refers to one of these, and names those that the caller may see. For a hook
   * `beforeRemove`, where the relations have `"onDelete": "keep"`.
   */
  refuseInUse(entity: EntityId<Types>, ids: readonly number[], options?: References<Types>): Promise<void>
  /** These records as a refusal names them: those that the caller may see. */
  asReferences(entity: EntityId<Types>, ids: readonly number[], limit?: number): Promise<readonly RecordReference[]>
  /**
   * The same by the rights of the module: neither the rights of the caller nor the policies of the tables count.
   * @param reason the admin log shows it beside each write
   */
  asModule(reason: string): Records<Types>
  /**
   * The actions of a member, on the rows that `x-policy.member` names: with the guards, hooks, locks and history that
   * they have for administrators. The route decides which of them a member may run.
   */
  as(actor: ActingMember): MemberRecords<Types>
}

/** The member who acts, as a route has found out. */
export interface ActingMember {
  readonly area: 'member'
  readonly id: number
}

/** The operations that members have. */
export type MemberRecords<Types extends ModuleTypes> = Pick<Records<Types>, 'runAction'>

/**
 * The records as the caller of the scope may read and write them.
 * @param trx the transaction that the calls become part of; without it, that of the scope, and one for each call where
 * the scope is in none
 */
export function records<Types extends ModuleTypes>(
  scope: Scope<Types['tables']>,
  trx?: Transaction<Types['tables']>,
): Records<Types> {
  // The operations work on any tables.
  const own = { ...scope, ...(trx && { transaction: trx }) } as unknown as Scope
  return recordsOf(own, true) as Records<Types>
}

function recordsOf(scope: Scope, isChecked: boolean): Records<AnyModule> {
  const model = (entity: string, ...actions: [Action, ...Action[]]): TableModel => {
    const table = scope.registry.require(entity)
    if (isChecked) requireTableRight(scope, table, actions)
    return table
  }
  return {
    create: (entity, input, set) =>
      withLabels(scope, entity, () => create(scope, model(entity, 'add'), input, columnsOf(set))),
    update: (entity, id, input, set) =>
      withLabels(scope, entity, () => update(scope, model(entity, 'edit'), { ...input, id }, columnsOf(set))),
    remove: async (entity, ids) => (await remove(scope, model(entity, 'del'), ids)).count,
    restore: async (entity, ids) => (await restore(scope, model(entity, 'restore'), ids)).count,
    runAction(entity, action, id, input) {
      const table = scope.registry.require(entity)
      if (isChecked) requireActionRight(scope, table, action)
      return withLabels(scope, entity, () => runAction(scope, table, action, { ...input, id }))
    },
    get: (entity, id) => getRow(scope, model(entity, 'index'), id),
    find: (entity, query = {}) => findRows(scope, model(entity, 'index'), query),
    search: (entity, request) => searchRows(scope, model(entity, 'index'), request),
    count: (entity, where = {}) => countWhere(scope, model(entity, 'index'), where),
    referencesTo: (entity, ids, options) => referencesTo(scope, scope.registry.require(entity), ids, options),
    refuseInUse: (entity, ids, options) => refuseInUse(scope, scope.registry.require(entity), ids, options),
    asReferences: (entity, ids, limit) => asReferences(scope, scope.registry.require(entity), ids, limit),
    asModule: (reason) => recordsOf(asModule(scope, reason), false),
    as: (actor) => {
      const { runAction: runAsMember } = recordsOf(asMember(scope, actor), false)
      return { runAction: runAsMember }
    },
  }
}

/** Whoever is refused did not fill in that form: a refusal by field becomes a sentence that names record and fields. */
async function withLabels<T>({ registry, language }: Scope, entity: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { errors = {}, sentence, text } = error instanceof OperationError ? error.details : {}
    if (!(error instanceof OperationError) || sentence !== undefined || text !== undefined) throw error
    if (Object.keys(errors).length === 0) throw error
    const { label, fields } = registry.require(entity)
    const parts = Object.entries(errors).map(([name, message]) => {
      const field = fields.find((candidate) => candidate.name === name)
      return field ? `${field.label[language]}: ${message}` : message
    })
    throw new OperationError(error.code, { ...error.details, sentence: `${label[language]} – ${parts.join(' ')}` })
  }
}

type Action = 'index' | 'add' | 'edit' | 'del' | 'restore'

const columnsOf = (set: object | undefined): ReadonlyMap<string, StoredValue> | undefined =>
  set === undefined ? undefined : new Map(Object.entries(set))

/** The member in the place of the administrator: other rights, and another name in the log. */
function asMember(scope: Scope, { area, id }: ActingMember): Scope {
  // Guard T21: a member is no administrator of the same id.
  if (area !== 'member' || !Number.isSafeInteger(id) || id <= 0) throw new TypeError('no member acts')
  const actor = memberActor(id)
  const { audit } = scope
  const admin = { id: null, username: actor.username }
  return { ...scope, actor, ...(audit && { audit: (trx, entry) => audit(trx, { ...entry, admin }) }) }
}

/** The account stays the one that the record and the log name. */
function asModule(scope: Scope, reason: string): Scope {
  const { actor, audit } = scope
  return {
    ...scope,
    actor: actor && superActor(actor),
    ...(audit && { audit: (trx, entry) => audit(trx, { ...entry, data: { ...entry.data, reason } }) }),
  }
}
