/** Calls what tables add to the operations. A table without behaviour costs a look into a map. */
import type { ActionName, FieldProblem, ListQuery, RuleModel, TableModel } from '../../protocol/index.ts'
import { tableEntry } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/entry.ts'
import type { Row, Write } from '../db/tables.ts'
import { Refusal } from '../errors/refusal.ts'
import { ownedAmong, ownedOf, rowRules, type Owned } from './policy/policy.ts'
import type { Behavior, Behaviors, Change, LinesCall, Purpose, Scope, Written } from './scope.ts'

export type { Behavior, Behaviors, Change, Purpose, Written } from './scope.ts'

/** Behaviours of several rooms as one; those of one table run in the order given. */
export function joinBehaviors(parts: readonly Readonly<Record<string, Behavior>>[]): Behaviors {
  const joined = new Map<string, readonly Behavior[]>()
  for (const part of parts)
    for (const [id, behavior] of Object.entries(part)) joined.set(id, [...(joined.get(id) ?? []), behavior])
  return joined
}

const none: readonly Behavior[] = []

export function behaviorsOf(scope: Scope, model: TableModel): readonly Behavior[] {
  return scope.behaviors?.get(model.id) ?? none
}

/** A change that knows nothing yet. */
export const newChange = (id: number | null, body: Change['body']): Change => ({
  id,
  body,
  given: new Map(),
  stored: new Map(),
  warnings: [],
})

/** What `add` and `edit` answer. */
export interface Saved {
  readonly id: number
  /** What hooks say about a write that was done; absent when nothing. */
  readonly warnings?: readonly string[]
}

export const savedAs = (id: number, { warnings }: Pick<Change, 'warnings'>): Saved =>
  warnings.length === 0 ? { id } : { id, warnings }

/** The body as the behaviours want it read. */
export async function prepareChange(scope: Scope, model: TableModel, change: Change): Promise<Change> {
  let prepared = change
  for (const behavior of behaviorsOf(scope, model)) {
    if (behavior.prepare) prepared = { ...prepared, body: await behavior.prepare(scope, model, prepared) }
  }
  return prepared
}

export async function beginWrite(scope: Scope, model: TableModel, trx: Write, change?: Change): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.begin?.(scope, trx, change)
}

export async function beforeCreate(scope: Scope, model: TableModel, trx: Write, change: Change): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.beforeCreate?.(scope, trx, change)
}

export async function beforeUpdate(
  scope: Scope,
  model: TableModel,
  trx: Write,
  change: Change,
  current: Row,
): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.beforeUpdate?.(scope, trx, change, current)
}

export async function beforeLines(scope: Scope, trx: Write, call: LinesCall): Promise<void> {
  for (const behavior of behaviorsOf(scope, call.model)) await behavior.beforeLines?.(scope, trx, call)
}

export async function beforeRemove(scope: Scope, model: TableModel, trx: Write, ids: readonly number[]): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.beforeRemove?.(scope, trx, ids)
}

export async function beforeSort(scope: Scope, model: TableModel, trx: Write, ids: readonly number[]): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.beforeSort?.(scope, trx, ids)
}

/** Adds the fields among the changed ones that may not change any more. */
export function judgeFrozen(
  frozen: Frozen,
  id: number,
  changed: ReadonlySet<string>,
  problems: Map<string, FieldProblem>,
): void {
  for (const name of frozen.get(id) ?? [])
    if (changed.has(name) && !problems.has(name)) problems.set(name, { rule: 'frozen' })
}

/** Fields that may not change any more, by record. */
export type Frozen = ReadonlyMap<number, ReadonlySet<string>>

export async function frozenOf(
  scope: Scope,
  model: TableModel,
  query: Pick<Write, 'selectFrom'>,
  ids: readonly number[],
): Promise<Frozen> {
  const frozen = new Map<number, Set<string>>()
  for (const behavior of behaviorsOf(scope, model)) {
    if (!behavior.frozen || ids.length === 0) continue
    for (const [id, names] of await behavior.frozen(scope, query, ids))
      frozen.set(id, new Set([...(frozen.get(id) ?? []), ...names]))
  }
  return frozen
}

export async function advise(
  scope: Scope,
  model: TableModel,
  trx: Write,
  change: Change,
  current: Row | null,
): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.advise?.(scope, trx, change, current)
}

export async function afterRows(scope: Scope, model: TableModel, trx: Write, ids: readonly number[]): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.afterRows?.(scope, trx, ids)
}

/** Every write of the table's own operations is told to the log here. */
export async function afterWrite(
  scope: Scope,
  model: TableModel,
  trx: Write,
  written: Written & { readonly action: 'add' | 'edit' | 'del' | 'restore' | 'sortable' },
): Promise<void> {
  if (written.action !== 'del' && written.action !== 'sortable') await afterRows(scope, model, trx, written.ids)
  await tellWritten(
    scope,
    model,
    trx,
    written,
    tableEntry(model, written.action, {}, written.action === 'sortable' ? [] : written.ids),
  )
}

/** The same for a write the log calls by another word: an action of a machine. */
export async function tellWritten(
  scope: Scope,
  model: TableModel,
  trx: Write,
  written: Written,
  entry: AuditEntry,
): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.afterWrite?.(scope, trx, written)
  await scope.audit?.(trx, entry)
}

/** Lets the behaviours change the rows in place. */
export async function present(
  scope: Scope,
  model: TableModel,
  rows: readonly Record<string, unknown>[],
  purpose: Purpose,
): Promise<void> {
  for (const behavior of behaviorsOf(scope, model)) await behavior.present?.(scope, rows, purpose)
}

/** True when rows must be looked at one by one before they leave. */
export const presents = (scope: Scope, model: TableModel): boolean =>
  behaviorsOf(scope, model).some((behavior) => behavior.present)

/** True when behaviours judge or change what is written: such records are not written past them. */
export const changesWrites = (scope: Scope, model: TableModel): boolean =>
  behaviorsOf(scope, model).some(
    (one) => one.prepare ?? one.begin ?? one.beforeCreate ?? one.beforeUpdate ?? one.afterWrite,
  )

/** Ids every behaviour lets the caller reach; null = all. */
export async function reachOf(
  scope: Scope,
  model: TableModel,
  query: ListQuery | null,
): Promise<ReadonlySet<number> | null> {
  let reach: ReadonlySet<number> | null = null
  for (const behavior of behaviorsOf(scope, model)) {
    const ids = (await behavior.reach?.(scope, query)) ?? null
    if (ids === null) continue
    reach = both(reach, ids)
  }
  return reach
}

const both = (reach: ReadonlySet<number> | null, ids: readonly number[]): ReadonlySet<number> =>
  new Set(reach === null ? ids : ids.filter((id) => reach.has(id)))

/** Throws a Refusal `not_found` when one of the records is out of reach: whoever may not see it does not learn that it is there. */
export async function refuseOutOfReach(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  action: ActionName = 'index',
): Promise<void> {
  if ((await withinReach(scope, model, ids, action)).length < ids.length) throw new Refusal('not_found')
}

/** Those of the ids the caller may reach; the others are as good as not there. */
export async function withinReach(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  action: ActionName = 'index',
): Promise<readonly number[]> {
  const reach = await reachOf(scope, model, null)
  return ownedAmong(scope, model, reach === null ? ids : ids.filter((id) => reach.has(id)), action)
}

/** What policy and behaviours say about a list before it is planned. */
export interface Narrowed {
  /** Ids the caller may reach; null = all. */
  readonly reach: ReadonlySet<number> | null
  /** Whose rows he reaches; null = everybody's. */
  readonly owned: Owned | null
  /** Rules of the rows he reaches. */
  readonly rows?: readonly RuleModel[]
  /** Ids the quick search finds; null = the search fields are looked into. */
  readonly found: readonly number[] | null
}

export async function narrowed(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
  action: 'index' | 'export' = 'index',
): Promise<Narrowed> {
  const rows = [...rowRules(scope, model, action), ...(query.deleted ? rowRules(scope, model, 'restore') : [])]
  return {
    reach: await reachOf(scope, model, query),
    owned: await ownedOf(scope, model),
    rows,
    found: await findOf(scope, model, query.quickSearch),
  }
}

/** Ids the quick search finds by a behaviour's own way; null = the search fields are looked into. */
export async function findOf(scope: Scope, model: TableModel, text: string): Promise<readonly number[] | null> {
  const own = text === '' ? undefined : behaviorsOf(scope, model).find((behavior) => behavior.find)
  return own ? own.find!(scope, text) : null
}

export async function extraOf(scope: Scope, model: TableModel): Promise<Readonly<Record<string, unknown>>> {
  let extra: Readonly<Record<string, unknown>> = {}
  for (const behavior of behaviorsOf(scope, model))
    if (behavior.extra) extra = { ...extra, ...(await behavior.extra(scope)) }
  return extra
}
