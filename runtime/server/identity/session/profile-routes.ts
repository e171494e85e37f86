/**
 * `routine.AdminInfo`: the caller's own account. It requires a login and no right: all admins may change their own
 * profile and password.
 */
import { fieldOf } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { admin } from '#generated/system/admin/table.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { withFieldMessages } from '../../http/compat/messages.ts'
import { signInNeeded } from '../../http/compat/sign-in.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { changePassword } from './password/change-password.ts'
import { readProfile, saveProfile } from './profile.ts'
import { requestToken } from './request-token.ts'
import type { Sessions } from './tokens.ts'

export function profileRoutes(sessions: Sessions): readonly Route[] {
  return [
    defineRoute({
      area: 'admin',
      controller: 'routine.AdminInfo',
      action: 'index',
      method: 'GET',
      login: 'admin',
      node: null,
      // Older clients merge the answer into their stored account, so it contains the token of the request.
      handler: async (scope) => ({
        data: {
          info: {
            ...(await readProfile(scope, requireActor(scope).id)),
            token: requestToken(scope.request) ?? '',
            refresh_token: '',
          },
        },
      }),
    }),
    defineRoute({
      area: 'admin',
      controller: 'routine.AdminInfo',
      action: 'edit',
      method: 'POST',
      login: 'admin',
      node: null,
      handler: async (scope) => {
        const token = await sessions.readToken(requestToken(scope.request))
        if (token.state !== 'active') return signInNeeded(scope.language)
        const { adminId } = token
        await withFieldMessages(
          scope,
          (name) => fieldOf(admin, name)?.label[scope.language],
          () => saveProfile(scope, admin, adminId),
        )
        return { msg: t(scope.language, 'saved'), data: null }
      },
    }),
    defineRoute({
      area: 'admin',
      controller: 'routine.AdminInfo',
      action: 'password',
      method: 'POST',
      login: 'admin',
      node: null,
      pending: ['password'],
      handler: async (scope) => {
        const token = await sessions.readToken(requestToken(scope.request))
        if (token.state !== 'active') return signInNeeded(scope.language)
        const { current_password: current, password: fresh } = scope.body
        await changePassword(scope, token.adminId, token.tokenId, { current, fresh })
        return { msg: t(scope.language, 'password.changed'), data: null }
      },
    }),
  ]
}
