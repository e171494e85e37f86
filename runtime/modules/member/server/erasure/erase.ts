/** Deletes a member: what all modules have is deleted or loses its name, in the transaction of one action. */
import { randomBytes } from 'node:crypto'
import type { Language } from 'tablewright/protocol'
import {
  endMemberSessions,
  eraseMemberFiles,
  lockInOrder,
  lockRows,
  nowSeconds,
  OperationError,
  removeRows,
  type ErasureConsequences,
  type MemberErasure,
} from 'tablewright/server'
import { userOptions } from '#generated/member/options.ts'
import { t } from '../i18n.ts'
import type { Effect, Hooks, Scope, Transaction } from '#generated/member/server.ts'

/** Each finds its data by the account, which is emptied when all of them are done. */
const erasuresOf = ({ memberErasure = [] }: Pick<Scope, 'memberErasure'>): readonly MemberErasure[] => memberErasure

/** A scope of any tables, as contracts get it. */
type AnyScope = Parameters<MemberErasure['describe']>[0]
// Kysely's types are invariant in the tables: the database is the same, with the tables of all modules.
const anyScope = (scope: Scope): AnyScope => scope as unknown as AnyScope
// As above.
const callOf = (scope: Scope, trx: Transaction) => ({ scope, trx }) as unknown as Parameters<MemberErasure['erase']>[0]

/** Describes what deleting the member would do, and what speaks against it. */
export async function describeErasure(scope: Scope, memberId: number): Promise<ErasureConsequences> {
  const lines: string[] = []
  const refusals: string[] = []
  for (const erasure of erasuresOf(scope)) {
    const described = await erasure.describe(anyScope(scope), memberId)
    lines.push(...described.lines)
    refusals.push(...described.refusals)
  }
  return { lines, refusals }
}

/** Everything that the modules have of the member, by table. */
export async function exportMember(
  scope: Scope,
  memberId: number,
): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>> {
  const tables = new Map<string, readonly Readonly<Record<string, unknown>>[]>()
  for (const erasure of erasuresOf(scope))
    for (const { name, rows } of await erasure.export(anyScope(scope), memberId))
      tables.set(name, [...(tables.get(name) ?? []), ...rows])
  return Object.fromEntries(tables)
}

/** First in the transaction: locks the members for good, and what modules lock with them. */
export async function lockForErasure(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  const locks = erasuresOf(scope).flatMap((erasure) => erasure.locks ?? [])
  await lockInOrder(scope, [
    // Guard T85: a member who is deleted is locked as what nothing may refer to any more.
    { entity: 'member/user', lock: () => lockRows(scope, trx, 'member/user', ids, 'exclusive') },
    ...locks.map(({ entity, lock }) => ({ entity, lock: () => lock(callOf(scope, trx), ids) })),
  ])
}

/** The action has locked the member. The row stays where ledgers refer to it, without anything that says who it was. */
export const eraseMember: Effect<'member/user', 'erase'> = async ({ scope, trx, row, set }) => {
  const { refusals } = await describeErasure(scope, row.id)
  if (refusals.length > 0) throw new OperationError('bad_state', { sentence: refusals.join(' ') })
  for (const erasure of erasuresOf(scope)) await erasure.erase(callOf(scope, trx), row.id)
  set({ ...emptyAccount(scope.language, row.id), username: await freeName(trx, row.id) })
}

/** The account as it stays, because its ledgers refer to it. */
export const emptyAccount = (language: Language, id: number) => ({
  username: `erased_${id.toString(36)}`,
  nickname: t(language, 'erasure.name', { id }),
  // No hash of a password: nothing that is entered matches it.
  password: 'erased',
  email: null,
  mobile: null,
  avatar: null,
  gender: userOptions.gender.unknown,
  birthday: null,
  motto: null,
  last_login_ip: null,
  last_login_time: null,
  join_ip: null,
  status: userOptions.status.disabled,
  erased_time: nowSeconds(),
})

/** A name that nobody has: usernames begin with a letter and have at most 15 characters. */
async function freeName(trx: Transaction, id: number): Promise<string> {
  const name = `erased_${id.toString(36)}`
  const holder = await trx.selectFrom('user').select('id').where('username', '=', name).executeTakeFirst()
  return holder ? `erased_${randomBytes(4).toString('hex')}` : name
}

/** Removes the rest once the row is empty: files, sessions, and former values that rules of the site have kept. */
export async function eraseRemains(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    // As above.
    await eraseMemberFiles(anyScope(scope), trx as unknown as Parameters<typeof eraseMemberFiles>[1], id)
    await endMemberSessions(trx, id)
  }
  // Guard T13: former values of a deleted member are not kept.
  for (const table of ['data_recycle_log', 'sensitive_data_log'] as const) {
    const entries = trx.selectFrom(table).select('id').where('entity', '=', 'member/user')
    const rows = await entries.where('record_id', 'in', [...ids]).execute()
    const logIds = rows.map(({ id }) => id)
    await removeRows(scope.database, callOf(scope, trx).trx, table, logIds)
  }
}

/** A deleted member stays as the deletion has left it. */
export const frozenWhenErased: NonNullable<Hooks<'member/user'>['frozenFields']> = async (_scope, query, ids) => {
  const erased = await query
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...ids])
    .where('erased_time', 'is not', null)
    .execute()
  return new Map(erased.map(({ id }) => [id, erasedFields]))
}

const erasedFields = [
  'username',
  'nickname',
  'password',
  'email',
  'mobile',
  'avatar',
  'gender',
  'birthday',
  'motto',
  'status',
] as const
