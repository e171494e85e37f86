/** `notification.Index`: every admin's own notices. They need a login and no right. */
import { isEmpty, isQueryError, readListQuery } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { defineRoute, type Method, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { idOf } from '../../records/read-id.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { countUnread, listNotices, pushNotices, readAllNotices, readNotice } from './inbox.ts'

export const noticeRoutes: readonly Route[] = [
  route('index', 'GET', answerList),
  {
    ...route('push', 'GET', async (scope) => ({
      data: await pushNotices(scope.database, requireActor(scope).id, scope.language),
    })),
    background: true,
  },
  route('read', 'POST', answerRead),
  route('readall', 'POST', answerReadAll),
]

function route(action: string, method: Method, handler: Route['handler']): Route {
  return defineRoute({
    area: 'admin',
    controller: 'notification.Index',
    action,
    method,
    login: 'admin',
    node: null,
    handler,
  })
}

/** A page of the caller's notices, newest first; `unread=1` omits those that were read. */
async function answerList(scope: RequestScope): Promise<RouteAnswer> {
  const { database, language, query } = scope
  const { id } = requireActor(scope)
  const listQuery = readListQuery(query)
  if (isQueryError(listQuery)) throw new OperationError('bad_query')
  const { page, limit } = listQuery
  const { list, total } = await listNotices(database, id, language, {
    page,
    limit,
    onlyUnread: query.get('unread') === '1',
  })
  return { data: { list, total, unread: (await countUnread(database, id)).unread, remark: '' } }
}

async function answerRead(scope: RequestScope): Promise<RouteAnswer> {
  const { database, body } = scope
  const admin = requireActor(scope).id
  const id = idOf(body['id'])
  const found = await database.write(async (trx) => {
    if (id === null || !(await readNotice(trx, admin, id))) return false
    await scope.audit?.(trx, { title: readOne })
    return true
  })
  if (!found) throw new OperationError('not_found')
  return answerUnread(scope)
}

async function answerReadAll(scope: RequestScope): Promise<RouteAnswer> {
  const { database, body } = scope
  const until = idOf(body['until'])
  // Something else than a notice would mean all of them.
  if (until === null && !isEmpty(body['until'])) throw new OperationError('not_found')
  await database.write(async (trx) => {
    await readAllNotices(trx, requireActor(scope).id, until)
    await scope.audit?.(trx, { title: readMany })
  })
  return answerUnread(scope)
}

async function answerUnread(scope: RequestScope): Promise<RouteAnswer> {
  const { unread } = await countUnread(scope.database, requireActor(scope).id)
  return { msg: t(scope.language, 'done'), data: { unread } }
}

const readOne = { 'zh-cn': '通知-标为已读', en: 'Notifications: mark as read' } as const
const readMany = { 'zh-cn': '通知-全部标为已读', en: 'Notifications: mark all as read' } as const
