/** Hooks of the operations of administrators on members. */
import { defaultAvatar, trimText } from 'tablewright/protocol'
import {
  describeFieldProblem,
  endMemberSessions,
  findSimilarName,
  hashNewPassword,
  lockAccountNames,
  nowSeconds,
  OperationError,
} from 'tablewright/server'
import { eraseRemains, frozenWhenErased, lockForErasure } from './erasure/erase.ts'
import { addMemberNotice } from './notices/notices.ts'
import type { Hooks, Scope, Transaction } from '#generated/member/server.ts'

export const memberHooks: Hooks<'member/user'> = {
  async prepareBody({ language }, _model, { body, overrides }) {
    const { password } = body
    // A value that is no text is left to the checks, which report it.
    if (typeof password === 'string' && password !== '')
      overrides.set('password', await hashNewPassword(language, password))
    const { email } = body
    // Members sign in and register with addresses in small letters.
    if (typeof email === 'string') return { ...body, email: trimText(email).toLowerCase() }
    return body
  },
  async beforeWrite(scope, trx, _change, ids, action) {
    await lockAccountNames(trx, 'user')
    if (action === 'erase') await lockForErasure(scope, trx, ids)
  },
  frozenFields: frozenWhenErased,
  async beforeCreate(_scope, _trx, { overrides }) {
    overrides.set('join_time', nowSeconds())
  },
  async afterWrite(scope, trx, { action, ids, changed: changedFields }) {
    if (action === 'erase') return eraseRemains(scope, trx, ids)
    // Guard T33: a password that an admin enters ends the sessions of the member.
    if (changedFields.has('password') || changedFields.has('status')) await endSessions(trx, ids)
    await tellOfChanges(trx, ids, changedFields)
    const isNew = action === 'add' || action === 'restore'
    await refuseSimilarNames(
      scope,
      trx,
      ids,
      (['username', 'email'] as const).filter((column) => isNew || changedFields.has(column)),
    )
  },
  async present(_scope, rows, purpose) {
    for (const row of rows) {
      if (row.avatar === '') row.avatar = defaultAvatar
      if (purpose === 'edit') Object.assign(row, { password: '' })
      Object.assign(row, row.username !== undefined && { nickname_text: `${row.username}(ID:${row.id})` })
    }
  },
}

/** A name or an address that differs from another's in case only. */
async function refuseSimilarNames(
  { language }: Scope,
  trx: Transaction,
  ids: readonly number[],
  columns: readonly ('username' | 'email')[],
): Promise<void> {
  if (columns.length === 0) return
  for (const id of ids) {
    const row = await trx.selectFrom('user').select(['username', 'email']).where('id', '=', id).executeTakeFirst()
    for (const column of columns) {
      const name = row?.[column]
      const value = name ? await findSimilarName(trx, { table: 'user', column }, name, id) : null
      if (value !== null)
        throw new OperationError('duplicate', {
          errors: { [column]: describeFieldProblem(language, { rule: 'duplicate', params: { value } }) },
        })
    }
  }
}

/** A row names its member like the object that it refers to has it. */
export const logHooks: Hooks<'member/money_log'> & Hooks<'member/score_log'> = {
  async present(_scope, rows) {
    for (const { user, nickname } of rows) if (user && nickname !== undefined) Object.assign(user, { nickname })
  },
}

/** Whoever is signed in with a former password, or as a member who was disabled or is gone, is signed out. */
async function endSessions(trx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of ids) await endMemberSessions(trx, id)
}

/** An import says what changed in any of its members, not in which: they are not told. */
async function tellOfChanges(
  trx: Transaction,
  ids: readonly number[],
  changedFields: ReadonlySet<string>,
): Promise<void> {
  const [id, ...others] = ids
  const changes = (['email', 'mobile', 'password'] as const).filter((name) => changedFields.has(name))
  if (id === undefined || others.length > 0 || changes.length === 0) return
  const row = await trx.selectFrom('user').select(['email', 'mobile']).where('id', '=', id).executeTakeFirstOrThrow()
  for (const name of changes) {
    if (name === 'password') await addMemberNotice(trx, id, 'password.set')
    else if (row[name]) await addMemberNotice(trx, id, `${name}.set`, { address: row[name] })
    else await addMemberNotice(trx, id, `${name}.removed`)
  }
}
