/**
 * The privilege guard: nobody grants rights they lack, changes accounts with the same or more rights, or removes the
 * last super admin. All data is read again inside the transaction, after the access version is locked.
 */
import type { TextKey } from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { t } from '../../../i18n/i18n.ts'
import { isAdmin } from '../../operation/access/actor.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import {
  areBelow,
  grantedBy,
  parseList,
  readAccess,
  type AccessState,
  type GrantedRights,
} from '../../operation/access/access-state.ts'
import type { Scope } from './types.ts'

/** The actor and the actor's current rights; the command line has all rights. */
export interface GrantContext {
  readonly state: AccessState
  readonly granted: GrantedRights
  /** Null = the command line. */
  readonly id: number | null
  readonly groups: readonly number[]
}

/** Throws an OperationError when the actor's own account was disabled or removed meanwhile. */
export async function readGrantContext(scope: Scope, trx: SystemTransaction): Promise<GrantContext> {
  const state = await readAccess(trx)
  const { actor } = scope
  if (!actor)
    return {
      state,
      granted: { super: true, rules: new Set(state.rules.keys()), nodes: new Set() },
      id: null,
      groups: [],
    }
  if (!isAdmin(actor)) throw accessError('access.superior')
  const row = await trx
    .selectFrom('admin')
    .select(['status', 'group_arr'])
    .where('id', '=', actor.id)
    .executeTakeFirst()
  // Guard T33: an account disabled meanwhile grants nothing.
  // Without: if (!row) throw accessError('access.superior')
  if (row?.status !== 1) throw accessError('access.superior')
  const groups = parseList(row.group_arr).map(Number)
  return { state, granted: grantedBy(state, groups), id: actor.id, groups }
}

export const accessError = (text: TextKey, params?: Readonly<Record<string, string | number>>): OperationError =>
  new OperationError('bad_state', { text, ...(params && { params }) })

/** An error that belongs to a field. */
export function fieldError(scope: Scope, field: string, text: TextKey | 'required'): OperationError {
  return new OperationError('invalid', {
    errors: {
      [field]:
        text === 'required' ? describeFieldProblem(scope.language, { rule: 'required' }) : t(scope.language, text),
    },
  })
}

/** Throws unless every group is below the actor's rights. */
export function refuseAboveOwnRights({ state, granted }: GrantContext, groups: readonly number[], text: TextKey): void {
  // Guard T23: nobody reaches beyond his rights.
  if (!granted.super && !areBelow(state, groups, granted)) throw accessError(text)
}

/** Groups of an account as they are stored. */
export async function readGroupsOf(trx: SystemTransaction, admin: number): Promise<readonly number[]> {
  const row = await trx.selectFrom('admin').select('group_arr').where('id', '=', admin).executeTakeFirst()
  return parseList(row?.group_arr).map(Number)
}

/** Throws when no active account has all rights any more. Called after the change, inside its transaction. */
export async function refuseLosingLastSuperAdmin(trx: SystemTransaction): Promise<void> {
  const { groups } = await readAccess(trx)
  const holders = new Set([...groups.values()].filter((group) => group.all && group.enabled).map((group) => group.id))
  const accounts = await trx.selectFrom('admin').select('group_arr').where('status', '=', 1).execute()
  // Guard T23: a super admin stays.
  if (!accounts.some((row) => parseList(row.group_arr).some((id) => holders.has(Number(id)))))
    throw accessError('access.last_super')
}
