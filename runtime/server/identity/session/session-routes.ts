/** Seeing where one is signed in, and ending such a session; those who may edit admins see and end others', too. */
import { nodeOf } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { admin } from '#generated/system/admin/table.ts'
import type { Access } from '../../operation/access/access.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { idOf } from '../../records/read-id.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { requestToken } from './request-token.ts'
import { endSession, listSessions, maxSessions, ownerOf } from './sessions.ts'
import type { Sessions } from './tokens.ts'

export interface SessionRouteParts {
  readonly sessions: Sessions
  readonly access: Access
  /**
   * Whether an admin may act on another account: nobody manages accounts with more rights. Absent = everybody with the
   * node may.
   */
  readonly canManageAdmin?: (scope: RequestScope, adminId: number) => Promise<boolean>
}

export function sessionListRoutes(parts: SessionRouteParts): readonly Route[] {
  return [
    defineRoute({
      area: 'admin',
      controller: 'routine.AdminInfo',
      action: 'sessions',
      method: 'GET',
      login: 'admin',
      node: null,
      handler: (scope) => answerSessions(scope, parts),
    }),
    defineRoute({
      area: 'admin',
      controller: 'routine.AdminInfo',
      action: 'endSession',
      method: 'POST',
      login: 'admin',
      node: null,
      handler: (scope) => answerEnd(scope, parts),
    }),
  ]
}

/**
 * The latest own sessions, with `more` where there are others; with `all=1` those of everybody within reach, with
 * `admin_id` those of one account.
 */
async function answerSessions(scope: RequestScope, parts: SessionRouteParts): Promise<RouteAnswer> {
  const { query, request } = scope
  const actor = requireActor(scope)
  const own = actor.id
  const manages = parts.access.can(actor, manageNode)
  const requestedId = idOf(query.get('admin_id'))
  const adminId = query.get('all') === '1' ? null : (requestedId ?? own)
  if (adminId !== own && !manages) return forbidden(scope)
  const token = await parts.sessions.readToken(requestToken(request))
  const found = await listSessions(scope, adminId, token.state === 'active' ? token.sessionId : null)
  const reached = new Map<number, boolean>()
  for (const admin of new Set(found.map((one) => one.admin_id)))
    reached.set(admin, await canEndSession(scope, parts, admin))
  const list = found.slice(0, maxSessions).filter((one) => reached.get(one.admin_id))
  return { data: { list, total: list.length, more: found.length > maxSessions, others: manages } }
}

async function answerEnd(scope: RequestScope, parts: SessionRouteParts): Promise<RouteAnswer> {
  const { database, body, language } = scope
  const id = idOf(body['id'])
  const owner = id === null ? null : await ownerOf(database, id)
  if (id === null || owner === null || !(await canEndSession(scope, parts, owner)))
    throw new OperationError('not_found', { text: 'session.unknown' })
  await database.write(async (trx) => {
    await endSession(trx, id)
    await scope.audit?.(trx, { title: ended })
  })
  return { msg: t(language, 'session.ended'), data: null }
}

/** Callers who may not end a session do not learn whether it exists. */
async function canEndSession(
  scope: RequestScope,
  { access, canManageAdmin: mayManage }: SessionRouteParts,
  owner: number,
): Promise<boolean> {
  const actor = requireActor(scope)
  if (owner === actor.id) return true
  // Guard T20: sessions of others are theirs.
  // Without: return (mayManage === undefined || (await mayManage(scope, owner)))
  return access.can(actor, manageNode) && (mayManage === undefined || (await mayManage(scope, owner)))
}

const forbidden = ({ language }: RequestScope): RouteAnswer => ({
  code: 401,
  msg: t(language, 'problem.forbidden'),
  data: [],
})

const manageNode = nodeOf(admin, 'edit')
const ended = { 'zh-cn': '登录会话-结束', en: 'Sessions: end' } as const
