/** `notification.Index`: every admin's own notices. They need a login and no right. */
import { isQueryError, readListQuery } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { defineRoute, type Method, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { idOf } from '../records/read-id.ts'
import { OperationError } from '../errors/operation-error.ts'
import { countUnread, listNotices, pushNotices, readAllNotices, readNotice } from './inbox.ts'

export const noticeRoutes: readonly Route[] = [
  route('index', 'GET', answerList),
  route('push', 'GET', async ({ database, actor, language }) => ({
    data: await pushNotices(database, actor!.id, language),
  })),
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
async function answerList({ database, actor, language, query }: RequestScope): Promise<RouteAnswer> {
  const asked = readListQuery(query)
  if (isQueryError(asked)) throw new OperationError('bad_query')
  const { page, limit } = asked
  const { list, total } = await listNotices(database, actor!.id, language, {
    page,
    limit,
    onlyUnread: query.get('unread') === '1',
  })
  return { data: { list, total, unread: (await countUnread(database, actor!.id)).unread, remark: '' } }
}

async function answerRead(scope: RequestScope): Promise<RouteAnswer> {
  const { database, actor, body } = scope
  const id = idOf(body['id'])
  const found = await database.write(async (trx) => {
    if (id === null || !(await readNotice(trx, actor!.id, id))) return false
    await scope.audit?.(trx, { title: readOne })
    return true
  })
  if (!found) throw new OperationError('not_found')
  return answerUnread(scope)
}

async function answerReadAll(scope: RequestScope): Promise<RouteAnswer> {
  const { database, actor, body } = scope
  await database.write(async (trx) => {
    await readAllNotices(trx, actor!.id, idOf(body['until']))
    await scope.audit?.(trx, { title: readMany })
  })
  return answerUnread(scope)
}

async function answerUnread({ database, actor, language }: RequestScope): Promise<RouteAnswer> {
  return { msg: t(language, 'done'), data: { unread: (await countUnread(database, actor!.id)).unread } }
}

const readOne = { 'zh-cn': '通知-标为已读', en: 'Notifications: mark as read' } as const
const readMany = { 'zh-cn': '通知-全部标为已读', en: 'Notifications: mark all as read' } as const
