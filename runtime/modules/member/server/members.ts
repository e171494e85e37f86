/** What members add to the operations of administrators on them. */
import { defaultAvatar } from 'tablewright/protocol'
import { hashNewPassword, nowSeconds } from 'tablewright/server'
import type { Hooks } from './types.ts'

export const memberHooks: Hooks<'member/user'> = {
  async prepareBody({ language }, _model, { body, overrides }) {
    const { password } = body
    // What is no text is left to the checks, which report it.
    if (typeof password === 'string' && password !== '')
      overrides.set('password', await hashNewPassword(language, password))
    return body
  },
  async beforeCreate(_scope, _trx, { overrides }) {
    overrides.set('join_time', nowSeconds())
  },
  async present(_scope, rows, purpose) {
    for (const row of rows) {
      if (row.avatar === '') row.avatar = defaultAvatar
      if (purpose === 'edit') Object.assign(row, { password: '' })
      Object.assign(row, row.username !== undefined && { nickname_text: `${row.username}(ID:${row.id})` })
    }
  },
}
