/** `Index/code` completes signing in; the actions of `routine.AdminInfo` are for the factor of one's own account. */
import { t } from '../../../../i18n/i18n.ts'
import type { TextKey } from '../../../../protocol/index.ts'
import { requireActor } from '../../../operation/access/actor.ts'
import { signInNeeded } from '../../../http/compat/sign-in.ts'
import {
  defineRoute,
  type Method,
  type PendingStep,
  type RequestScope,
  type Route,
  type RouteAnswer,
} from '../../../http/route.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import { requestToken } from '../request-token.ts'
import type { Sessions } from '../tokens.ts'
import { confirm, disable, enrol, readFactor, renewRecoveryCodes, type FactorOwner } from './enrolment.ts'
import { verifySession } from './verify-session.ts'

export function factorRoutes(sessions: Sessions): readonly Route[] {
  return [
    defineRoute({
      area: 'admin',
      controller: 'Index',
      action: 'code',
      method: 'POST',
      login: 'admin',
      node: null,
      pending: ['code'],
      handler: (scope) => answerCode(scope, sessions),
    }),
    ownRoute('factor', 'GET', ['enrolment'], async (scope, { adminId }) => ({
      data: await readFactor(scope, adminId),
    })),
    ownRoute('enrolFactor', 'POST', ['enrolment'], async (scope, owner) => ({
      data: await enrol(scope, owner, inputOf(scope)),
    })),
    ownRoute('confirmFactor', 'POST', ['enrolment'], async (scope, owner) =>
      success(scope, 'factor.enabled', { recovery_codes: await confirm(scope, owner, inputOf(scope)) }),
    ),
    ownRoute('disableFactor', 'POST', [], async (scope, owner) => {
      await disable(scope, owner, inputOf(scope))
      return success(scope, 'factor.disabled', null)
    }),
    ownRoute('recoveryCodes', 'POST', [], async (scope, owner) => ({
      data: { recovery_codes: await renewRecoveryCodes(scope, owner, inputOf(scope)) },
    })),
  ]
}

function ownRoute(
  action: string,
  method: Method,
  pending: readonly PendingStep[],
  answer: (scope: RequestScope, owner: FactorOwner) => Promise<RouteAnswer>,
): Route {
  return defineRoute({
    area: 'admin',
    controller: 'routine.AdminInfo',
    action,
    method,
    login: 'admin',
    node: null,
    pending,
    handler: (scope) => {
      const { id, tokenId } = requireActor(scope)
      if (tokenId === undefined) throw new Error('the actor of a request has a token')
      return answer(scope, { adminId: id, tokenId })
    },
  })
}

const inputOf = ({ body }: RequestScope) => ({ password: body['current_password'], code: body['totp_code'] })

const success = ({ language }: RequestScope, msg: TextKey, data: unknown): RouteAnswer => ({
  msg: t(language, msg),
  data,
})

async function answerCode(scope: RequestScope, sessions: Sessions): Promise<RouteAnswer> {
  const token = await sessions.readToken(requestToken(scope.request))
  if (token.state !== 'active') return signInNeeded(scope.language)
  if (token.pending !== 'code') throw new OperationError('bad_state', { text: 'factor.no_code_needed' })
  const left = await verifySession({ ...scope, ip: scope.request.ip }, token, scope.body['totp_code'])
  return success(scope, 'session.signed_in', { recovery_left: left })
}
