/** Which records the caller may reach, according to hooks and the table's policy. */
import type { ActionName, ListQuery, RuleModel, TableModel } from '../../protocol/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { hooksOf, type RowChoice, type Scope } from '../operation/scope.ts'
import { filterOwned, ownerFilterOf, rowRules, type OwnerFilter } from './policy/policy.ts'

/** Restrictions by hooks on the caller's reach. */
export interface Reach {
  /** Ids that all hooks let the caller reach; null = all. */
  readonly accessible: ReadonlySet<number> | null
  /** By the values of columns: of each hook that limits them, one of its choices. */
  readonly choices: readonly (readonly RowChoice[])[]
  /** Ids the quick search finds, as the first hook that searches says; null = the search fields are compared. */
  readonly matches: readonly number[] | null
}

/** @param query of a list; null for all other operations */
export async function readReach(scope: Scope, model: TableModel, query: ListQuery | null): Promise<Reach> {
  let accessible: ReadonlySet<number> | null = null
  const choices: (readonly RowChoice[])[] = []
  let matches: readonly number[] | null = null
  for (const hooks of hooksOf(scope, model)) {
    const limits = await hooks.restrictRows?.(scope, query)
    if (limits?.ids) accessible = intersect(accessible, limits.ids)
    if (limits?.rows) choices.push(limits.rows)
    if (query !== null && query.quickSearch !== '') matches ??= limits?.matches ?? null
  }
  return { accessible, choices, matches }
}

const intersect = (accessible: ReadonlySet<number> | null, ids: readonly number[]): ReadonlySet<number> =>
  new Set(accessible === null ? ids : ids.filter((id) => accessible.has(id)))

/**
 * Throws an OperationError `not_found` when one of the records is out of reach: a caller who may not see it does not
 * learn that it exists.
 */
export async function refuseInaccessible(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  action: ActionName = 'index',
): Promise<void> {
  if ((await filterAccessible(scope, model, ids, action)).length < ids.length) throw new OperationError('not_found')
}

/** The ids that the caller may reach; the others are treated as if they did not exist. */
export async function filterAccessible(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  action: ActionName = 'index',
): Promise<readonly number[]> {
  const { accessible, choices } = await readReach(scope, model, null)
  const reached = accessible === null ? ids : ids.filter((id) => accessible.has(id))
  return filterOwned(
    scope,
    model,
    reached,
    action,
    // Guard T13: single entries are reached as the list shows them.
    choices,
  )
}

/** How policy and hooks restrict a list before it is planned. */
export interface ListRestriction {
  /** Ids the caller may reach; null = all. */
  readonly accessible: ReadonlySet<number> | null
  /** Owners whose rows the caller reaches; null = all. */
  readonly owned: OwnerFilter | null
  /** Restrictions by hooks on the values of columns. */
  readonly choices?: readonly (readonly RowChoice[])[]
  /** Rules that the rows must meet. */
  readonly rows?: readonly RuleModel[]
  /** Ids the quick search finds; null = the search fields are compared. */
  readonly found: readonly number[] | null
}

export async function restrictList(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
  action: 'index' | 'export' = 'index',
): Promise<ListRestriction> {
  const rows = [...rowRules(scope, model, action), ...(query.deleted ? rowRules(scope, model, 'restore') : [])]
  const { accessible, choices, matches } = await readReach(scope, model, query)
  // A hook may search in more than the public sees.
  const hits = scope.actor?.area ? null : matches
  return { accessible, owned: await ownerFilterOf(scope, model), choices, rows, found: hits }
}
